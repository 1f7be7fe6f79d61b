"""The parameters of the search."""

from __future__ import annotations


class SearchParams:
    """The numbers that `Search` depends on; every game has its own in `data/weights.toml`.

    - `exploration`: the constant of PUCT, which scales the exploration term.
    - `prior_temperature`: of the softmax that turns prior values into prior probabilities, in
      points; 0 stands for equal probabilities and computes no prior values.
    - `fpu_reduction`: an unvisited answer has the value of its parent less this.
    - `future_points`: points that a seat gains during a whole game beyond what the evaluation
      sees; a share of them is added to the expected points in the middle of a game.
    - `win_margin_scale`, `win_margin_spread`: the lead in points at which a win has a probability
      of 73 %, at the end of the game and in addition to that at its start.
    - `own_points_weight`: the share of the seat's own points in its reward; the rest is its
      probability to win.
    - `best_line_weight`: the share of the best line in the value of a node; the rest is the mean
      of all visits.
    - `playout`: whether a leaf is evaluated by random play to the end of the game.
    - `plays_to_end`: whether a search that begins near the end of the game (`is_near_end` of the
      evaluator) evaluates a leaf by lookahead for every seat to the end of the game.
    """

    def __init__(
        self,
        exploration: float,
        prior_temperature: float,
        fpu_reduction: float,
        future_points: float,
        win_margin_scale: float,
        win_margin_spread: float,
        own_points_weight: float,
        best_line_weight: float,
        playout: bool,
        plays_to_end: bool,
    ) -> None:
        self.exploration = exploration
        self.prior_temperature = prior_temperature
        self.fpu_reduction = fpu_reduction
        self.future_points = future_points
        self.win_margin_scale = win_margin_scale
        self.win_margin_spread = win_margin_spread
        self.own_points_weight = own_points_weight
        self.best_line_weight = best_line_weight
        self.playout = playout
        self.plays_to_end = plays_to_end
