"""Input as values of our types, and what is wrong with it, field by field in our own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct, inspect, structs

from noughts.wording import faults
from noughts.wording.faults import InvalidInput, Path, WrongField, parse_json
from noughts.wording.language import gettext as _

Square = Annotated[
    int, Meta(ge=0, lt=676, description="A square, counted from 0 in reading order.")
]

T = TypeVar("T")
fields_of = lru_cache(structs.fields)  # a quarter of a millisecond, for each wrong frame


def from_json(text: str | bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Return JSON as a value of a decoder's type; raises InvalidInput."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _invalid_json(text, decoder.type) from None


def from_text(sent: Mapping[str, Any], kind: type[T]) -> T:
    """Return fields of text, as forms have them, as a value of a type; raises InvalidInput."""
    try:
        return msgspec.convert(sent, kind, strict=False)
    except msgspec.ValidationError:
        raise InvalidInput(wrong_fields(sent, kind, is_text=True)) from None


def _invalid_json(text: str | bytes, kind: Any) -> InvalidInput:
    """Return the error for JSON that was refused, by a parser that tells where it can't go on."""
    try:
        sent = parse_json(text if isinstance(text, str) else text.decode())
    except UnicodeDecodeError:
        return InvalidInput(reason=_("What was sent isn't UTF-8"))
    except InvalidInput as error:
        return error
    return InvalidInput(wrong_fields(sent, kind))


def wrong_fields(
    sent: Any, kind: Any, path: Path = (), *, is_text: bool = False
) -> Iterator[WrongField]:
    """Yield what is wrong in a value that should be of a type; if it `is_text`, numbers are too."""
    try:
        msgspec.convert(sent, kind, strict=not is_text)
    except (msgspec.ValidationError, UnicodeEncodeError):  # for half a surrogate pair
        objects = [choice for choice in _alternatives(kind) if _is_struct(choice)]
        if not objects:
            yield WrongField(path, _fault(sent, _shape(inspect.type_info(kind))))
        elif isinstance(sent, Mapping):
            yield from _wrong_members(sent, objects, path, is_text=is_text)
        else:
            yield WrongField(path, faults.no_object(sent))


def _alternatives(kind: Any) -> Iterator[Any]:
    """Yield the types that a value may be of, without their constraints."""
    if get_origin(kind) is Annotated:
        yield from _alternatives(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for member in get_args(kind):
            yield from _alternatives(member)
    else:
        yield kind


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _wrong_members(
    sent: Mapping[str, Any], objects: list[type[Struct]], path: Path, *, is_text: bool
) -> Iterator[WrongField]:
    """Yield what is wrong in an object that should be one of some, which a tag tells apart."""
    known: set[str] = set()
    chosen = objects[0]
    tag_field = chosen.__struct_config__.tag_field
    if tag_field is not None and (tag_field in sent or len(objects) > 1):
        by_tag = {struct.__struct_config__.tag: struct for struct in objects}
        wrong = list(_wrong_member(sent, tag_field, Literal[tuple(by_tag)], path))
        if wrong:
            yield from wrong
            return
        chosen, known = by_tag[sent[tag_field]], {tag_field}
    for field in fields_of(chosen):
        known.add(field.encode_name)
        if field.required or field.encode_name in sent:
            yield from _wrong_member(sent, field.encode_name, field.type, path, is_text=is_text)
    if chosen.__struct_config__.forbid_unknown_fields:
        for name in sent:
            if name not in known:
                yield faults.unknown_field(path, name, known)


def _wrong_member(
    sent: Mapping[str, Any], name: str, kind: Any, path: Path, *, is_text: bool = False
) -> Iterator[WrongField]:
    """Yield what is wrong in a field that an object should have."""
    if name in sent:
        yield from wrong_fields(sent[name], kind, (*path, name), is_text=is_text)
    else:
        yield faults.missing((*path, name))


def _shape(kind: inspect.Type) -> inspect.Type:
    """Return the type that a value should be of, if there is one besides null."""
    if isinstance(kind, inspect.Metadata):
        return _shape(kind.type)
    if isinstance(kind, inspect.UnionType):
        others = [member for member in kind.types if not isinstance(member, inspect.NoneType)]
        return _shape(others[0]) if len(others) == 1 else kind
    return kind


def _is_longer(sent: Any, longest: int) -> bool:
    return isinstance(sent, str) and len(sent) > longest


def _fault(sent: Any, shape: inspect.Type) -> str:
    """Return what is wrong with a value that should be of a type."""
    match shape:
        case inspect.StrType(max_length=int(longest)) if _is_longer(sent, longest):
            return faults.too_long(sent, longest)
        case inspect.StrType(pattern=pattern):
            return faults.no_text(sent, pattern)
        case inspect.BoolType():
            return _("must be true or false, not {sent}", sent=faults.shown(sent))
        case inspect.LiteralType() | inspect.EnumType():
            return faults.no_choice(sent, _values_of(shape))
        case inspect.IntType(gt=gt, ge=ge, lt=lt, le=le):
            least = ge if gt is None else gt + 1
            most = le if lt is None else lt - 1
            if least is not None and most is not None:
                return faults.no_whole(sent, least, most)
            if least is not None:
                return _(
                    "must be a whole number of at least {least}, not {sent}",
                    least=least,
                    sent=faults.shown(sent),
                )
        case inspect.FloatType(ge=float() | int() as lowest, le=float() | int() as highest):
            return faults.no_number(sent, lowest, highest)
        case inspect.FloatType(gt=float() | int() as below, le=float() | int() as highest):
            return _(
                "must be a number above {below}, up to {most}, not {sent}",
                below=below,
                most=highest,
                sent=faults.shown(sent),
            )
    return _("isn't what's expected here")


def _values_of(shape: inspect.LiteralType | inspect.EnumType) -> Iterable[object]:
    """Return the values of a type that has only some, in order."""
    if isinstance(shape, inspect.LiteralType):
        return shape.values
    return sorted(member.value for member in shape.cls)
