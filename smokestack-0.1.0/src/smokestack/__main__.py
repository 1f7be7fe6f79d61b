"""`python -m smokestack` is the command `smokestack`."""

from smokestack.terminal.main import main

main()
