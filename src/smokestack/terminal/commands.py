"""The commands with their options and help; the work is done next door."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import smokestack
from smokestack import pure
from smokestack.bots.registry import bot_names
from smokestack.engine.errors import InvalidInput
from smokestack.engine.language import tr
from smokestack.engine.match import Match
from smokestack.terminal import hosting
from smokestack.terminal.languages import Lang
from smokestack.terminal.options import (
    examples,
    parse_bots,
    parse_options,
    parse_pool,
    parse_seats,
    recorded_seats,
    seat_names,
    usual_seats,
)
from smokestack.terminal.saves import data_folder

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Glasgow and Brass at the terminal, and their rules for programs.",
    epilog=examples(
        "smokestack play",
        "smokestack play glasgow --seats Ann,Ben",
        "smokestack simulate glasgow --games 1000 --bots greedy,random",
        "smokestack arena glasgow --players greedy,random --games 200",
        "smokestack COMMAND --help",
    )
    + "\n\nExit codes: 0 done, 1 input that can't be used, 2 wrong usage, 130 interrupted.",
)
tiles_app = typer.Typer(rich_markup_mode=None, help="Look at, copy or check tile sets.")
app.add_typer(tiles_app, name="tiles")

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(smokestack.game_names())}.")
]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same game.", min=0)]
Edition = Annotated[
    str | None, typer.Option(help="Edition of the game; the usual one if left out.")
]
Players = Annotated[int | None, typer.Option(help="Number of players.")]
Tiles = Annotated[Path | None, typer.Option(help="Play with the tile set in this file.")]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Change a ruling; may be repeated."),
]
Workers = Annotated[
    int, typer.Option(help="Processes to use; 0 is one for each core.", min=0, max=256)
]
Bots = Annotated[
    str,
    typer.Option(help=f"A bot for each seat, or one for all; of: {', '.join(bot_names())}."),
]


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        mode = "compiled" if pure.is_compiled() else "interpreted"
        typer.echo(f"smokestack {smokestack.__version__} ({mode})")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@tiles_app.callback(invoke_without_command=True)
def about_tiles(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    epilog=examples(
        "smokestack play",
        "smokestack play glasgow --seats Ann,Ben",
        "smokestack play brass --seats me,merchant,master",
        "smokestack play brass --edition 2009-duel --seed 7",
        "smokestack play --seats me,program:./mybot.py",
        "smokestack play --lang nl",
        "smokestack play --continue",
        "smokestack play --load my-game.json",
    )
)
def play(
    game: GameName = "glasgow",
    seats: Annotated[
        str | None,
        typer.Option(help="Who sits where: names of people, or of bots; you against clerks."),
    ] = None,
    players: Players = None,
    seed: Seed = None,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    go_on: Annotated[
        bool, typer.Option("--continue", help="Go on with the last unfinished game.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Sit down at the terminal table: against a bot, or two people at one keyboard."""
    from smokestack.terminal.saves import last_unfinished
    from smokestack.terminal.table import TerminalTable

    if go_on and load is not None:
        raise InvalidInput(tr("--load and --continue can't be used together"))
    if seats and players is not None:
        raise InvalidInput(tr("--seats says already how many play; leave --players out"))
    if go_on:
        load = last_unfinished(smokestack.find_game(game).name)
    if load is not None:
        match = smokestack.load_game(load)
        chosen = parse_seats(seats) if seats else recorded_seats(match.setup.players)
        TerminalTable(match, chosen, load).run()
        return
    chosen = parse_seats(seats) if seats else usual_seats(game, edition, players)
    match = smokestack.new_game(
        game,
        seed=seed,
        players=seat_names(chosen),
        edition=edition,
        options=parse_options(option),
        tiles=tiles,
    )
    TerminalTable(match, chosen).run()


@app.command(
    epilog=examples(
        "smokestack serve",
        "smokestack serve --port 9000 --browse",
        "smokestack serve --processes 4",
        "smokestack serve --host 0.0.0.0 --public-url https://games.example.org",
    )
)
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = 8750,
    folder: hosting.Folder = None,
    database: hosting.DatabaseUrl = "",
    processes: Annotated[
        int, typer.Option(help="Processes that serve; one is enough for some 200 games.", min=1)
    ] = 1,
    bots: hosting.BotProcesses = 0,
    bot_pause: Annotated[
        float, typer.Option(help="A bot answers no sooner than after these seconds.", min=0, max=60)
    ] = 1.0,
    public_url: Annotated[
        str, typer.Option(help="How people reach this server, if not at its own address.")
    ] = "",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Another name under which this server is asked; may be repeated."),
    ] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="A proxy in front sets X-Forwarded-For and -Proto."),
    ] = False,
    limit: Annotated[
        int,
        typer.Option(help="Changes that a guest may make in a minute; 0 is no limit.", min=0),
    ] = 240,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Show counts for Prometheus at /metrics.")
    ] = False,
    log_format: Annotated[
        str, typer.Option(help="plain or json; plain on a terminal if left out.")
    ] = "",
    browse: Annotated[bool, typer.Option("--browse", help="Open a browser, too.")] = False,
) -> None:
    """Open the web table: people and bots play in the browser."""
    from smokestack.server import serve as server
    from smokestack.server.settings import Settings

    if log_format not in ("", "plain", "json"):
        raise InvalidInput("--log-format must be plain or json")
    place = folder or data_folder()
    settings = Settings(
        folder=place,
        database=database,
        bots=hosting.bot_processes(bots),
        bot_pause=bot_pause,
        public_url=public_url.rstrip("/"),
        hosts=tuple(allow_host or ()),
        behind_proxy=behind_proxy,
        changes_per_minute=limit,
        metrics=metrics,
    )
    server.serve(settings, host, port, browse, log_format, processes)


hosting.register(app)


@app.command(
    epilog=examples("smokestack simulate glasgow --games 1000 --bots greedy,random --seed 1")
)
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.", min=1, max=10_000_000)] = 1000,
    bots: Bots = "random",
    seed: Annotated[int, typer.Option(help="Seed of the first game; then one by one.", min=0)] = 0,
    players: Players = None,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
    workers: Workers = 0,
) -> None:
    """Let bots play many games and print scores, lengths and wins by seat."""
    from smokestack.terminal.simulation import Simulation

    first = _new_match(game, seed, players, edition, tiles, option)
    names = parse_bots(bots, first.game, len(first.setup.players))
    Simulation(first.setup, names, games, workers).run()


@app.command(
    epilog=examples(
        "smokestack arena glasgow --players greedy,random --games 200",
        "smokestack arena brass --players greedy,random,random,random --games 40",
        "smokestack arena brass --players greedy --games 100",
        "smokestack arena glasgow --players greedy,random --json > report.json",
        "smokestack arena glasgow --players greedy,random --ray",
    ),
)
def arena(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            help=f"The bots that meet, with settings behind colons; of: {', '.join(bot_names())}. "
            "A single one plays itself."
        ),
    ],
    games: Annotated[
        int, typer.Option(help="How many games; whole seed groups are played.", min=1, max=10**7)
    ] = 100,
    seats: Annotated[
        int | None, typer.Option(help="Seats at a table; as many as players if left out.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the first group; then one by one.", min=0)] = 0,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
    workers: Workers = 0,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Play on a Ray cluster: its address, auto for a running one, "
            "nothing for one on this machine.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for games and reports; one for each plan if left out."),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Drop games played before.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print the report as JSON instead of tables.")
    ] = False,
) -> None:
    """Let bots meet on equal terms and report ratings, win rates, points and speed.

    Every seed is played with all line-ups on all rotations of the seats. Finished games are kept:
    the same command goes on after an interruption, and adds games if asked for more.
    """
    from smokestack.arena.plan import make_plan
    from smokestack.terminal.arena import Arena

    plan = make_plan(
        game,
        parse_pool(players),
        seats=seats,
        seed=seed,
        edition=edition,
        options=parse_options(option),
        tiles=tiles,
    )
    Arena(plan, games, out, fresh).run(workers, ray, json)


@app.command(epilog=examples("smokestack trace glasgow --seed 7 --bots greedy > game.jsonl"))
def trace(
    game: GameName,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.", min=0)] = 0,
    players: Players = None,
    edition: Edition = None,
    bots: Bots = "random",
    tiles: Tiles = None,
    option: OptionList = None,
) -> None:
    """Print a game as JSON Lines with every question, answer and state, hidden things included."""
    from smokestack.bots.registry import make_bot
    from smokestack.engine.trace import trace as trace_lines

    match = _new_match(game, seed, players, edition, tiles, option)
    names = parse_bots(bots, match.game, len(match.setup.players))
    seated = [make_bot(name, match.game, seed, seat) for seat, name in enumerate(names)]
    for line in trace_lines(match, lambda view: seated[view.seat].answer(view)):
        print(line)


@app.command(epilog=examples("smokestack replay my-game.json --moves"))
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as written by save.")],
    moves: Annotated[bool, typer.Option("--moves", help="Tell the game answer by answer.")] = False,
    at: Annotated[
        int | None, typer.Option(help="Show the table after this many answers.", min=0)
    ] = None,
    ledger: Annotated[
        bool, typer.Option("--ledger", help="List every change of money, income and points.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Check a record and print its result, with every point explained."""
    from smokestack.terminal.report import print_ledger, print_replay

    match = smokestack.load_game(file)
    print_replay(match, moves, at)
    if ledger:
        print_ledger(match)


@app.command(epilog=examples("smokestack perft glasgow --seed 1 --depth 4"))
def perft(
    game: GameName,
    seed: Annotated[int, typer.Option(help="The same seed gives the same counts.", min=0)] = 0,
    depth: Annotated[int, typer.Option(help="How many answers deep.", min=1, max=20)] = 3,
    players: Players = None,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
) -> None:
    """Count the sequences of answers from the start, to compare implementations."""
    from smokestack.terminal.report import print_perft

    print_perft(_new_match(game, seed, players, edition, tiles, option), depth)


@app.command(
    epilog=examples(
        "smokestack tune glasgow --generations 20 --out tuned",
        "smokestack tune brass --bot search:simulations=100 --group both --games 24",
    )
)
def tune(
    game: GameName,
    bot: Annotated[
        str, typer.Option(help="The bot whose weights are tuned, with its settings.")
    ] = "greedy",
    group: Annotated[
        str, typer.Option(help="Which weights: evaluation, search or both.")
    ] = "evaluation",
    aim: Annotated[
        str | None,
        typer.Option(
            help="wins, against the first weights, or points, among themselves; "
            "if left out, what suits the game."
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games of a candidate.", min=1, max=1_000_000)] = 60,
    generations: Annotated[
        int, typer.Option(help="How many, with those of an earlier run.", min=1, max=100_000)
    ] = 30,
    population: Annotated[
        int | None,
        typer.Option(help="Candidates of a generation; some dozen if left out.", min=4, max=1000),
    ] = None,
    start: Annotated[Path | None, typer.Option(help="Begin with the weights in this file.")] = None,
    validation: Annotated[
        int, typer.Option(help="Games of new against old at the end.", min=0, max=1_000_000)
    ] = 200,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the run; if it holds one, go on with it.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same run.", min=0)] = 0,
    players: Players = None,
    edition: Edition = None,
    workers: Workers = 0,
) -> None:
    """Look for better weights of a bot by letting candidates play against each other."""
    from smokestack.arena.tuning import make_plan
    from smokestack.terminal.tuning import tune as tune_weights

    setup = _new_match(game, seed, players, edition, None, None).setup
    plan = make_plan(
        setup, bot, group=group, aim=aim, games=games, population=population, start=start
    )
    folder = out or Path(f"tuning-{setup.game}")
    tune_weights(plan, folder, generations, validation, workers)


@tiles_app.command("check", epilog=examples("smokestack tiles check my-tiles.toml"))
def tiles_check(
    file: Annotated[Path, typer.Argument(help="A tile file for Glasgow.")],
    lang: Lang = None,
) -> None:
    """Say by entry and field what is wrong with a tile file."""
    from smokestack.terminal.tiles import check

    check(file)


@tiles_app.command("show", epilog=examples("smokestack tiles show"))
def tiles_show(
    file: Annotated[Path | None, typer.Argument(help="A tile file; else the shipped set.")] = None,
    lang: Lang = None,
) -> None:
    """List a tile set and mark which values are reconstructed."""
    from smokestack.terminal.tiles import show

    show(file)


@tiles_app.command("copy", epilog=examples("smokestack tiles copy my-tiles.toml"))
def tiles_copy(
    file: Annotated[Path, typer.Argument(help="The new file; must not exist yet.")],
    lang: Lang = None,
) -> None:
    """Write the shipped tile set to a file, to correct it from the box."""
    from smokestack.terminal.tiles import copy

    copy(file)


def _new_match(
    game: str,
    seed: int,
    players: int | None,
    edition: str | None,
    tiles: Path | None,
    option: list[str] | None,
) -> Match:
    if players is not None and players < 1:
        raise InvalidInput("--players must be at least 1")
    return smokestack.new_game(
        game,
        seed=seed,
        players=players,
        edition=edition,
        options=parse_options(option),
        tiles=tiles,
    )
