"""The site as a program: its port, its address, its end."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
import structlog
from typer.testing import CliRunner

from tests.web.program import Program, open_table
from trainshed.cli.main import app
from trainshed.core import BadOption
from trainshed.web import logs, server
from trainshed.web.database.store import NoDatabase, Store
from trainshed.web.people import visitor
from trainshed.web.people.visitor import is_secret, read_secret
from trainshed.web.settings import ALL, SERVE, WORK, Config

FORM = b"game=rocket&seats=2&seat-1=here&seat-2=greedy"


def start(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """The program and the address that it prints."""
    environment = {**os.environ, "TRAINSHED_DATA": str(folder), "TRAINSHED_PACE": "0"}
    command = [sys.executable, "-m", "trainshed.cli", "serve", "--port", "0"]
    program = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    return program, program.stdout.readline().split()[-1]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The running program."""
    program, address = start(tmp_path)
    yield program, address
    program.kill()
    program.communicate()


def test_the_program_stops_at_once_even_with_open_streams(
    site: tuple[subprocess.Popen[str], str],
) -> None:
    """Ctrl-C ends the streams, the bots and the program."""
    program, address = site
    opener = build_opener(HTTPCookieProcessor())
    with opener.open(f"{address}tables", data=FORM) as page:
        table = page.url
    streams = [opener.open(f"{table}/events") for _ in range(3)]
    assert all(stream.readline() == b"event: moved\n" for stream in streams)
    asked = time.monotonic()
    program.send_signal(signal.SIGINT)
    assert program.wait(10) == 0
    assert time.monotonic() - asked < 3  # a second, on a machine that does nothing else
    for stream in streams:
        stream.close()


def test_it_stops_without_a_complaint_while_bots_move(tmp_path: Path) -> None:
    """Moves and requests are finished; nothing is cut off in the middle."""
    program = Program(tmp_path, pace=0.01)
    try:
        browser = program.browser()
        bots = {"seat_1": "random", "seat_2": "random"}
        tables = [open_table(browser, **bots) for _ in range(3)]
        for table in 5 * tables:
            with browser.stream("GET", f"/t/{table}/events") as stream:
                assert stream.status_code == 200
        assert program.stop(signal.SIGINT) == ""
        assert program.process.returncode == 0
    finally:
        program.kill()


@pytest.mark.parametrize("part", [SERVE, WORK])
def test_to_serve_and_to_work_apart_needs_postgresql(tmp_path: Path, part: str) -> None:
    """A file is for those who were started together: nobody would hear of anybody."""
    given = {"db": f"sqlite:///{tmp_path / 'site.sqlite3'}"}
    with pytest.raises(BadOption, match="need PostgreSQL"):
        server.prepared(given, part=part, verbose=False)


@pytest.mark.parametrize(("words", "part"), [((), ALL), (("--no-work",), SERVE)])
def test_the_work_can_be_left_to_others(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], part: str
) -> None:
    """Where the command line says so."""
    parts: list[str] = []
    monkeypatch.setattr(server, "run", lambda given, *, part, **more: parts.append(part))
    assert CliRunner().invoke(app, ["serve", *words]).exit_code == 0
    assert parts == [part]


def test_several_processes_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    """What is only in memory is served by one."""
    run = subprocess.run(
        [sys.executable, "-m", "trainshed.cli", "serve", "--processes", "2", "--db", "sqlite://"],
        env={**os.environ, "TRAINSHED_DATA": str(tmp_path)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert run.returncode == 1
    assert run.stderr.startswith("trainshed: --processes 2 needs a database that is kept")
    with pytest.raises(BadOption, match="one at least"):
        server.check_processes(Config(tmp_path, "sqlite://"), 0)


def test_the_next_free_port_is_taken() -> None:
    """Two sites can run beside each other."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with server.listen("127.0.0.1", port, tries=server.TRIES) as found:
            assert found.getsockname()[1] > port


@pytest.mark.parametrize("source", ["line", "environment", "file"])
def test_a_port_that_was_named_and_is_taken_is_an_error(tmp_path: Path, source: str) -> None:
    """Wherever it was named: one line, and nothing was prepared for a site that does not run."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = ["--port", str(port)] if source == "line" else []
        environment = {**os.environ, "TRAINSHED_DATA": str(tmp_path)}
        environment |= {"TRAINSHED_PORT": str(port)} if source == "environment" else {}
        if source == "file":
            (tmp_path / "trainshed.toml").write_text(f"port = {port}\n", "utf-8")
        before = [*tmp_path.iterdir()]
        command = [sys.executable, "-m", "trainshed.cli", "serve", *words]
        run = subprocess.run(
            command, env=environment, capture_output=True, check=False, text=True, timeout=20
        )
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == (
        f"trainshed: port {port} of 127.0.0.1 is taken: choose another with --port, "
        "0 means any that is free\n"
    )
    assert [*tmp_path.iterdir()] == before


def test_only_the_default_port_moves_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever names none wants to play, wherever that is."""
    monkeypatch.setenv("TRAINSHED_DATA", str(tmp_path))
    tried: list[tuple[int, int]] = []

    def listen(host: str, port: int, *, tries: int) -> socket.socket:
        tried.append((port, tries))
        raise BadOption("enough")

    monkeypatch.setattr(server, "listen", listen)
    for given in ({}, {"port": "1861"}, {"port": "0"}):
        with pytest.raises(BadOption, match="enough"):
            server.run(given)
    assert tried == [(1861, server.TRIES), (1861, 1), (0, 1)]


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("256.1.1.1", 1861)])
def test_an_impossible_address_is_named(host: str, port: int) -> None:
    """One line that says what is wrong."""
    with pytest.raises(BadOption, match=r"70000|256\.1\.1\.1"):
        server.listen(host, port)


def test_a_browser_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine without one nothing is opened."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert not server.has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert server.has_display()


def test_the_environment_says_where_and_how_fast(tmp_path: Path) -> None:
    """TRAINSHED_DATA and TRAINSHED_PACE; a URL goes before the file."""
    config = Config.read({"TRAINSHED_DATA": str(tmp_path), "TRAINSHED_PACE": "0.25"})
    assert config.url.endswith("trainshed.sqlite3")
    assert (config.data, config.pace) == (tmp_path, 0.25)
    assert Config.read({}, "sqlite+aiosqlite://").url == "sqlite+aiosqlite://"


@pytest.mark.parametrize("pace", ["soon", "nan", "inf", "-inf", "-1", "1e999", ""])
def test_a_pace_that_is_none_is_named(pace: str) -> None:
    """Bots move after a number of seconds that will pass."""
    with pytest.raises(BadOption, match=f"TRAINSHED_PACE '{pace}'"):
        Config.read({"TRAINSHED_PACE": pace})


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    """For the eyes of its owner, and kept."""
    secret = read_secret(tmp_path)
    assert is_secret(secret)
    assert read_secret(tmp_path) == secret
    assert [it.name for it in tmp_path.iterdir()] == ["secret"]
    if sys.platform != "win32":
        assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


BAD_SECRETS = {
    "empty": "",
    "a line": "\n",
    "zeros": "0" * 64,
    "zero bytes": "\0" * 64,
    "all the same": "f" * 64,
    "short": "abc",
    "cut off": "0123456789abcdef" * 3,
    "too long": "0123456789abcdef" * 5,
    "no digits": "0123456789abcdeg" * 4,
}


@pytest.mark.parametrize("content", BAD_SECRETS.values(), ids=BAD_SECRETS)
def test_a_secret_that_could_be_guessed_is_refused(
    tmp_path: Path, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to do; the file stays as it is."""
    monkeypatch.setattr(visitor, "BRIEF", 0.0)
    path = tmp_path / "secret"
    path.write_text(content)
    with pytest.raises(BadOption, match=r"secret is damaged: .*64 hexadecimal.*delete it"):
        read_secret(tmp_path)
    assert path.read_text() == content


def test_a_secret_keeps_its_last_line_break(tmp_path: Path) -> None:
    """Cookies were signed with it."""
    (tmp_path / "secret").write_text("0123456789abcdef" * 4 + "\n")
    assert read_secret(tmp_path) == "0123456789abcdef" * 4 + "\n"


@pytest.mark.skipif(sys.platform != "linux", reason="a file is named by its handle")
@pytest.mark.parametrize("links", [True, False])
def test_a_secret_is_on_the_disk_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, links: bool
) -> None:
    """The file first, then the folder that names it, whether the disk has links or not."""
    done: list[str] = []
    sync, link = os.fsync, os.link

    def noted(handle: int) -> None:
        name = Path(f"/proc/self/fd/{handle}").readlink().name
        done.append("folder" if name == tmp_path.name else "file")
        sync(handle)

    def named(source: Path, target: Path) -> None:
        done.append("name")
        if not links:
            raise PermissionError("no links here")
        link(source, target)

    monkeypatch.setattr(os, "fsync", noted)
    monkeypatch.setattr(os, "link", named)
    assert is_secret(read_secret(tmp_path))
    assert done == (["file", "name", "folder"] if links else ["file", "name", "file", "folder"])


@pytest.mark.parametrize("links", [True, False])
def test_all_who_start_at_once_have_one_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, links: bool
) -> None:
    """Whoever was first has made it."""
    if not links:
        monkeypatch.setattr(os, "link", _no_links)
    with ThreadPoolExecutor(16) as hands:
        found = {*hands.map(read_secret, [tmp_path] * 64)}
    assert len(found) == 1
    assert [it.name for it in tmp_path.iterdir()] == ["secret"]


def _no_links(source: Path, target: Path) -> None:
    raise PermissionError(f"no links from {source} to {target}")


@pytest.mark.parametrize("content", [b"h\xc3\xa4", None])
def test_a_secret_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    """Damaged, or a folder."""
    path = tmp_path / "secret"
    path.mkdir() if content is None else path.write_bytes(content)
    with pytest.raises(BadOption, match="secret cannot be read"):
        read_secret(tmp_path)


def test_no_password_of_a_database_is_shown() -> None:
    """Wherever it stands in the address."""
    for url in (
        "postgresql://u:geheim@somewhere/club",
        "postgresql:///club?host=/run&user=u&password=geheim",
        "postgresql://u@somewhere/club?password=geheim&sslpassword=geheim",
    ):
        store = Store(url)
        assert "geheim" not in store.name
        assert store.arguments()["password"] == "geheim"
    with pytest.raises(NoDatabase, match="written %40") as caught:
        Store("postgresql://u:ge@heim@somewhere/club")
    assert "heim" not in str(caught.value)


def test_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds the seeds of games and the addresses of people."""

    async def made() -> None:
        store = Store(f"sqlite:///{tmp_path / 'new.sqlite3'}")
        await store.migrate()
        await store.close()

    asyncio.run(made())
    found = list(tmp_path.iterdir())
    assert found
    if sys.platform != "win32":
        assert all(path.stat().st_mode & 0o077 == 0 for path in found)


def test_a_database_that_may_not_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anybody plays, not at the first move."""
    path = tmp_path / "ours.sqlite3"
    path.touch()
    monkeypatch.setattr(os, "access", lambda it, _: it != path)
    with pytest.raises(NoDatabase, match="may not be written"):
        asyncio.run(Store(f"sqlite:///{path}").migrate())


def test_whoever_is_trusted_is_known_by_both_forms_of_his_address() -> None:
    """A site that listens on :: sees old addresses in the new form."""
    assert server.trusted("10.0.0.7, 10.1.0.0/16, ::1") == (
        "10.0.0.7,10.1.0.0/16,::1,::ffff:10.0.0.7/128,::ffff:10.1.0.0/112"
    )
    assert server.trusted("*") == "*"


def test_a_port_without_permission_is_not_called_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one would not be the one that was asked for."""

    def forbidden(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(socket.socket, "bind", forbidden)
    with pytest.raises(BadOption, match=r"127\.0\.0\.1, port 80: Permission denied"):
        server.listen("127.0.0.1", 80)


def test_the_log_shows_no_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the seed of a game nor a cookie: only where it went wrong."""

    def fail(seed: str) -> None:
        raise RuntimeError("on purpose")

    logs.configure()
    try:
        fail(f"{0x1234:b}")
    except RuntimeError:
        structlog.get_logger("trainshed.test").exception("it failed")
    finally:
        structlog.reset_defaults()
    text = capsys.readouterr().err
    assert "on purpose" in text
    assert "test_server.py" in text
    assert f"{0x1234:b}" not in text


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "oracle://somewhere/db",
        "sqlite:////nowhere/at/all.sqlite3",
        "sqlite:///{folder}/garbage.sqlite3",
        "sqlite:///{folder}/garbage.sqlite3?timeout=4711",
    ],
)
def test_a_database_that_cannot_be_used_is_named_in_one_line(tmp_path: Path, url: str) -> None:
    """No traceback for a wrong address or a file that is something else."""
    (tmp_path / "garbage.sqlite3").write_bytes(b"not a database " * 100)
    url = url.format(folder=tmp_path)
    run = subprocess.run(
        [sys.executable, "-m", "trainshed.cli", "serve", "--port", "0", "--db", url],
        env={**os.environ, "TRAINSHED_DATA": str(tmp_path)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "cannot be used" in run.stderr
    assert "4711" not in run.stderr  # it might be a password
