"""`smokestack people`: the accounts of a server."""

from __future__ import annotations

from contextlib import closing

from smokestack.server.accounts.admin import AccountAdmin, Person
from smokestack.server.settings import Settings
from smokestack.terminal.printing import say


def print_list(settings: Settings, limit: int) -> None:
    with closing(AccountAdmin(settings)) as admin:
        found = admin.all(limit)
    if not found:
        say("no accounts")
    for person in found:
        say(_line(person))


def show(settings: Settings, name: str) -> None:
    with closing(AccountAdmin(settings)) as admin:
        person = admin.find(name)
    say(_line(person))
    say(f"  profile: {'private' if person.private else 'public'}")
    seen = f", last used {person.seen:%Y-%m-%d %H:%M} UTC" if person.seen else ""
    say(f"  devices: {person.devices}{seen}")


def rename(settings: Settings, name: str, new: str) -> None:
    with closing(AccountAdmin(settings)) as admin:
        admin.rename(name, new)
    say("renamed; names at tables stay as they were")


def ban(settings: Settings, name: str, lift: bool) -> None:
    with closing(AccountAdmin(settings)) as admin:
        admin.ban(name, not lift)
    say("ban lifted" if lift else "banned and signed out on all devices")


def reset(settings: Settings, name: str) -> None:
    with closing(AccountAdmin(settings)) as admin:
        password = admin.reset(name)
    say(f"new password: {password}")
    say("all devices are signed out; its email address, passkeys and webhook are removed")


def invite(settings: Settings, count: int) -> None:
    with closing(AccountAdmin(settings)) as admin:
        codes = admin.invite(count)
    for code in codes:
        say(code)


def _line(person: Person) -> str:
    state = ", banned" if person.banned else ""
    return f"{person.name}: since {person.created:%Y-%m-%d}, {person.games} finished games{state}"
