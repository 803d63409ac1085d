"""Feeds over WebSocket for tests: opened however long a busy machine takes."""

from __future__ import annotations

from functools import partial

from websockets.sync import client

from tests.support.waiting import HANG

connect = partial(client.connect, open_timeout=HANG, ping_interval=None)
