"""An agent as a player: what it is shown, and what is refused; the extra that it needs."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from noughts import IllegalAction, Mark, NoughtsError, Position, Rules, UnsupportedRules
from noughts.arena import certify
from noughts.players import Player, player
from noughts.rl import AgentPlayer, InvalidAction
from noughts.rl.snapshot import ActionMask, Planes
from tests.rl.playing import mask, planes


def position_of(observation: Planes) -> Position:
    """The position an agent is shown, X being whoever began."""
    own, other = (
        sum(1 << int(square) for square in np.flatnonzero(observation[..., plane]))
        for plane in (0, 1)
    )
    if own.bit_count() == other.bit_count():
        return Position(Rules(), own, other, Mark.X)
    return Position(Rules(), other, own, Mark.O)


def test_an_agent_that_plays_like_a_player_is_certified_like_it() -> None:
    classic = player("classic")
    agent: Player = AgentPlayer(
        "agent", lambda observation, _: np.int64(classic.choose(position_of(observation)).move)
    )
    assert certify(agent).sides == certify(classic).sides


def test_it_is_shown_what_the_side_to_move_sees() -> None:
    shown: list[tuple[Planes, ActionMask]] = []

    def first_free(observation: Planes, legal: ActionMask) -> np.int64:
        shown.append((observation, legal))
        return legal.argmax()

    position = Position.parse("xo.x/..../o... x 3")
    agent = AgentPlayer("agent", first_free, position.rules)
    assert agent.choose(position).move == 2
    assert agent.policy(position) == {2: 1}
    for observation, legal in shown:
        assert np.array_equal(observation, planes(position, Mark.X))
        assert legal.tolist() == mask(position)


@pytest.mark.parametrize("action", [4, -1, 9])
def test_what_is_not_legal_is_refused(action: int) -> None:
    agent = AgentPlayer("stubborn", lambda _, __: action)
    with pytest.raises(InvalidAction, match=r"^stubborn chose -?\d in \S+ o 3, which is not legal"):
        agent.choose(Rules().start().play(4))


def test_it_plays_the_board_it_was_trained_for_until_the_end() -> None:
    agent = AgentPlayer("agent", lambda _, legal: legal.argmax())
    assert isinstance(agent.description, str)
    with pytest.raises(UnsupportedRules):
        agent.choose(Rules(4, 3, 3).start())
    with pytest.raises(IllegalAction):
        agent.choose(Position.parse("xxx/oo./... o 3"))
    with pytest.raises(NoughtsError):
        agent.policy(Position.parse("xxx/oo./... o 3"))


WITHOUT = """
import sys
sys.modules[{module!r}] = None
import noughts
try:
    import noughts.rl
except noughts.MissingExtra as error:
    print(error)
"""
MAKE = """
import gymnasium, sys
print(gymnasium.make("noughts.rl:noughts/NoughtsAndCrosses-v0"))
print("pygame" in sys.modules)
"""


def said(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("module", ["gymnasium", "numpy", "pettingzoo"])
def test_what_is_missing_is_named_with_what_to_install(module: str) -> None:
    expected = f'{module} is not installed: pip install "noughts[rl]" brings it\n'
    assert said(WITHOUT.format(module=module)) == expected


def test_an_environment_can_be_made_without_importing_the_room_first_or_pygame() -> None:
    made, has_pygame = said(MAKE).splitlines()
    assert "NoughtsEnv<noughts/NoughtsAndCrosses-v0>" in made
    assert has_pygame == "False"
