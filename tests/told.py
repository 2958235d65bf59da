"""Options and shortcuts as the fields a page reads, also those that are not sent because they say nothing."""

from __future__ import annotations

from typing import Any

from msgspec.structs import fields

from grognard.kernel.wire import Option, Shortcut


def told(shown: Option | Shortcut) -> dict[str, Any]:
    return {field.encode_name: getattr(shown, field.name) for field in fields(shown)}
