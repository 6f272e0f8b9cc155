"""What the description of the API bounds is checked: at each bound, and just beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.client import content, visiting
from tests.serving import Server

# One that fits and those that don't, for each pattern that is described.
PATTERNS = {
    "^[0-9a-f]{24}$": ("0" * 24, ["0" * 23, "0" * 25, "G" * 24]),
    "^[A-Za-z0-9_-]{8,64}$": ("Az09_-" * 10, ["x" * 7, "x" * 65, "x" * 8 + "."]),
}
USUAL = {"game": "0" * 24, "code": "000000", "square": 0, "position": "x", "puzzle": "x"}


@pytest.fixture(scope="module")
def described(server: Server) -> Any:
    description = httpx.get(f"{server.address}api/openapi.json", timeout=60).json()
    return with_enums(description["components"]["schemas"], description)


def with_enums(schemas: Any, described: Any) -> Any:
    """A part of the description with enums in place of the references to them."""
    if isinstance(described, list):
        return [with_enums(schemas, part) for part in described]
    if not isinstance(described, dict):
        return described
    schema = resolved(schemas, described)
    if "enum" in schema:
        return schema
    return {key: with_enums(schemas, part) for key, part in described.items()}


def edges(schema: Any) -> tuple[list[Any], list[Any]]:
    """Values at the bounds of a schema, and beyond them."""
    within, beyond = list[Any](), list[Any]()
    kinds = [schema, *schema.get("oneOf", ())]
    is_whole = any(kind.get("type") == "integer" for kind in kinds)
    step = 1 if is_whole else 0.001
    for bound, sign, is_open in (
        ("minimum", -1, 0),
        ("maximum", 1, 0),
        ("exclusiveMinimum", -1, 1),
        ("exclusiveMaximum", 1, 1),
    ):
        if bound in schema:
            edge = int(schema[bound]) if is_whole else schema[bound]
            within.append(edge - sign * is_open)
            beyond.append(within[-1] + sign * step)
    if "maxLength" in schema and "pattern" not in schema:
        within.append("x" * schema["maxLength"])
        beyond.append(within[-1] + "x")
    if "enum" in schema:
        within += schema["enum"]
        beyond += ["", "nothing"]
    if "pattern" in schema:
        fits, unfit = PATTERNS[schema["pattern"]]
        within.append(fits)
        beyond += unfit
    if any(kind.get("type") in ("integer", "number", "boolean") for kind in kinds):
        beyond += ["x", []]
    elif any(kind.get("type") == "string" for kind in kinds):
        beyond.append(1)
    return within, beyond


def cases(schemas: Any, schema: Any) -> Iterator[tuple[str, bool, Any]]:
    """Bodies with one field at a bound or beyond it: its pointer, whether it fits, and the body."""
    if schema is None:
        return
    schema = resolved(schemas, schema)
    base = example(schemas, schema)
    yield "/unknown", False, {**base, "unknown": 1}
    for name in schema["required"]:
        yield f"/{name}", False, {key: base[key] for key in base.keys() - {name}}
    for name, found in schema["properties"].items():
        if "const" in found:
            continue
        within, beyond = edges(found)
        for fits, value in [(True, each) for each in within] + [(False, each) for each in beyond]:
            yield f"/{name}", fits, {**base, name: value}
        for kind in [found, *found.get("oneOf", ())]:
            if "$ref" in kind:
                for pointer, fits, part in cases(schemas, kind):
                    yield f"/{name}{pointer}", fits, {**base, name: part}


def resolved(schemas: Any, schema: Any) -> Any:
    return schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def example(schemas: Any, schema: Any) -> dict[str, Any]:
    """The fields that a body has to have, with values that fit."""
    found = {}
    for name in schema["required"]:
        part = schema["properties"][name]
        if "const" in part:
            found[name] = part["const"]
            continue
        within, _beyond = edges(part)
        found[name] = within[0] if within else example(schemas, resolved(schemas, part))
    return found


def operations(described: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def body_of(operation: Any) -> Any:
    """The schema of the body that an operation takes; None if it takes none."""
    found = operation.get("requestBody", {}).get("content", {})
    return found.get("application/json", {}).get("schema")


def fitting(schemas: Any, operation: Any) -> dict[str, Any] | None:
    """A body that an operation takes, if it takes one."""
    schema = body_of(operation)
    return None if schema is None else example(schemas, resolved(schemas, schema))


def test_a_field_of_a_body_is_refused_beyond_its_bounds_alone(
    server: Server, described: Any
) -> None:
    schemas, checked = described["components"]["schemas"], 0
    with visiting(server.address) as client:
        for path, method, operation in operations(described):
            address = path.format(**USUAL)
            for pointer, fits, sent in cases(schemas, body_of(operation)):
                answer = client.http.request(method, address, json=sent)
                named = {each.get("pointer") for each in answer.json().get("errors", ())}
                assert (f"#{pointer}" in named) is not fits, (path, sent, answer.text)
                assert fits or content(answer, 400)
                checked += 1
    assert checked > 300


def test_a_parameter_is_refused_beyond_its_bounds_alone(server: Server, described: Any) -> None:
    checked = 0
    with visiting(server.address) as client:
        known = {"game": client.begin()["id"], "code": client.open_room()["code"]}
        for path, method, operation in operations(described):
            body = fitting(described["components"]["schemas"], operation)
            for parameter in operation.get("parameters", ()):
                name, (within, beyond) = parameter["name"], edges(parameter["schema"])
                is_in_path = parameter["in"] == "path"
                # In a path a text for a number is another address.
                beyond = [each for each in beyond if each not in ("", 1, [], "x" * is_in_path)]
                for fits, value in [*((True, v) for v in within), *((False, v) for v in beyond)]:
                    address = path.format(**USUAL | known | ({name: value} if is_in_path else {}))
                    query = {} if is_in_path or value is None else {name: value}
                    answer = client.http.request(method, address, params=query, json=body)
                    errors = answer.json().get("errors", ()) if answer.is_error else ()
                    named = {each.get("parameter") for each in errors}
                    assert (name in named) is not fits, (path, query or value, answer.text)
                    checked += 1
    assert checked > 100


def test_a_text_of_the_right_length_is_not_called_too_long(guest: httpx.Client) -> None:
    problem = content(guest.get("/api/v1/games", params={"before": "G" * 24}), 400)
    told = "must be text that matches ^[0-9a-f]{24}$, not 'GGGGGGGGGGGGGGGGGGGGGGGG'"
    assert problem["detail"] == f"before: {told}"
