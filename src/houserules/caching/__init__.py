"""Caches: results in memory, and results on disk that later runs and other processes find again."""

from houserules.caching.disk import DiskCache, cache_home
from houserules.caching.memory import Cache, cached_by_identity

__all__ = ["Cache", "DiskCache", "cache_home", "cached_by_identity"]
