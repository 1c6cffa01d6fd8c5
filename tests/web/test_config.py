"""Settings: the command line before the environment, that before a file; nothing is guessed."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from trainshed.core import BadOption
from trainshed.web.server import in_force
from trainshed.web.settings import Config, Mail
from trainshed.web.sources import KEYS, default_folder, variable

WHOLE = """
data = "games"
db = "postgresql://trainshed:s3cret@db/trainshed"
host = "0.0.0.0"
port = 8080
processes = 4
address = "https://trains.example/"
pace = 1.5
takeback = 2
logs = "json"

[mail]
host = "mail.example"
port = 2525
security = "none"
user = "trains"
password = "hush"
sender = "Trainshed <trains@example.org>"
"""


def written(folder: Path, text: str) -> dict[str, str]:
    """The environment that names a file with this text."""
    path = folder / "site.toml"
    path.write_text(text, encoding="utf-8")
    return {"TRAINSHED_CONFIG": str(path)}


def test_a_file_sets_everything(tmp_path: Path) -> None:
    """A path in it begins where it lies; the address ends without a slash."""
    config = Config.read(written(tmp_path, WHOLE))
    mail = Mail(
        host="mail.example",
        port=2525,
        security="none",
        user="trains",
        password="hush",
        sender="Trainshed <trains@example.org>",
    )
    assert config == Config(
        data=tmp_path / "games",
        url="postgresql://trainshed:s3cret@db/trainshed",
        pace=1.5,
        takeback=2,
        address="https://trains.example",
        mail=mail,
        logs="json",
        host="0.0.0.0",
        port=8080,
        is_port_named=True,
        processes=4,
    )
    assert pickle.loads(pickle.dumps(config)) == config


def test_every_key_has_a_variable_that_counts_before_the_file(tmp_path: Path) -> None:
    """And the command line before both."""
    values = {
        "data": str(tmp_path / "elsewhere"),
        "db": "sqlite:///x",
        "host": "::1",
        "port": "99",
        "processes": "2",
        "address": "http://localhost",
        "pace": "0",
        "takeback": "0",
        "logs": "text",
        "mail.host": "other.example",
        "mail.port": "26",
        "mail.security": "tls",
        "mail.user": "else",
        "mail.password": "whisper",
        "mail.password_file": "nowhere",
        "mail.sender": "a@b.example",
    }
    assert list(values) == list(KEYS)
    environment = {
        **written(tmp_path, WHOLE),
        **{variable(key): value for key, value in values.items()},
    }
    config = Config.read(environment)
    assert (config.host, config.port, config.processes, config.pace) == ("::1", 99, 2, 0)
    assert (config.url, config.address, config.logs) == ("sqlite:///x", "http://localhost", "text")
    assert config.data == tmp_path / "elsewhere"
    assert config.mail is not None
    assert (config.mail.host, config.mail.port, config.mail.password) == (
        "other.example",
        26,
        "whisper",
    )
    assert Config.read(environment, given={"port": "7"}).port == 7
    assert Config.read(environment, "sqlite:///y").url == "sqlite:///y"


def test_a_file_in_the_data_folder_is_found(tmp_path: Path) -> None:
    """Without being named; one that is named must be there."""
    (tmp_path / "trainshed.toml").write_text("port = 4000\n", encoding="utf-8")
    environment = {"TRAINSHED_DATA": str(tmp_path)}
    assert Config.read(environment).port == 4000
    with pytest.raises(BadOption, match=r"gone\.toml cannot be read"):
        Config.read(environment, given={"config": str(tmp_path / "gone.toml")})
    assert Config.read({"TRAINSHED_DATA": str(tmp_path / "empty")}).port == 1861


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("prot = 1", "site.toml: there is no setting 'prot'; there are data, db"),
        ("[mail]\nsmtp = 1", "no setting 'mail.smtp'"),
        ("[mail.deep]\nx = 1", "no setting 'mail.deep'"),
        ("port = 'high'", "site.toml: port = 'high' is not a number"),
        ("port = true", "port = True is not a number"),
        ("port = 70000", "site.toml: port = '70000' is no port"),
        ("host = 5", "host = 5 is not a text"),
        ("pace = -1", "pace = '-1' is no number of seconds"),
        ("pace = nan", "the number nan is not finite"),
        ("logs = 'loud'", "logs = 'loud' is none of text, json"),
        ("processes = 0", "processes = '0' is no number of processes"),
        ("address = 'example.org'", "address = 'example.org' is no address of a site"),
        ("address = 'https://x.example/path'", "is no address of a site"),
        ("address = 'http://['", "is no address of a site"),
        ("[mail]\nhost = 'x'", "mail.sender is missing"),
        ("[mail]\nsender = 'a@b'", "mail.host is missing"),
        ("[mail]\nhost = 'x'\nsender = 'a@b'", "address is missing"),
        ("[mail]\nhost = 'x'\nsender = 'nobody'", "mail.sender = 'nobody' is no address for mail"),
        ("[mail]\nhost = 'x'\nsender = 'foo@'", "mail.sender = 'foo@' is no address for mail"),
        ("[mail]\nsender = 'Club trains@example.org'", "is no address for mail"),
        ("[mail]\nhost = 'x'\nsecurity = 'ssl'", "mail.security = 'ssl' is none of starttls"),
        ("port = ", "site.toml is no TOML"),
    ],
)
def test_what_makes_no_sense_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    """The file, the key and the value."""
    with pytest.raises(BadOption) as caught:
        Config.read(written(tmp_path, text))
    assert complaint in str(caught.value)


def test_a_variable_that_makes_no_sense_is_named() -> None:
    """By its own name; so is an option."""
    with pytest.raises(BadOption, match="TRAINSHED_LOGS 'loud' is none of"):
        Config.read({"TRAINSHED_LOGS": "loud"})
    with pytest.raises(BadOption, match="--port '99999' is no port"):
        Config.read({}, given={"port": "99999"})


def test_the_password_may_lie_in_a_file_of_its_own(tmp_path: Path) -> None:
    """Without its line's end; one that cannot be read is named."""
    (tmp_path / "word").write_text("open sesame\n", encoding="utf-8")
    text = """
address = 'https://trains.example'
[mail]
host = 'x'
sender = 'a@b'
security = 'tls'
password_file = 'word'
"""
    config = Config.read(written(tmp_path, text))
    assert config.mail is not None
    assert (config.mail.password, config.mail.port) == ("open sesame", 465)
    with pytest.raises(BadOption, match=r"password_file '.*words' cannot be read"):
        Config.read(written(tmp_path, text.replace("'word'", "'words'")))


def test_no_secret_is_shown(tmp_path: Path) -> None:
    """Neither by the check nor by a complaint."""
    shown = "\n".join(in_force(written(tmp_path, WHOLE), {"port": "1900"}))
    assert "s3cret" not in shown
    assert "hush" not in shown
    assert "db = postgresql+psycopg://trainshed:***@db/trainshed" in shown
    assert "port = 1900  (--port)" in shown
    assert f"address = https://trains.example  ({tmp_path / 'site.toml'})" in shown
    with pytest.raises(BadOption) as caught:
        Config.read(written(tmp_path, "[mail]\npassword = 1234567"))
    assert "1234567" not in str(caught.value)
    assert "hush" not in repr(Config.read(written(tmp_path, WHOLE)).mail)


def test_the_check_says_what_is_in_force_and_stops(tmp_path: Path) -> None:
    """As a program: nothing is made, the exit tells whether all is well."""
    command = [sys.executable, "-m", "trainshed.cli", "serve", "--check", "--port", "1900"]
    environment = {"TRAINSHED_DATA": str(tmp_path / "none"), "PATH": ""}
    run = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert "port = 1900  (--port)" in run.stdout
    assert f"data = {tmp_path / 'none'}  (TRAINSHED_DATA)" in run.stdout
    assert "host = 127.0.0.1  (default)" in run.stdout
    assert "no such setting" not in run.stdout
    assert not (tmp_path / "none").exists()
    environment["TRAINSHED_PROT"] = "1901"
    run = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert "TRAINSHED_PROT: there is no such setting" in run.stdout
    environment["TRAINSHED_PACE"] = "soon"
    run = subprocess.run(command, env=environment, capture_output=True, check=False, text=True)
    assert run.returncode == 1
    assert run.stderr == "trainshed: TRAINSHED_PACE 'soon' is no number of seconds\n"


def test_without_anything_all_is_as_it_was() -> None:
    """One process on this machine, a file of the user."""
    config = Config.read({})
    assert config.data == default_folder()
    assert (config.host, config.port, config.processes) == ("127.0.0.1", 1861, 1)
    assert (config.mail, config.address, config.logs) == (None, "", "text")
