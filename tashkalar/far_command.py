"""The command ``far``: read and write the logs of games between devices, so bots are peers too."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from tashkalar import terminal
from tashkalar.bots.installed import find_player_factory
from tashkalar.bots.simple import take_decision
from tashkalar.errors import IllegalMove
from tashkalar.far.deck_check import DeckCheck, check_decks
from tashkalar.far.far_game import GREETINGS, FarGame, game_id
from tashkalar.far.log import Entry, FarError, Log
from tashkalar.far.message import read_signed_message, write_file, write_text
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.far.signatures import (
    SignatureState,
    SignedLog,
    signature_states,
    signed_content,
)
from tashkalar.far_keys import SigningKey, verify
from tashkalar.formats.record import result
from tashkalar.json_reader import quote_for_error
from tashkalar.pasted_text import decode_file
from tashkalar.plain_text import clean_name
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.rules.deal import make_setup
from tashkalar.rules.forms import FORMS

Subparsers = argparse._SubParsersAction
ReadText = Callable[[str], str]
Action = Callable[[argparse.Namespace], FarGame]
LogAction = Callable[[FarGame, argparse.Namespace], FarGame]
# A text like this is a file that is missing, and no message: it has an ending, or a folder.
_FILE_NAME = re.compile(
    r"(?!.*(?:://|far=))[^\n]{0,250}(?:\.[A-Za-z]\w{0,9}|[\\/][^\n]{0,250})", re.DOTALL
)
_LOG_HELP = "a file, '-' for the standard input, a link, or the text of a message"


def add_parser(commands: Subparsers[terminal.Parser], read_text: ReadText) -> None:
    """Add the command; `read_text` returns the text of a file or of the standard input."""
    far = commands.add_parser("far", help="play with someone far away: read and write the logs")
    actions = far.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")

    def on_log(act: LogAction) -> Action:
        return lambda arguments: act(_read_game(arguments, read_text), arguments)

    _add_new(actions)

    accept = actions.add_parser("accept", help="take a seat; the last seat begins the game")
    accept.add_argument("--name", default="")
    _add_sign(accept)
    _add_common(accept, on_log(_accept))

    turn = actions.add_parser("turn", help="add a turn")
    turn.add_argument("codes", nargs="*", metavar="CODE", help="the decisions, such as +e5 .")
    turn.add_argument("--player", metavar="NAME", help="let a computer player decide")
    _add_common(turn, on_log(_turn))

    for name, text in (
        ("begin", "begin the game to which the player has invited with a secret"),
        ("deck", "shuffle the own sealed deck, or open it at the end"),
    ):
        _add_common(actions.add_parser(name, help=text), on_log(_add_due))

    for name, act, text in (
        ("ask-back", _ask_back, "ask to take the latest own turn back"),
        ("grant-back", _grant_back, "let the other player take a turn back"),
        ("resign", _resign, "give up"),
    ):
        _add_common(actions.add_parser(name, help=text), on_log(act))

    greet = actions.add_parser("greet", help="add a greeting")
    greet.add_argument("word", choices=GREETINGS)
    _add_common(greet, on_log(_greet))

    show = actions.add_parser("show", help="show the game of a log, or write the log otherwise")
    _add_common(show, on_log(lambda far, _: far), default_output="summary")

    merge = actions.add_parser("merge", help="take the longer of two logs, unless they fork")
    merge.add_argument("other", help=_LOG_HELP)
    _add_common(merge, lambda arguments: _merge(arguments, read_text))


def _add_new(actions: Subparsers[terminal.Parser]) -> None:
    """Add the command that writes an invitation."""
    new = actions.add_parser("new", help="write an invitation")
    new.add_argument("--form", default=next(iter(FORMS)))
    new.add_argument("--schools", default="northern,sylvan", help="one per seat, in turn order")
    new.add_argument("--teams", action="store_true", help="two teams: seats 1 and 3, 2 and 4")
    new.add_argument("--seed", help="decides what is dealt, without --secret (random)")
    new.add_argument("--name", default="", help="of the player who invites")
    new.add_argument("--seat", type=int, default=1, metavar="N", help="of that player (1 begins)")
    new.add_argument(
        "--computer",
        action="append",
        default=[],
        metavar="SEAT=NAME",
        help="a computer player for a seat; the person who plays before it plays it too",
    )
    new.add_argument("--sealed", action="store_true", help="seal the hands; needs --secret")
    new.add_argument(
        "--no-hints", action="store_true", help="nobody asks for advice; needs --secret"
    )
    _add_sign(new)
    _add_common(new, _invite, has_log=False)


def _add_sign(parser: argparse.ArgumentParser) -> None:
    text = "sign what this player writes; needs --secret, and the library cryptography"
    parser.add_argument("--sign", action="store_true", help=text)


def _add_common(
    parser: argparse.ArgumentParser,
    act: Action,
    *,
    has_log: bool = True,
    default_output: str = "text",
) -> None:
    """Add the common arguments, and print the log that `act` returns."""
    if has_log:
        parser.add_argument("--log", required=True, metavar="LOG", help=_LOG_HELP)
        seat_help = "who acts (the seat due)" if default_output == "text" else "with --own: of whom"
        parser.add_argument("--seat", type=int, metavar="N", help=seat_help)
        parser.add_argument(
            "--own",
            metavar="LOG",
            help="the log that the seat's player wrote last: more in that player's name is refused",
        )
        parser.add_argument(
            "--same-player",
            action="store_true",
            help="take what is in the own name: it was made on another device of this player",
        )
    parser.add_argument(
        "--output",
        choices=("text", "file", "summary"),
        default=default_output,
        help="what to print",
    )
    parser.add_argument(
        "--secret",
        metavar="FILE",
        help="the secret of the player; new writes it, and then all players decide what is dealt",
    )
    parser.set_defaults(run=lambda arguments: _write(act(arguments), arguments), packs=False)
    parser.add_argument("--packs", action="store_true", help="allow the schools of installed packs")


def _write(far: FarGame, arguments: argparse.Namespace) -> str:
    """Return what is printed of a game; a player with a key signs the own last entry before."""
    _sign(far, arguments)
    if arguments.output == "summary":
        return summary(far)
    if arguments.output == "text":
        return write_text(far.log, far.signatures)
    return write_file(far.log, far.signatures).rstrip("\n")


def _sign(far: FarGame, arguments: argparse.Namespace) -> None:
    """Sign the last entry of the player whose key is in the file of `--secret`, if it is new."""
    key = _read_key(arguments.secret)
    for seat, public in far.keys.items():
        content = signed_content(far.log, seat)
        if key and key.public == public and content and seat not in far.signatures:
            far.signatures = {**far.signatures, seat: key.sign(content)}


def _check_signatures(far: FarGame, arguments: argparse.Namespace) -> None:
    """Raise FarError for a false signature, and for own entries that the own key has not signed."""
    if not far.signatures and arguments.secret is None:
        return
    key = _read_key(arguments.secret)
    for seat, state in _signature_states(far).items():
        if state == "false":
            raise FarError("signed", f"the signature of seat {seat} is not that of its player")
        is_known = arguments.own is not None or arguments.same_player
        if state == "unsigned" and key and key.public == far.keys[seat] and not is_known:
            raise FarError(
                "own",
                f"the entries of seat {seat} lack the signature of this player; if a page has left "
                "it out, give the log that this player wrote last with --own",
            )


def _signature_states(far: FarGame) -> dict[SeatNumber, SignatureState]:
    return signature_states(SignedLog(far.log, far.signatures), far.keys, verify)


def _read_log(source: str, read_text: ReadText, own: Log = ()) -> SignedLog:
    """Return the log of an argument; of several in a text, the one with news for the own log."""
    is_file = source == "-" or _is_file(source) or _FILE_NAME.fullmatch(source)
    return read_signed_message(read_text(source) if is_file else source, own)


def _read_signed(
    source: str, arguments: argparse.Namespace, read_text: ReadText, own: Log = ()
) -> FarGame:
    """Return the game of a log whose signatures are right, with the secret of `--secret`."""
    signed = _read_log(source, read_text, own)
    far = FarGame.read(signed.log)
    far.signatures = signed.signatures
    _use_secret(far, arguments)
    _check_signatures(far, arguments)
    return far


def _read_game(arguments: argparse.Namespace, read_text: ReadText) -> FarGame:
    """Return the game of `--log`; with `--secret` the player knows the own beings.

    With `--own` it is that game, which has received the one of `--log`.
    """
    far = _read_signed(arguments.log, arguments, read_text)
    if arguments.own is None:
        far.own_seat = SeatNumber(arguments.seat or far.own_seat)
        return far
    own = _read_signed(arguments.own, arguments, read_text)
    own.own_seat = SeatNumber(arguments.seat or own.own_seat)
    if own.own_seat not in own.seats:
        raise FarError("act", "--own: say with --seat whose log it is")
    _receive(own, far, arguments)
    own.hand = own.hand or far.hand
    return own


def _receive(far: FarGame, incoming: FarGame, arguments: argparse.Namespace) -> None:
    """Take over a log; raise FarError if it is another game, or goes on differently."""
    own, other = far.log, incoming.log
    try:
        compared = far.receive(
            other, is_own_confirmed=arguments.same_player, signatures=incoming.signatures
        )
    except FarError as error:
        if error.fault != "own":
            raise
        raise FarError(
            "own", f"{error}; if it was another device of yours: --same-player"
        ) from None
    if compared.kind == "other":
        raise FarError("other", "these are the logs of two games")
    if compared.kind == "fork":
        first, second = (_describe(log[compared.common]) for log in (own, other))
        raise FarError(
            "other", f"the logs fork after {compared.common} entries: {first}, or {second}"
        )


def _use_secret(far: FarGame, arguments: argparse.Namespace) -> None:
    """Let the game know the beings of the player whose secret is in the file of `--secret`."""
    if arguments.secret is None:
        return
    if far.free_seats and not Path(arguments.secret).exists():  # accepting makes it
        return
    secret, _ = _read_secret(arguments.secret)
    if not secret:
        return
    for seat in far.seals.by_seat if far.seals else (far.log[0].by,):
        try:
            far.use_hand(SealedHand(seat, secret))
        except FarError:
            continue
    is_signer = bool(far.keys) and not far.seals
    if far.hand is None and not far.free_seats and not is_signer:
        raise FarError("sealed", "--secret: the secret is that of another game")


def _new_hand(seat: int, arguments: argparse.Namespace) -> tuple[SealedHand, str]:
    """Return a hand with a new secret, and with `--sign` a new public key, otherwise "".

    The secret and the private key are written into a file of this user only.
    """
    if arguments.secret is None:
        what = "signatures" if arguments.sign else "sealed hands"
        raise FarError("act", f"{what} need --secret FILE; keep the file, and send it to nobody")
    hand, key = SealedHand.new(seat), SigningKey.new() if arguments.sign else None
    try:
        with open(arguments.secret, "x", encoding="ascii", opener=_open_private) as file:
            file.write(f"{hand.secret}\n" + (f"{key.write()}\n" if key else ""))
    except OSError as error:
        raise FarError("act", f"--secret: {error.strerror or error}") from None
    return hand, key.public if key else ""


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read_secret(path: str) -> tuple[str, str]:
    """Return the secret of a file and the private key, "" without one."""
    try:
        lines = decode_file(Path(path).read_bytes()).split()
    except OSError as error:
        raise FarError(
            "act", f"--secret: {path}: {error.strerror or 'the file cannot be read'}"
        ) from None
    except ValueError:
        raise FarError("act", f"--secret: {path}: not a text file") from None
    secret, key, *_ = (*lines, "", "")
    return secret, key


def _read_key(path: str | None) -> SigningKey | None:
    """Return the private key in the file of `--secret`; None without a file or a key."""
    if path is None or not Path(path).exists():
        return None
    key = _read_secret(path)[1]
    return SigningKey.read(key) if key else None


def _is_file(source: str) -> bool:
    try:
        return Path(source).is_file()
    except (OSError, ValueError):  # too long, or no name that a file can have
        return False


def _invite(arguments: argparse.Namespace) -> FarGame:
    schools, seat = arguments.schools.split(","), arguments.seat
    if not 1 <= seat <= len(schools):
        raise FarError("act", f"--seat: a number from 1 to {len(schools)} is needed")
    names = [
        clean_name(arguments.name) if number == seat else ""
        for number in range(1, len(schools) + 1)
    ]
    try:
        setup = make_setup(
            arguments.form, schools, teams=arguments.teams, seed=arguments.seed, names=names
        )
    except ValueError as error:
        raise FarError("act", str(error)) from None
    levels = dict(map(_computer_level, arguments.computer))
    if arguments.sealed and len(schools) != 2:
        raise FarError("act", "sealed hands are for two players")
    if arguments.secret is not None and arguments.seed is not None:
        raise FarError("act", "--seed: with --secret all players decide what is dealt")
    if arguments.no_hints and arguments.secret is None:
        raise FarError("act", "games without hints need --secret FILE")
    if not (arguments.sealed or arguments.sign or arguments.secret is not None):
        return FarGame.invite(setup, seat, levels)
    hand, key = _new_hand(seat, arguments)
    return FarGame.invite(
        setup,
        seat,
        levels,
        hand=hand,
        is_sealed=arguments.sealed,
        key=key,
        allows_hints=not arguments.no_hints,
    )


def _computer_level(text: str) -> tuple[SeatNumber, str]:
    """Return the seat and the player that an argument such as ``3=adept`` names."""
    seat, _, name = text.partition("=")
    if not seat.isdecimal() or not name:
        raise FarError("act", "--computer: a seat and a player are needed, such as 3=adept")
    try:
        find_player_factory(name)
    except ValueError as error:
        raise FarError("act", str(error)) from None
    return SeatNumber(int(seat)), name


def _accept(far: FarGame, arguments: argparse.Namespace) -> FarGame:
    if not far.free_seats:
        raise FarError("act", "all seats are taken")
    seat = arguments.seat or far.free_seats[0]
    hand, key = None, ""
    if seat in far.free_seats and (far.seals or arguments.sign):
        if far.deal is None and arguments.sign:
            raise FarError("act", "--sign: the invitation lets nobody sign")
        hand, key = _new_hand(seat, arguments)
    far.accept(seat, clean_name(arguments.name), hand=hand if far.seals else None, key=key)
    _play_computers(far)
    return far


def _add_due(far: FarGame, _: argparse.Namespace) -> FarGame:
    if far.hand is None:
        raise FarError("act", "this needs the --secret of the player")
    far.add_due()
    _play_computers(far)
    return far


def _due_seat(far: FarGame, arguments: argparse.Namespace) -> SeatNumber:
    seat = arguments.seat or (far.due_seats[0] if far.due_seats else 0)
    if seat not in far.seats:
        raise FarError("act", "--seat: the number of a seat is needed")
    return SeatNumber(seat)


def _turn(far: FarGame, arguments: argparse.Namespace) -> FarGame:
    far.add_due()
    seat, codes = _due_seat(far, arguments), list(arguments.codes)
    if far.seals and (far.hand is None or far.hand.seat != seat):
        raise FarError("act", f"sealed hands need the --secret of seat {seat}")
    if arguments.player is not None:
        codes += _choose_turn(far, seat, arguments.player)
    if not codes:
        raise FarError("act", "the decisions are missing: give codes, or --player")
    far.add_decisions(seat, codes)
    _play_computers(far)
    return far


def _play_computers(far: FarGame) -> None:
    """Play the turns of computers that are due, until a person is."""
    while far.game is not None and (due := far.due_seats) and due[0] in far.computer_levels:
        far.add_decisions(due[0], _choose_turn(far, due[0], far.computer_levels[due[0]]))


def _choose_turn(far: FarGame, seat: SeatNumber, name: str) -> Sequence[str]:
    """Return the decisions of a computer player until another seat decides."""
    if far.game is None:
        raise FarError("act", "the game has not begun")
    game, before = far.game_to_show(), len(far.game.codes)
    try:
        player = find_player_factory(name)(f"{game.setup.seed}/{seat_of(seat)}/{before}")
        while game.player == seat:
            take_decision(game, player)
    except (IllegalMove, ValueError) as error:
        raise FarError("act", str(error)) from None
    return game.codes[before:]


def _ask_back(far: FarGame, arguments: argparse.Namespace) -> FarGame:
    turn = far.turn_to_take_back(SeatNumber(arguments.seat or _last_to_play(far)))
    if turn is None:
        raise FarError("act", "no turn can be taken back")
    far.add(turn.seat, "take-back-asked", {"turn": turn.n})
    return far


def _grant_back(far: FarGame, arguments: argparse.Namespace) -> FarGame:
    far.add(_due_seat(far, arguments), "take-back-granted")
    return far


def _resign(far: FarGame, arguments: argparse.Namespace) -> FarGame:
    far.add(_due_seat(far, arguments), "resign")
    far.add_due()
    return far


def _last_to_play(far: FarGame) -> int:
    return next((entry.by for entry in reversed(far.log) if entry.kind == "turn"), 0)


def _greet(far: FarGame, arguments: argparse.Namespace) -> FarGame:
    seat = arguments.seat or far.log[-1].by
    far.add(seat, "greeting", {"word": arguments.word})
    return far


def _merge(arguments: argparse.Namespace, read_text: ReadText) -> FarGame:
    far = _read_game(arguments, read_text)
    other = _read_signed(arguments.other, arguments, read_text, far.log)
    _receive(far, other, arguments)
    return far


def _describe(entry: Entry) -> str:
    """Return one line about an entry, which may come from elsewhere."""
    left_out = {
        "v",
        "setup",
        "deal",
        "nonce",
        "key",
        "sealed",
        "cards",
        "share",
        "reveals",
        "secret",
    }
    data = " ".join(str(value) for key, value in entry.data.items() if key not in left_out)
    words = f"seat {entry.by} {entry.kind}"
    return f"{words}: {quote_for_error(data)[1:-1]}" if data else words


def _describe_check(check: DeckCheck) -> str:
    """Return what the opened deck of a seat proves."""
    return {
        "": "as promised",
        "unopened": "not opened yet",
        "secret": "NOT as promised: another secret",
        "share": "NOT as promised: the other deck or the deal had another random value",
        "cards": "NOT as promised: the secret gives another order",
        "play": f"NOT as promised: a being was not revealed in turn {check.turn}",
    }[check.fault]


def summary(far: FarGame) -> str:
    """Return the game of a log in lines: the entries, the board is left to `replay`."""
    lines = [f"game: {game_id(far.log)}"]
    lines += [f"{entry.n}. {_describe(entry)}" for entry in far.log]
    if far.game is not None:
        lines.append(f"result: {result(far.game.outcome)}")
    lines += [f"deck of seat {check.seat}: {_describe_check(check)}" for check in check_decks(far)]
    if far.keys:
        states = _signature_states(far)
        lines += [f"seat {seat}: {states.get(seat, 'unsigned')}" for seat in far.seat_names]
    due = " ".join(map(str, far.due_seats))
    lines.append(f"next: seat {due}" if due else "next: nobody")
    return "\n".join(lines)
