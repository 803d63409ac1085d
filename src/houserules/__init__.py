"""houserules: High Card Flush and Chase the Flush as cited, executable law."""

__version__ = "0.1.0"
