"""What there is to play, what is being played, and the books."""

from __future__ import annotations

from grognard.kernel.wire.base import Shape, Value
from grognard.kernel.wire.board import Palette
from grognard.kernel.wire.snapshot import Ended
from grognard.kernel.wire.table import Clock, LessonInfo


class Named(Shape):
    """Something with a name."""

    id: str
    name: str


class ScenarioInfo(Shape):
    """A scenario that may be chosen."""

    id: str
    name: str
    sides: dict[str, str]
    palette: Palette


class ValueInfo(Shape):
    """A value an option may have."""

    value: Value
    name: str


class OptionInfo(Shape):
    """An option of a new match."""

    name: str
    title: str
    values: list[ValueInfo]
    default: Value
    about: str
    needs: dict[str, Value]
    needs_text: str


class PresetInfo(Shape):
    """A published way to play."""

    id: str
    name: str
    about: str
    options: dict[str, Value]


class BotInfo(Named):
    """Somebody to play against."""

    about: str


class GameInfo(Shape):
    """A game that may be played."""

    id: str
    title: str
    short: str
    blurb: str
    sides: list[Named]
    scenarios: list[ScenarioInfo]
    automaton: str  # the option that names the side the rules themselves play
    options: list[OptionInfo]
    presets: list[PresetInfo]
    bots: list[BotInfo]  # the strongest first
    scene_url: str
    web: str
    lessons: list[LessonInfo]
    workshop: bool
    companion: bool
    time: str  # a whole match, in words
    weight: str  # how much there is to learn
    kind: str  # a few words: when, where, on what kind of map


class MatchInfo(Shape):
    """A match as the lobby lists it."""

    id: str
    title: str
    game: str
    scenario: str
    scenario_name: str
    seats: dict[str, str]
    clock: Clock
    turns: int  # the last one; 0 where nobody can tell
    to_act: list[str]
    outcome: Ended | None
    created: str
    updated: str
    finished: bool
    lesson: bool
    sealed: bool  # it holds a bot's secrets: no record, no copy
    seed_chosen: bool
    broken: str | None  # why it cannot be opened


class Section(Shape):
    """A section of a rulebook."""

    number: str
    title: str


class Paragraph(Shape):
    """A numbered paragraph of a rulebook."""

    number: str
    title: str
    section: str
    html: str


class Rulebook(Shape):
    """A whole rulebook."""

    title: str
    sections: list[Section]
    paragraphs: list[Paragraph]
