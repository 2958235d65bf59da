"""What a state is made of: parts whose fields are declared once.

A part is a dataclass. From the declaration of its fields come ``copy`` (independent of the original), ``facts`` (what
makes it what it is, for the fingerprint), ``plain`` (data for a file) and ``fill`` (from such data). A field that holds
a number, a string or anything else that never changes needs nothing but its type and its first value; what can change
says of which shape it is::

    @dataclass(eq=False, repr=False)
    class March(Part):
        side: int
        hexes: int = 0
        spent: list[int] = row()
        column: Column | None = part(Column)

The functions are generated as source, once for each class, so that a copy costs what it would cost written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, fields
from typing import Any, Final, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

P = TypeVar("P", bound="Part")
Declared = Any  # what a field is declared with stands for a value of the field's own type
Plain = Any  # data as a file holds it: text, numbers, and lists and mappings of such
Written = Callable[..., Any]  # a function from generated source: its types are those of its class
SHAPE: Final = "shape"


class Shape(NamedTuple):
    """How a field is copied, counted, written down and read back: expressions over its value ``{0}``.

    An empty one leaves the field out. ``kind`` (KIND, COPY, READ) is the class of what it holds, ``but`` (BUT) one that
    all copies share.
    """

    copy: str
    facts: str
    plain: str
    read: str
    kind: type | None = None
    but: Any = None  # object, which the compiler does not find here


VALUE: Final = Shape("{0}", "{0}", "{0}", "frozen({0})")
GIVEN: Final = Shape("{0}", "", "", "")
SETTLED: Final = Shape("{0}", "", "", "")
PASSING: Final = Shape("None", "", "", "")
LENT: Final = Shape("True", "", "", "")
ROW: Final = Shape("{0}[:]", "tuple({0})", "{0}[:]", "list(map(frozen, {0}))")
ROWS: Final = Shape(
    "[x[:] for x in {0}]", "tuple(map(tuple, {0}))", "[x[:] for x in {0}]", "[list(map(frozen, x)) for x in {0}]"
)
COUNTS: Final = Shape(
    "{0}.copy()", "sorted({0}.items())", "list({0}.items())", "{{frozen(k): frozen(v) for k, v in {0}}}"
)
EACH_COUNTS: Final = Shape(
    "[None if x is None else x.copy() for x in {0}]",
    "[None if x is None else sorted(x.items()) for x in {0}]",
    "[None if x is None else list(x.items()) for x in {0}]",
    "[None if x is None else {{frozen(k): frozen(v) for k, v in x}} for x in {0}]",
)
SET: Final = Shape("{0}", "sorted({0})", "sorted({0})", "frozenset(map(frozen, {0}))")
RECORDS: Final = Shape(
    "{0}[:]", "tuple(map(tuple, {0}))", "list(map(tuple, {0}))", "[KIND(*map(frozen, x)) for x in {0}]"
)
PART: Final = Shape("{0} and COPY({0})", "{0} and {0}.facts()", "{0} and {0}.plain()", "{0} and READ({0})")
PARTS: Final = Shape(
    "[x and COPY(x) for x in {0}]",
    "tuple([x and x.facts() for x in {0}])",
    "[x and x.plain() for x in {0}]",
    "[x and READ(x) for x in {0}]",
)
ONE_BUT: Final = Shape(
    "{0} if {0} is BUT else COPY({0})",
    "None if {0} is BUT else {0}.facts()",
    "None if {0} is BUT else {0}.plain()",
    "BUT if {0} is None else READ({0})",
)
PARTS_BUT: Final = Shape(
    "[x if x is BUT else COPY(x) for x in {0}]",
    "tuple([x.facts() for x in {0} if x is not BUT])",
    "[None if x is BUT else x.plain() for x in {0}]",
    "[BUT if x is None else READ(x) for x in {0}]",
)
EACH_PARTS: Final = Shape(
    "[[COPY(y) for y in x] for x in {0}]",
    "tuple([tuple([y.facts() for y in x]) for x in {0}])",
    "[[y.plain() for y in x] for x in {0}]",
    "[[READ(y) for y in x] for x in {0}]",
)
PARTS_BY: Final = Shape(
    "{{k: COPY(x) for k, x in {0}.items()}}",
    "[(k, x.facts()) for k, x in sorted({0}.items())]",
    "[(k, x.plain()) for k, x in {0}.items()]",
    "{{frozen(k): READ(x) for k, x in {0}}}",
)

# how fields of older fingerprints are counted
AS_TUPLE: Final = "tuple(sorted({0}.items()))"
AS_LIST: Final = "[x and x.facts() for x in {0}]"
AS_IT_IS: Final = "{0}"
IN_ORDER: Final = "tuple([{0}[k].facts() for k in sorted({0})])"
UNCOUNTED: Final = ""


def _declared(shape: Shape, first: Callable[[], object], facts: str | None = None) -> Declared:
    return field(default_factory=first, metadata={SHAPE: shape if facts is None else shape._replace(facts=facts)})


def given() -> Declared:
    """What a state is made with, the same for all copies: its map, its options."""
    return field(metadata={SHAPE: GIVEN})


def settled(first: object) -> Declared:
    """What follows from what a state is given, kept at hand: no fact, not written down, the same for all copies."""
    return field(default=first, metadata={SHAPE: SETTLED})


def derived(first: object = 0) -> Declared:
    """A value that follows from others, kept at hand: copied, and no fact of its own."""
    return field(default=first, metadata={SHAPE: VALUE._replace(facts="")})


def passing() -> Declared:
    """What is kept at hand while a question is open, or None: no fact, not written down, and no copy has it."""
    return field(default=None, metadata={SHAPE: PASSING})


def lent() -> Declared:
    """Whether parts are shared with a copy, until something is to be changed: at first not, and of every copy true."""
    return field(default=False, metadata={SHAPE: LENT})


def row(*first: object, facts: str | None = None) -> Declared:
    """A list of what never changes."""
    return _declared(ROW, (lambda: list(first)) if first else list, facts)


def rows(number: int = 2, facts: str | None = None) -> Declared:
    """So many lists, empty at first."""
    return _declared(ROWS, lambda: [[] for _ in range(number)], facts)


def counts(facts: str | None = None) -> Declared:
    """A dict from what never changes to what never changes, empty at first."""
    return _declared(COUNTS, dict, facts)


def each_counts(laid: bool = True) -> Declared:
    """A dict for each of two sides, empty at first; not ``laid``: None until there is one."""
    if not laid:
        return _declared(EACH_COUNTS, lambda: [None, None])
    return _declared(EACH_COUNTS._replace(copy="[{0}[0].copy(), {0}[1].copy()]"), lambda: [{}, {}])


def a_set() -> Declared:
    """A frozen set, empty at first."""
    return _declared(SET, frozenset)


def records(kind: type) -> Declared:
    """A list of named tuples."""
    return _declared(RECORDS._replace(kind=kind), list)


def part(kind: type, facts: str | None = None, but: object = None, shared: bool = False) -> Declared:
    """Another part, or None (as it is at first); ``but`` is shared by those who need none of their own; ``shared``: as
    with ``parts``."""
    shape = PART if but is None else ONE_BUT
    found = shape._replace(kind=kind, but=but, facts=shape.facts if facts is None else facts)
    found = found._replace(copy=VALUE.copy) if shared else found
    return field(default=but, metadata={SHAPE: found})


def parts(kind: type, facts: str | None = None, but: object = None, shared: bool = False) -> Declared:
    """A list of parts, some perhaps None or the one that all have; ``shared``: copies have the same ones, for none of
    them ever changes, or the state takes its own before."""
    shape = PARTS if but is None else PARTS_BUT
    return _declared(shape._replace(kind=kind, but=but, copy=ROW.copy if shared else shape.copy), list, facts)


def each_parts(kind: type, shared: bool = False) -> Declared:
    """A list of parts for each of two sides; ``shared``: as with ``parts``."""
    shape = EACH_PARTS._replace(kind=kind)
    return _declared(shape._replace(copy=ROWS.copy) if shared else shape, lambda: [[], []])


def parts_by(kind: type, facts: str | None = None) -> Declared:
    """Parts by number."""
    return _declared(PARTS_BY._replace(kind=kind), dict, facts)


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """Something of which a state is made; a dataclass that says of each field what it is."""

    def copy(self: P) -> P:
        """The same again, independent of this one."""
        cls = type(self)
        made = _COPY.get(cls)
        return (copier(cls) if made is None else made)(self)  # type: ignore[no-any-return]

    def facts(self) -> tuple[object, ...]:
        """Everything that makes it what it is, as plain numbers, strings and tuples."""
        return _made(_FACTS, type(self), _facts_source)(self)  # type: ignore[no-any-return]

    def plain(self) -> dict[str, object]:
        """Its fields by name, as plain data."""
        return _made(_PLAIN, type(self), _plain_source)(self)  # type: ignore[no-any-return]

    def fill(self, data: Mapping[str, Plain]) -> None:
        """Become what ``plain`` wrote down."""
        _made(_FILL, type(self), _fill_source)(self, data)


_COPY: dict[type, Written] = {}
_FACTS: dict[type, Written] = {}
_PLAIN: dict[type, Written] = {}
_FILL: dict[type, Written] = {}


def frozen(data: Plain) -> Plain:
    """Data from a file as it stands in a state: lists are tuples."""
    return tuple([frozen(x) for x in data]) if isinstance(data, (list, tuple)) else data


def reader(kind: type) -> Written:
    """The function that makes parts of a class from plain data."""

    new: Written = kind.__new__
    unwritten = [(name, _first(kind, name)) for name, shape in shapes(kind) if not shape.plain]

    def read(data: Mapping[str, Plain]) -> object:
        found = new(kind)
        for name, first in unwritten:
            if first is not MISSING:
                setattr(found, name, first)
        found.fill(data)
        return found

    return read


def copier(cls: type) -> Written:
    """The function that copies parts of a class."""
    return _made(_COPY, cls, _copy_source)


def shapes(cls: type) -> list[tuple[str, Shape]]:
    """The fields of a class of parts, each with its shape."""
    if "__dataclass_fields__" not in vars(cls):
        raise TypeError(f"{cls.__name__} is no dataclass: a part declares its fields, @dataclass(eq=False, repr=False)")
    return [(each.name, _shape(cls, each)) for each in fields(cls)]


def _shape(cls: type, each: Field[Declared]) -> Shape:
    found: Shape = each.metadata.get(SHAPE, VALUE)
    if each.default_factory is not MISSING and SHAPE not in each.metadata:
        raise TypeError(f"{cls.__name__}.{each.name} can change, but does not say of which shape it is")
    return found


def _made(store: dict[type, Written], cls: type, source: Callable[[type, list[tuple[str, Shape]]], str]) -> Written:
    """The function of a class, generated when it is first asked for."""
    made = store.get(cls)
    if made is None:
        declared = shapes(cls)
        names: dict[str, Declared] = {"frozen": frozen, "cls": cls, "new": cls.__new__}
        for name, shape in declared:
            names[f"first_{name}"], names[f"make_{name}"] = _first(cls, name), _factory(cls, name)
            names[f"BUT_{name}"], names[f"KIND_{name}"] = shape.but, shape.kind
            if shape.kind is not None and issubclass(shape.kind, Part):
                names[f"COPY_{name}"], names[f"READ_{name}"] = copier(shape.kind), reader(shape.kind)
        exec(source(cls, declared), names)
        made = store[cls] = names["made"]
    return made


def _expression(template: str, name: str, value: str) -> str:
    for word in ("KIND", "COPY", "READ", "BUT"):
        template = template.replace(word, f"{word}_{name}")
    return template.format(value)


def _copy_source(cls: type, declared: list[tuple[str, Shape]]) -> str:
    lines = [f"    t.{name} = {_expression(shape.copy, name, f's.{name}')}" for name, shape in declared]
    return "\n".join(["def made(s):", "    t = new(cls)", *lines, "    return t"])


def _facts_source(cls: type, declared: list[tuple[str, Shape]]) -> str:
    counted = [_expression(shape.facts, name, f"s.{name}") for name, shape in declared if shape.facts]
    return f"def made(s):\n    return ({', '.join(counted)}{',' if len(counted) == 1 else ''})"


def _plain_source(cls: type, declared: list[tuple[str, Shape]]) -> str:
    """What stands as it stood at first is left out, so that files stay small; but of a state all is written."""
    lines = ["def made(s):", "    d = {}"]
    for name, shape in declared:
        if shape.plain:
            terse = _first(cls, name) is not MISSING and not _whole(declared)
            test = f"if s.{name} != first_{name}: " if terse else ""
            lines.append(f"    {test}d[{name!r}] = {_expression(shape.plain, name, f's.{name}')}")
    return "\n".join([*lines, "    return d"])


def _fill_source(cls: type, declared: list[tuple[str, Shape]]) -> str:
    """What is not written stands as it stood at first; in a state, which its game has made, as it stands."""
    lines = ["def made(s, d):"]
    for name, shape in declared:
        if not shape.plain:
            continue
        value = _expression(shape.read, name, f"d[{name!r}]")
        if _whole(declared):
            value = f"({value}) if {name!r} in d else s.{name}"
        elif _first(cls, name) is not MISSING:
            value = f"({value}) if {name!r} in d else first_{name}"
        elif _factory(cls, name) is not MISSING:
            value = f"({value}) if {name!r} in d else make_{name}()"
        lines.append(f"    s.{name} = {value}")
    return "\n".join([*lines, "    return None"])


def _whole(declared: list[tuple[str, Shape]]) -> bool:
    """Whether it is a state: made by its game with what it is given."""
    return any([shape is GIVEN for _, shape in declared])


def _first(cls: type, name: str) -> Declared:
    return cls.__dataclass_fields__[name].default  # type: ignore[attr-defined]


def _factory(cls: type, name: str) -> Declared:
    return cls.__dataclass_fields__[name].default_factory  # type: ignore[attr-defined]
