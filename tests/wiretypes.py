"""``src/grognard/web/types.d.ts``, written from the shapes in ``kernel/wire``. Run it after changing one of them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import msgspec
from msgspec import inspect as shapes

from grognard.kernel import wire

TARGET = Path(__file__).resolve().parents[1] / "src" / "grognard" / "web" / "types.d.ts"
HEAD = "/** What the server sends. Written from kernel/wire by tests/wiretypes.py: do not edit. */\n"
NAMES = {shapes.StrType: "string", shapes.BoolType: "boolean", shapes.NoneType: "null", shapes.AnyType: "unknown"}
BASES = (wire.Shape, wire.Open, msgspec.Struct)


def written() -> str:
    """The whole file."""
    all_types = [found for found in vars(wire).values() if isinstance(found, type)]
    own = [found for found in all_types if found.__module__.startswith(wire.__name__)]
    return HEAD + "".join(described(found) for found in own if found not in BASES)


def described(found: type) -> str:
    return interface(found) if issubclass(found, msgspec.Struct) else plain(found)


def plain(found: type) -> str:
    """One mapping: more may stand in it than is named."""
    info = shapes.type_info(found)
    assert isinstance(info, shapes.TypedDictType)
    rows = "".join(row(field, True, remarks(found)) for field in info.fields)
    return f"\n/** {found.__doc__} */\nexport interface {found.__name__} {{\n{rows}  [key: string]: unknown;\n}}\n"


def interface(found: type[msgspec.Struct]) -> str:
    """One class, with what its docstring and the comments on its fields say."""
    parent = found.__bases__[0]
    inherited = set(parent.__struct_fields__) if parent not in BASES else set()
    above = f" extends {parent.__name__}" if inherited else ""
    info = shapes.type_info(found)
    assert isinstance(info, shapes.StructType)
    omitted = found.__struct_config__.omit_defaults
    said = remarks(found)
    rows = [row(field, omitted, said) for field in info.fields if field.name not in inherited]
    more = "  [key: string]: unknown;\n" if issubclass(found, wire.Open) else ""
    return f"\n/** {found.__doc__} */\nexport interface {found.__name__}{above} {{\n{''.join(rows)}{more}}}\n"


def remarks(found: type) -> dict[str, str]:
    """The comments behind the fields."""
    return dict(re.findall(r"(?m)^    (\w+): .*  # (.+)$", inspect.getsource(found)))


def row(field: shapes.Field, omitted: bool, said: dict[str, str]) -> str:
    unset = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
    optional = not field.required and (omitted or unset)
    text = kind(field.type)
    if optional:
        text = text.removesuffix(" | null")
    remark = f"  /** {said[field.name]} */\n" if field.name in said else ""
    return f"{remark}  {field.encode_name}{'?' if optional else ''}: {text};\n"


def kind(found: shapes.Type) -> str:
    """A type as TypeScript writes it."""
    if type(found) in NAMES:
        return NAMES[type(found)]
    if isinstance(found, shapes.IntType | shapes.FloatType):
        return "number"
    if isinstance(found, shapes.LiteralType):
        return " | ".join(f'"{value}"' for value in found.values)
    if isinstance(found, shapes.StructType | shapes.TypedDictType):
        return found.cls.__name__
    if isinstance(found, shapes.DictType):
        return f"Record<string, {kind(found.value_type)}>"
    if isinstance(found, shapes.ListType):
        inside = kind(found.item_type)
        return f"({inside})[]" if " | " in inside else f"{inside}[]"
    assert isinstance(found, shapes.UnionType), found
    parts = sorted([kind(part) for part in found.types], key=lambda text: text == "null")
    return " | ".join(dict.fromkeys(parts))


if __name__ == "__main__":
    TARGET.write_text(written(), encoding="utf-8")
