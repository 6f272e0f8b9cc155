"""The check of each role but the computer players': all calls that matter, judged by the core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from noughts.core import Game, Mark, Move, Position
from noughts.grader import faults
from noughts.grader.bench import Bench, Case, Examined, every_position, unfinished
from noughts.grader.faults import Call, Fault, PartReport, Reason, Wrong
from noughts.grader.notation import RULES, Squares, cells_of
from noughts.grader.program import MOST_KEPT
from noughts.grader.questions import Certainty, Outcome, Question
from noughts.grader.shapes import Given, Part, Role, Typing

_NOBODY = (None, False, "", 0)  # what stands for no winner, besides an empty cell
_FEW_PLIES = 2  # of the boards on which every wrong square is tried
_NO_SQUARES = ("", "hello", "-1", "99", "1.5", "3 x")  # typed
_TYPED_BOARDS = (".../.../... x 3", "x../.o./... x 3", "xox/.o./.x. o 3")


def check(bench: Bench, part: Part, function: str) -> PartReport:
    """Try a function in its role, and say what is wrong with it."""
    examined = CHECKS[part.role](bench, part, function)
    return PartReport(part.role, function, examined.tried, examined.faults, examined.notes)


def _create(bench: Bench, part: Part, function: str) -> Examined:
    call = Call(function)

    def judge(outcome: Outcome) -> Fault | None:
        cells = cells_of(outcome.value)
        if outcome.shares_rows:
            return Wrong(call, outcome.value, (), faults.SharedRows())
        if outcome.value == bench.notation.write(RULES.start()):
            return None
        return Wrong(call, outcome.value, (), faults.Cells(None if cells is None else len(cells)))

    return bench.examine([Case(call, Question(function), judge)])


def _moves(bench: Bench, part: Part, function: str) -> Examined:
    squares = bench.notation.squares

    def judged(position: Position) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            reason: Reason = None
            values = outcome.value
            if not isinstance(values, list | tuple | frozenset | dict):
                return Wrong(call.call, values, (), None)
            read = {squares.read(value): value for value in values}
            free = set(position.moves)
            if None in read:
                reason = faults.NoSquare(read[None])
            elif extra := sorted(set(read) - free):  # type: ignore[type-var]
                mark = position.mark_at(extra[0])  # type: ignore[arg-type]
                assert mark is not None
                reason = faults.IsTaken(extra[0], mark)  # type: ignore[arg-type]
            elif missing := sorted(free - set(read)):
                reason = faults.IsFree(missing[0])
            elif len(values) > len(read):
                squares_read = [squares.read(value) for value in values]
                reason = faults.IsTwice(max(read, key=squares_read.count))  # type: ignore[arg-type]
            return None if reason is None else Wrong(call.call, values, (), reason)

        call = bench.on(function, position, judge)
        return call

    full = (one for one in every_position() if one.is_over and not one.has_winner)
    return bench.examine(map(judged, (*unfinished(), *full)))


def _winner(bench: Bench, part: Part, function: str) -> Examined:
    notation = bench.notation
    nobody = (*_NOBODY, *notation.empty)
    tells_tie = None not in bench.ties and bench.roles.isdisjoint((Role.IS_FULL, Role.IS_DRAW))
    ties, silences = list[Position](), list[tuple[Position, object]]()

    def judged(position: Position) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            reason, value = line_of(position), outcome.value
            won = notation.mark_of(value)
            if isinstance(reason, faults.HasLine):
                if won is reason.mark:
                    return None
                return Wrong(case.call, value, (notation.marks[reason.mark],), reason)
            if won is None and reason.is_full and _is_tie(value, bench):
                ties.append(position)
                return None
            if won is None and value in nobody:
                if reason.is_full and tells_tie:
                    silences.append((position, value))
                return None
            wanted = bench.ties[0] if reason.is_full and tells_tie else None
            return Wrong(case.call, value, (wanted,), reason)

        case = bench.on(function, position, judge)
        return case

    tried, told, _ = bench.examine(map(judged, every_position()))
    if not silences:
        return Examined(tried, told)
    position, value = silences[0]
    call, reason = Call(function, (), position), line_of(position)
    if ties or Role.CONGRATS in bench.roles:  # which is told of a tie
        silent = Wrong(call, value, bench.ties[:1], reason, len(silences), tried)
        return Examined(tried, (*told, silent))
    return Examined(tried, told, (Wrong(call, value, (), reason, len(silences), tried),))


def _is_tie(value: object, bench: Bench) -> bool:
    if isinstance(value, str) and ("tie" in value.lower() or "draw" in value.lower()):
        return True
    return value in bench.ties


def line_of(position: Position) -> faults.HasLine | faults.NoLine:
    """Return who has a line, or that nobody has."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return faults.NoLine(is_full=outcome is not None)
    return faults.HasLine(outcome.winner, outcome.line)


def _truths(
    bench: Bench,
    function: str,
    truths: Iterator[tuple[Position, bool, Reason, tuple[object, ...]]],
) -> Examined:
    """Try a function that says yes or no.

    Each truth is a board, the answer, the reason, and what else the function is given.
    """

    def judged(position: Position, truth: bool, reason: Reason, others: tuple[object, ...]) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            is_plain = outcome.value is None or isinstance(outcome.value, bool | int | str)
            if is_plain and bool(outcome.value) is truth:
                return None
            return Wrong(case.call, outcome.value, (truth,), reason)

        case = bench.on(function, position, judge, *others)
        return case

    return bench.examine(judged(*truth) for truth in truths)


def _has_won(bench: Bench, part: Part, function: str) -> Examined:
    def truths() -> Iterator[tuple[Position, bool, Reason, tuple[object, ...]]]:
        for position in every_position():
            reason = line_of(position)
            for mark in Mark:
                has_won = isinstance(reason, faults.HasLine) and reason.mark is mark
                why = reason if has_won else faults.LacksLine(mark)
                yield position, has_won, why, (bench.notation.marks[mark],)

    return _truths(bench, function, truths())


def _is_full(bench: Bench, part: Part, function: str) -> Examined:
    def truths() -> Iterator[tuple[Position, bool, Reason, tuple[object, ...]]]:
        for position in every_position():
            is_full = position.plies == RULES.size
            free = [square for square in range(RULES.size) if position.mark_at(square) is None]
            yield position, is_full, None if is_full else faults.IsFree(free[0]), ()

    return _truths(bench, function, truths())


def _is_draw(bench: Bench, part: Part, function: str) -> Examined:
    def truths() -> Iterator[tuple[Position, bool, Reason, tuple[object, ...]]]:
        for position in every_position():
            free = [square for square in range(RULES.size) if position.mark_at(square) is None]
            if free:
                yield position, False, faults.IsFree(free[0]), ()
            elif not position.has_winner:  # a winner is looked for first, or here
                yield position, True, line_of(position), ()

    return _truths(bench, function, truths())


def _is_valid(bench: Bench, part: Part, function: str) -> Examined:
    def truths() -> Iterator[tuple[Position, bool, Reason, tuple[object, ...]]]:
        for position in every_position():
            if position.plies > _FEW_PLIES:
                return
            for row in range(-1, RULES.height + 1):
                for column in range(-1, RULES.width + 1):
                    square = Squares.PAIR.read((row, column))
                    mark = None if square is None else position.mark_at(square)
                    reason: Reason
                    if square is None:
                        reason = faults.NoSquare((row, column))
                    elif mark is not None:
                        reason = faults.IsTaken(square, mark)
                    else:
                        reason = faults.IsFree(square)
                    yield position, isinstance(reason, faults.IsFree), reason, (row, column)

    return _truths(bench, function, truths())


def _terminal(bench: Bench, part: Part, function: str) -> Examined:
    truths = ((one, one.is_over, line_of(one), ()) for one in every_position())
    return _truths(bench, function, truths)


def _utility(bench: Bench, part: Part, function: str) -> Examined:
    worths = {Mark.X: 1, Mark.O: -1, None: 0}

    def judged(position: Position) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            assert position.outcome is not None
            worth = worths[position.outcome.winner]
            value = outcome.value
            if isinstance(value, int | float) and not isinstance(value, bool) and value == worth:
                return None
            return Wrong(case.call, value, (worth,), line_of(position))

        case = bench.on(function, position, judge)
        return case

    return bench.examine(judged(one) for one in every_position() if one.is_over)


def _next(bench: Bench, part: Part, function: str) -> Examined:
    marks = bench.notation.marks

    def judged(mark: Mark) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            if bench.notation.mark_of(outcome.value) is mark.other:
                return None
            return Wrong(call, outcome.value, (marks[mark.other],), faults.OtherMark())

        call = Call(function, (marks[mark],))
        return Case(call, Question(function, (marks[mark],)), judge)

    return bench.examine(map(judged, Mark))


def _player(bench: Bench, part: Part, function: str) -> Examined:
    def judged(position: Position) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            turn = position.turn
            if bench.notation.mark_of(outcome.value) is turn:
                return None
            counts = position.xs.bit_count(), position.os.bit_count()
            reason = faults.MarksOnBoard(*counts, turn)
            return Wrong(case.call, outcome.value, (bench.notation.marks[turn],), reason)

        case = bench.on(function, position, judge)
        return case

    return bench.examine(map(judged, unfinished()))


def _result(bench: Bench, part: Part, function: str) -> Examined:
    notation = bench.notation

    def made(position: Position, move: Move) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            wanted = notation.write(position.play_unchecked(move))
            if outcome.value == wanted:
                return None
            return Wrong(case.call, outcome.value, (wanted,), None)

        case = bench.on(function, position, judge, notation.squares.write(move))
        return case

    def refused(
        position: Position, square: object, reason: faults.IsTaken | faults.NoSquare
    ) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            if outcome.failure is not None:
                return None
            return Wrong(case.call, outcome.value, (), faults.Refuses(reason))

        case = bench.on(function, position, judge, square)
        return replace(case, may_fail=True, may_change=True)

    def cases() -> Iterator[Case]:
        for position in unfinished():
            for move in position.moves:
                yield made(position, move)
        for position in unfinished():
            if position.plies > _FEW_PLIES:
                return
            for square in range(RULES.size):
                mark = position.mark_at(square)
                if mark is not None:
                    written = notation.squares.write(square)
                    yield refused(position, written, faults.IsTaken(square, mark))
            beyond: tuple[object, ...] = (9, -1)
            if notation.squares is Squares.PAIR:
                beyond = ((3, 0), (0, 3), (-1, 0), (0, -1))
            elif notation.squares is Squares.NUMBER:
                beyond = (0, 10)
            for value in beyond:
                yield refused(position, value, faults.NoSquare(value))

    return bench.examine(cases())


def _first(bench: Bench, part: Part, function: str) -> Examined:
    """Call it once: it draws a mark, or one of two words for who goes first."""
    call = Call(function)
    (answer,) = bench.door.ask([Question(function)])
    case = Case(call, Question(function), lambda _outcome: None)
    told = tuple(bench.faults_of(case, answer))
    if told:
        return Examined(1, told[:1])
    chances = dict[str, Fraction]()
    for outcome, chance in answer.chances:
        written = repr(outcome.value)
        chances[written] = chances.get(written, Fraction(0)) + chance
    values = [outcome.value for outcome in answer.outcomes]
    marks = [bench.notation.mark_of(value) for value in values]
    if len(chances) != len(Mark) and None in marks:
        wrong = values[marks.index(None)]
        return Examined(1, (Wrong(call, wrong, tuple(bench.notation.marks.values()), None),))
    is_known = answer.certainty is Certainty.EXACT
    if len(chances) == 1 or (is_known and len(set(chances.values())) > 1):
        likeliest = max(values, key=lambda value: chances[repr(value)])
        half = faults.EachMarkHalf(chances[repr(likeliest)])
        return Examined(1, (Wrong(call, likeliest, (), half),))
    return Examined(1, ())


def _piece(bench: Bench, part: Part, function: str) -> Examined:
    marks = bench.notation.marks

    def typed(mark: Mark, *lines: str) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            if bench.notation.mark_of(outcome.value) is mark:
                return None
            return Wrong(call, outcome.value, (marks[mark],), faults.Typed(lines))

        call = Call(function)
        return Case(call, Question(function, typed=lines), judge, faults.Typed(lines))

    cases = [typed(mark, str(marks[mark])) for mark in Mark]
    cases += [typed(mark, wrong, str(marks[mark])) for mark in Mark for wrong in ("hello", "", "9")]
    return bench.examine(cases)


def _show(bench: Bench, part: Part, function: str) -> Examined:
    printed = set[str]()

    def judged(others: tuple[object, ...], position: Position | None) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            printed.add(outcome.printed)
            return None if outcome.printed else faults.Silent(call)

        call = Call(function, () if position else others, position)
        return Case(call, Question(function, others), judge)

    if part.given == (Given.BOARD,):
        positions = every_position()[::10]
        boards = ((bench.notation.write(position),) for position in positions)
        examined = bench.examine(map(judged, boards, positions))
        (text, *others) = printed or [""]
        if not examined.faults and not others and len(text) < MOST_KEPT:
            same = faults.PrintsTheSame(Call(function, (), positions[-1]))
            return Examined(examined.tried, (same,))
        return examined
    if part.given == (Given.WINNER,):
        winners = (*bench.notation.marks.values(), bench.ties[0])
        return bench.examine(judged((winner,), None) for winner in winners)
    return bench.examine([judged((), None)])


# --- what is typed


def typed_as(typing: Typing, move: Move) -> str:
    """Return a square as it is typed."""
    row, column = divmod(move, RULES.width)
    match typing:
        case Typing.INDEX:
            return str(move)
        case Typing.NUMBER:
            return str(move + 1)
        case Typing.ROW_COLUMN:
            return f"{row + 1} {column + 1}"
        case Typing.COLUMN_ROW:
            return f"{column + 1} {row + 1}"


def _wrong_lines(typing: Typing) -> tuple[str, ...]:
    """Return what may be typed that is no square."""
    match typing:
        case Typing.INDEX:
            return *_NO_SQUARES, "9"
        case Typing.NUMBER:
            return *_NO_SQUARES, "0", "10"
    return *_NO_SQUARES, "1", "0 1", "1 0", "0 0", "4 1", "1 4", "hello you"


def _typed(bench: Bench, part: Part, function: str) -> Examined:
    boards = [Position.parse(text) for text in _TYPED_BOARDS]

    def case(typing: Typing, position: Position, wrong: str | None, move: Move) -> Case:
        good = typed_as(typing, move)
        lines = (good,) if wrong is None else (wrong, good)

        def judge(outcome: Outcome) -> Fault | None:
            if bench.notation.squares.read(outcome.value) == move:
                return None
            wanted = bench.notation.squares.write(move)
            return Wrong(call, outcome.value, (wanted,), faults.Typed(lines))

        call = Call(function, (), position)
        arguments = bench.arguments(part.given, position)
        question = Question(function, arguments, lines)
        return Case(call, question, judge, faults.Typed(lines), may_change=True)

    def trials(typing: Typing, *, with_wrong: bool) -> Iterator[Case]:
        for position in boards:
            for move in position.moves:
                yield case(typing, position, None, move)
            if with_wrong:
                taken = [square for square in range(RULES.size) if position.mark_at(square)]
                wrong = *_wrong_lines(typing), *(typed_as(typing, square) for square in taken)
                for line in wrong:
                    yield case(typing, position, line, position.moves[-1])

    for typing in bench.typing:
        if not bench.examine(trials(typing, with_wrong=False)).faults:
            return bench.examine(trials(typing, with_wrong=True))
    return bench.examine(trials(bench.typing[0], with_wrong=True))


def _game(bench: Bench, part: Part, function: str) -> Examined:
    """Type whole games: each has to end with its last line, wrong lines passed over."""
    games = [_game_of(*moves) for moves in _GAMES]

    def case(typing: Typing, game: Game, wrong: tuple[int, str] | None) -> Case:
        lines = [typed_as(typing, move) for move in game.moves]
        if wrong is not None:
            lines.insert(*wrong)
        assert game.ending is not None
        at = None if wrong is None else wrong[0]
        reason = faults.GameTyped(tuple(lines), at, game.ending.winner)

        def judge(outcome: Outcome) -> Fault | None:
            if outcome.lines_read in (len(lines), len(lines) + 1):  # "Play again?"
                return None
            return Wrong(Call(function), outcome.lines_read, (len(lines),), reason)

        question = Question(function, typed=(*lines, "n"), is_fresh=True)
        return Case(Call(function), question, judge, reason)

    def trials(typing: Typing, *, with_wrong: bool) -> Iterator[Case]:
        for game in games:
            yield case(typing, game, None)
        if with_wrong:
            for game in games[-3:]:
                for at in range(len(game.moves)):
                    for line in _wrong_lines(typing):
                        yield case(typing, game, (at, line))
                    if at:
                        yield case(typing, game, (at, typed_as(typing, game.moves[at - 1])))

    def wrong_games(examined: Examined) -> int:
        return sum(getattr(fault, "count", 1) for fault in examined.faults)

    plain = [bench.examine(trials(typing, with_wrong=False)) for typing in bench.typing]
    best = min(range(len(plain)), key=lambda number: wrong_games(plain[number]))
    if wrong_games(plain[best]) >= len(games):
        return Examined(0, ())  # it asks for more than squares, or for squares in another way
    if plain[best].faults:
        return plain[best]
    return bench.examine(trials(bench.typing[best], with_wrong=True))


def _game_of(*moves: Move) -> Game:
    return Game().play(*moves)


# Every line of X and of O, and draws; the last three are those into which wrong lines are typed.
_GAMES = (
    (0, 3, 1, 4, 2),
    (3, 0, 4, 1, 5),
    (6, 0, 7, 1, 8),
    (0, 1, 3, 4, 6),
    (1, 0, 4, 3, 7),
    (2, 0, 5, 3, 8),
    (0, 1, 4, 2, 8),
    (2, 0, 4, 1, 6),
    (3, 0, 4, 1, 8, 2),
    (0, 3, 1, 4, 8, 5),
    (0, 6, 1, 7, 5, 8),
    (1, 0, 4, 3, 8, 6),
    (0, 1, 3, 4, 8, 7),
    (0, 2, 3, 5, 7, 8),
    (1, 0, 2, 4, 3, 8),
    (0, 2, 1, 4, 3, 6),
    (0, 1, 2, 4, 3, 5, 7, 6, 8),
    (4, 0, 8, 2, 1, 7, 6, 3, 5),
    (4, 1, 0, 8, 6, 2, 3),
)

CHECKS: Mapping[Role, Callable[[Bench, Part, str], Examined]] = {
    Role.CREATE: _create,
    Role.MOVES: _moves,
    Role.WINNER: _winner,
    Role.HAS_WON: _has_won,
    Role.IS_FULL: _is_full,
    Role.IS_DRAW: _is_draw,
    Role.IS_VALID: _is_valid,
    Role.NEXT: _next,
    Role.PLAYER: _player,
    Role.RESULT: _result,
    Role.TERMINAL: _terminal,
    Role.UTILITY: _utility,
    Role.FIRST: _first,
    Role.PIECE: _piece,
    Role.TYPED: _typed,
    Role.GAME: _game,
    Role.SHOW: _show,
    Role.CONGRATS: _show,
}
