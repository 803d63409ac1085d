"""The cache on disk: it finds what was written, passes over what is damaged, and never fails."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import pytest

from houserules.caching import DiskCache, cache_home
from tests.support.privileges import NOBODY, without_privileges

VALUE = {"net": Fraction(-13, 50), "hands": (1, 2, 3)}


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_what_was_written_is_read(tmp_path: Path) -> None:
    DiskCache(tmp_path / "answers").put("one", VALUE)
    assert DiskCache(tmp_path / "answers").get("one") == VALUE
    assert DiskCache(tmp_path / "answers").get("two") is None
    assert [path.name for path in files(tmp_path / "answers")] == ["one"]


@pytest.mark.parametrize("damage", ["shorter", "empty", "another byte", "longer", "not a pickle"])
def test_a_damaged_file_is_passed_over(tmp_path: Path, damage: str) -> None:
    cache = DiskCache(tmp_path / "answers")
    cache.put("one", VALUE)
    path = tmp_path / "answers" / "one"
    data = path.read_bytes()
    path.write_bytes(
        {
            "shorter": data[:-1],
            "empty": b"",
            "another byte": data[:-1] + bytes([data[-1] ^ 1]),
            "longer": data + b"x",
            "not a pickle": b"\0" * len(data),
        }[damage]
    )
    assert cache.get("one") is None
    cache.put("one", VALUE)
    assert cache.get("one") == VALUE


def test_a_whole_file_of_a_class_that_is_gone_is_passed_over(tmp_path: Path) -> None:
    program = (
        "import sys, types, pathlib\n"
        "from houserules.caching import DiskCache\n"
        "module = sys.modules['gone'] = types.ModuleType('gone')\n"
        "class Gone: __module__ = 'gone'\n"
        "module.Gone = Gone\n"
        f"DiskCache(pathlib.Path({str(tmp_path)!r}) / 'answers').put('one', Gone())\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    assert len(files(tmp_path / "answers")) == 1
    assert DiskCache(tmp_path / "answers").get("one") is None


def test_a_folder_that_cannot_be_written_to_is_no_error(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    cache = DiskCache(in_the_way / "answers")
    cache.put("one", VALUE)
    assert cache.get("one") is None


def test_a_read_only_folder_is_read_and_not_written() -> None:
    with tempfile.TemporaryDirectory() as home:  # Not under the folder of the tests, which is root's alone.
        folder = Path(home)
        cache = DiskCache(folder)
        cache.put("one", VALUE)
        folder.chmod(0o500)
        if os.geteuid() == 0:
            for path in (folder, folder / "one"):
                os.chown(path, NOBODY, NOBODY)
        with without_privileges():
            cache.put("two", VALUE)
            assert (cache.get("one"), cache.get("two")) == (VALUE, None)
        folder.chmod(0o700)


def test_a_folder_in_which_others_may_write_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    DiskCache(folder).put("one", VALUE)
    folder.chmod(0o777)
    assert DiskCache(folder).get("one") is None
    DiskCache(folder).put("two", VALUE)
    assert [path.name for path in files(folder)] == ["one"]


def test_the_files_that_were_used_longest_ago_are_deleted(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "answers", capacity=3_000)
    for number in range(3):
        cache.put(str(number), bytes(900))
        os.utime(tmp_path / "answers" / str(number), (number, number))
    assert cache.get("0") is not None  # Used now, so that 1 is the oldest.
    cache.put("3", bytes(900))
    assert [path.name for path in files(tmp_path / "answers")] == ["0", "2", "3"]


def test_a_result_larger_than_the_cache_is_not_written(tmp_path: Path) -> None:
    DiskCache(tmp_path / "answers", capacity=100).put("one", bytes(200))
    assert not (tmp_path / "answers").exists()


def test_processes_share_a_folder(tmp_path: Path) -> None:
    """Two processes write the same keys at once, again and again; what is read is always whole."""
    program = (
        "import pathlib\n"
        "from houserules.caching import DiskCache\n"
        f"cache = DiskCache(pathlib.Path({str(tmp_path)!r}) / 'answers', capacity=40_000)\n"
        "for turn in range(200):\n"
        "    key = str(turn % 5)\n"
        "    cache.put(key, key * 10_000)\n"
        "    assert cache.get(key) in (None, key * 10_000)\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    assert sum(path.stat().st_size for path in files(tmp_path / "answers")) <= 40_000


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOUSERULES_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_home() == tmp_path / ".cache" / "houserules"
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache/somebody")
    assert cache_home() == Path("/var/cache/somebody/houserules")
    monkeypatch.setenv("HOUSERULES_CACHE", "/srv/cache")
    assert cache_home() == Path("/srv/cache")
    monkeypatch.setenv("HOUSERULES_CACHE", "off")
    assert cache_home() is None
