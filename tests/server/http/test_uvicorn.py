"""What is used of uvicorn without being documented is there: the first to break with another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import getsource, isfunction, signature
from textwrap import dedent

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# Methods that are overridden or called, and attributes.
USED = {
    HttpToolsProtocol: {  # by HttpConnection
        *("__init__(config, server_state, app_state, _loop)", "connection_made(transport)"),
        *("connection_lost(exc)", "data_received(data)", "handle_websocket_upgrade()"),
        *("on_url(url)", "on_header(name, value)", "on_headers_complete()", "on_body(body)"),
        *("on_message_complete()", "_start_asgi_task(cycle, app)", "send_400_response(msg)"),
        *("client", "cycle", "headers", "pipeline", "timeout_keep_alive_task", "transport"),
    },
    RequestResponseCycle: {
        *("disconnected", "message_event", "more_body", "response_complete", "response_started"),
    },
    WebSocketsSansIOProtocol: {  # by Handshake
        *("__init__(config, server_state, app_state, _loop)", "connection_made(transport)"),
        *("run_asgi()", "data_received(data)", "stop_keepalive()"),
        *("connections", "conn", "disconnected", "handshake_complete", "handshake_initiated"),
        *("loop", "request", "response", "scope", "transport"),
    },
    uvicorn.Server: {  # by the server's own, and by tests
        *("startup(sockets)", "on_tick(counter)", "shutdown(sockets)", "run(sockets)"),
        *(
            "handle_exit(sig, frame)",
            "force_exit",
            "lifespan",
            "server_state",
            "servers",
            "started",
        ),
    },
}


@pytest.mark.parametrize("kind", USED, ids=lambda kind: kind.__name__)
def test_what_is_used_of_uvicorn_is_there(kind: type) -> None:
    missing = ", ".join(sorted(USED[kind] - set(parts(kind))))
    assert not missing, f"uvicorn {uvicorn.__version__} has no {missing} in {kind.__name__}"


def parts(kind: type) -> Iterator[str]:
    """The methods of a class with their parameters, and the attributes that they set."""
    for name, function in vars(kind).items():
        if isfunction(function):
            _self, *parameters = signature(function).parameters
            yield f"{name}({', '.join(parameters)})"
    for node in ast.walk(ast.parse(dedent(getsource(kind)))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
