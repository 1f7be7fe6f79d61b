"""The games as environments for machine learning; needs the extra `smokestack[envs]`.

`pettingzoo` for all seats, `gymnasium` for one seat against bots and for batches, `open_spiel` for
search and game theory, `batch` for a loop of your own. All have the same observations and answers;
docs/environments.md describes them.
"""
