#!/bin/sh
# Prints the path of each installed Python that the package supports, one version a line.
for version in 3.11 3.12 3.13 3.14; do
  for python in "python$version" "$HOME"/.pyenv/versions/"$version".*/bin/python; do
    if "$python" -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$version')" 2>/dev/null; then
      echo "$python"
      break
    fi
  done
done
