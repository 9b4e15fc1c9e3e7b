"""How JupyterLab's server hands a kernel's messages on: each at once."""

from typing import Any

from jupyter_server.services.kernels.connection.channels import (
    ZMQChannelsWebsocketConnection,
)


class AtOnce(ZMQChannelsWebsocketConnection):
    """As the server's own, but without a wait between messages.

    The server's own sends no small message before the browser has acknowledged the one
    ahead of it. That costs a board some 40 ms at each of its answers (Nagle's
    algorithm, and acknowledgements that wait).
    """

    def connect(self) -> Any:
        """Handle a connection."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
