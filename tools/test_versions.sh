#!/bin/sh
# Runs the tests on each installed Python that the package supports, each in its own environment.
tested=""
for version in 3.11 3.12 3.13; do
  for python in "python$version" "$HOME"/.pyenv/versions/"$version".*/bin/python; do
    if "$python" -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$version')" 2>/dev/null; then
      echo "Python $version: $python"
      "${MAKE:-make}" --no-print-directory VENV=".venv-$version" PYTHON="$python" "${1:-test-suite}" || exit 1
      tested="$tested $version"
      break
    fi
  done
done
echo "Passed on Python:${tested:- none is installed}"
[ -n "$tested" ]
