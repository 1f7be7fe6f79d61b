"""What players do in the crash test, and how to see that none of it is lost or applied twice.

To test another kind of request, add a subclass of `Action` to `ACTIONS`. It says what to send, when
the server has acknowledged it, and what the database must contain from then on.
"""

from __future__ import annotations

from typing import Final

from tools.crash_test.actions.accounts import GetAccount, MoveIn, SignIn, SignUp
from tools.crash_test.actions.action import Action
from tools.crash_test.actions.before_the_game import (
    AcceptInvitation,
    CloseTable,
    Contribute,
    DealNow,
    InviteByName,
    QuickMatch,
    RemovePlayer,
    SeatBot,
    TakeSeat,
)
from tools.crash_test.actions.chat import LockChat, Mute, PostMessage, Report
from tools.crash_test.actions.clocks import Pause
from tools.crash_test.actions.play import AskForHint, GiveAnswer, PlayOn
from tools.crash_test.actions.seats import AnswerAutomatically, Leave, RenewLink, Return, VoteForBot

TAKE_SEAT: Final = TakeSeat()
QUICK_MATCH: Final = QuickMatch()
CONTRIBUTE: Final = Contribute()
DEAL_NOW: Final = DealNow()
SEAT_BOT: Final = SeatBot()
CLOSE_TABLE: Final = CloseTable()
REMOVE_PLAYER: Final = RemovePlayer()
GET_ACCOUNT: Final = GetAccount()
INVITE_BY_NAME: Final = InviteByName()
ACCEPT_INVITATION: Final = AcceptInvitation()
PLAY_ON: Final = PlayOn()
ACTIONS: Final[tuple[Action, ...]] = (
    TAKE_SEAT,
    QUICK_MATCH,
    CONTRIBUTE,
    DEAL_NOW,
    SEAT_BOT,
    CLOSE_TABLE,
    REMOVE_PLAYER,
    GET_ACCOUNT,
    INVITE_BY_NAME,
    ACCEPT_INVITATION,
    PostMessage(),
    LockChat(),
    Mute(),
    Report(),
    RenewLink(),
    SignUp(),
    MoveIn(),
    SignIn(),
    Pause(),
    AnswerAutomatically(),
    Leave(),
    VoteForBot(),
    Return(),
    AskForHint(),
    GiveAnswer(),
    PLAY_ON,
)
BY_NAME: Final = {action.name: action for action in ACTIONS}
