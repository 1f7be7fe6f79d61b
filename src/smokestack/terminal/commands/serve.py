"""`smokestack serve`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from smokestack.engine.errors import InvalidInput
from smokestack.terminal.commands.parameters import (
    BotPause,
    BotProcesses,
    DatabaseUrl,
    DataFolder,
    examples,
)
from smokestack.terminal.commands.worker import bot_processes
from smokestack.terminal.data_folder import data_folder

SMTP_PASSWORD: Final = "SMOKESTACK_SMTP_PASSWORD"

EXAMPLES = examples(
    "smokestack serve",
    "smokestack serve --port 9000 --browse",
    "smokestack serve --processes 4",
    "smokestack serve --backup-every 6 --backup-keep 28",
    "smokestack serve --host 0.0.0.0 --public-url https://games.example.org",
)


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            metavar="PORT", help="Port to listen on; 0 takes a free one.", min=0, max=65535
        ),
    ] = 8750,
    data: DataFolder = None,
    database: DatabaseUrl = "",
    processes: Annotated[
        int,
        typer.Option(
            metavar="N", help="Number of server processes; one is enough for 200 games.", min=1
        ),
    ] = 1,
    bots: BotProcesses = 0,
    bot_pause: BotPause = 1.0,
    public_url: Annotated[
        str,
        typer.Option(
            metavar="URL", help="URL at which people reach this server (default: its address)."
        ),
    ] = "",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST", help="Accept requests for this host name, too; can be repeated."
        ),
    ] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="Trust X-Forwarded-For and X-Forwarded-Proto of a proxy on this machine.",
        ),
    ] = False,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Trust these headers of a proxy at this address or network; can be repeated.",
        ),
    ] = None,
    limit: Annotated[
        int,
        typer.Option(
            metavar="N", help="Changes that a guest can make in a minute; 0 is no limit.", min=0
        ),
    ] = 240,
    request_limit: Annotated[
        int,
        typer.Option(metavar="N", help="Requests of an address in a minute; 0 is no limit.", min=0),
    ] = 3000,
    max_tables: Annotated[
        int, typer.Option(metavar="N", help="Unfinished games of the server.", min=1)
    ] = 10_000,
    tables_per_address: Annotated[
        int, typer.Option(metavar="N", help="Unfinished games of an address.", min=1)
    ] = 400,
    connections_per_address: Annotated[
        int, typer.Option(metavar="N", help="Open connections of an address.", min=1)
    ] = 200,
    max_event_streams: Annotated[
        int, typer.Option(metavar="N", help="Open event streams of a process.", min=0)
    ] = 2000,
    waiting_hours: Annotated[
        float,
        typer.Option(
            metavar="HOURS",
            help="Delete tables that have waited for players this long; 0 keeps them.",
            min=0.0,
        ),
    ] = 72.0,
    backup_every: Annotated[
        float,
        typer.Option(
            metavar="HOURS",
            help="Back up the SQLite database this often, into DATA/backups; 0 is never.",
            min=0,
            max=8760,
        ),
    ] = 0.0,
    backup_keep: Annotated[
        int, typer.Option(metavar="N", help="How many of these backups to keep.", min=1)
    ] = 7,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Serve Prometheus metrics at /metrics.")
    ] = False,
    log_format: Annotated[
        str,
        typer.Option(
            metavar="FORMAT", help="Log as plain or json (default: plain on a terminal, else json)."
        ),
    ] = "",
    sign_up: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who may create an account: open (everybody), invitation (those with a code from "
            "'smokestack people invite') or closed (nobody). Guests play without one.",
        ),
    ] = "closed",
    terms: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A Markdown file with terms of use, shown at /terms."),
    ] = None,
    smtp_host: Annotated[
        str, typer.Option(metavar="HOST", help="SMTP server for mails; without it none are sent.")
    ] = "",
    smtp_port: Annotated[
        int, typer.Option(metavar="PORT", help="Port of the SMTP server.", min=1, max=65535)
    ] = 587,
    smtp_tls: Annotated[
        str,
        typer.Option(metavar="KIND", help="Encryption of this connection: starttls, tls or none."),
    ] = "starttls",
    smtp_user: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"User name for the SMTP server; its password is read from {SMTP_PASSWORD}.",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address of the sender in mails.")
    ] = "",
    no_webhooks: Annotated[
        bool,
        typer.Option("--no-webhooks", help="Send no webhooks; people can't set any."),
    ] = False,
    private_webhooks: Annotated[
        bool,
        typer.Option(
            "--private-webhooks", help="Let webhooks reach this machine and its network, too."
        ),
    ] = False,
    time_shift_file: Annotated[
        str, typer.Option(metavar="FILE", help="For tests.", hidden=True)
    ] = "",
    browse: Annotated[bool, typer.Option("--browse", help="Open the page in a browser.")] = False,
) -> None:
    """Start the web server, to play in the browser."""
    from smokestack.server import serve as server
    from smokestack.server.http.addresses import LOOPBACK
    from smokestack.server.settings import SIGN_UP_CHOICES, Settings

    if log_format not in ("", "plain", "json"):
        raise InvalidInput("--log-format must be plain or json")
    if smtp_tls not in ("starttls", "tls", "none"):
        raise InvalidInput("--smtp-tls must be starttls, tls or none")
    if smtp_host and not ("@" in mail_from and public_url):
        raise InvalidInput(
            "--smtp-host needs --mail-from with an address, and --public-url for the links in mails"
        )
    if sign_up not in SIGN_UP_CHOICES:
        raise InvalidInput("--sign-up must be open, invitation or closed")
    if terms is not None and not terms.is_file():
        raise InvalidInput(f"there is no file {terms}")
    settings = Settings(
        data_folder=data or data_folder(),
        database=database,
        bots=bot_processes(bots),
        bot_pause=bot_pause,
        public_url=public_url.rstrip("/"),
        allowed_hosts=tuple(allow_host or ()),
        trusted_proxies=(*(LOOPBACK if behind_proxy else ()), *(trusted_proxy or ())),
        changes_per_minute=limit,
        requests_per_minute=request_limit,
        max_tables=max_tables,
        max_tables_per_address=tables_per_address,
        max_connections_per_address=connections_per_address,
        max_event_streams=max_event_streams,
        waiting_table_hours=waiting_hours,
        backup_every=backup_every,
        backup_keep=backup_keep,
        metrics=metrics,
        sign_up=sign_up,
        terms_file="" if terms is None else str(terms),
        smtp_host=smtp_host,
        smtp_port=smtp_port,
        smtp_tls=smtp_tls,
        smtp_user=smtp_user,
        smtp_password=os.environ.get(SMTP_PASSWORD, ""),
        mail_from=mail_from,
        webhooks=not no_webhooks,
        private_webhooks=private_webhooks,
        time_shift_file=time_shift_file,
    )
    server.serve(settings, host, port, browse, log_format, processes)
