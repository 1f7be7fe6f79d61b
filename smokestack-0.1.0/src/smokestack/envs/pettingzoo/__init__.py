"""PettingZoo environments: `glasgow_v0` and `brass_v0`, one agent for each seat."""
