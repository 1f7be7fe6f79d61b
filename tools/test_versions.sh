#!/bin/sh
# Runs the tests on each installed Python that the package supports, each in its own environment.
tested=""
for python in $("$(dirname "$0")/installed_pythons.sh"); do
  version=$("$python" -c "import sys; print('%d.%d' % sys.version_info[:2])")
  echo "Python $version: $python"
  "${MAKE:-make}" --no-print-directory VENV=".venv-$version" PYTHON="$python" "${1:-test-suite}" || exit 1
  tested="$tested $version"
done
echo "Passed on Python:${tested:- none is installed}"
[ -n "$tested" ]
