#!/bin/sh
# Prints the first Python that is 3.11 or newer: the one given, or else one on PATH.
[ $# -gt 0 ] || set -- python3 python3.14 python3.13 python3.12 python3.11
for python in "$@"; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "$python"
    exit
  fi
done
echo "Smokestack needs Python 3.11 or newer; none of these is: $*. Name yours: make PYTHON=/path/to/python3 play" >&2
exit 1
