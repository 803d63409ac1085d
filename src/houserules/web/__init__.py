"""HTTP and WebSocket: parses, authenticates, renders. It decides nothing."""

from houserules.web.listening import listen
from houserules.web.logs import set_up_logs
from houserules.web.server import create_app, run, serve, served
from houserules.web.settings import ServiceSettings

__all__ = ["ServiceSettings", "create_app", "listen", "run", "serve", "served", "set_up_logs"]
