"""The files for operators name only what there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from trainshed.cli.main import app
from trainshed.web.settings import Config
from trainshed.web.sources import KEYS, variable

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
VARIABLES = {*map(variable, KEYS), "TRAINSHED_CONFIG"}
OURS = {"TRAINSHED_SITE", "TRAINSHED_UPSTREAM"}
"""What compose and Caddy tell each other."""
CODE = re.compile(r"(?:^|`|bin/|podman \S+ )(trainshed [a-z-]+[^`\n]*)", re.MULTILINE)


def options(*path: str) -> set[str]:
    """The options of a command; KeyError where there is none."""
    command = get_command(app)
    for name in path:
        assert isinstance(command, typer.core.TyperGroup)
        command = command.commands[name]
    return {name for parameter in command.params for name in parameter.opts}


def commands() -> set[tuple[str, ...]]:
    """All commands, those of groups with two words."""
    whole = get_command(app)
    assert isinstance(whole, typer.core.TyperGroup)
    found: set[tuple[str, ...]] = set()
    for name, command in whole.commands.items():
        inner = command.commands if isinstance(command, typer.core.TyperGroup) else {}
        found |= {(name, it) for it in inner} or {(name,)}
    return found


def fits(line: str) -> None:
    """Whether a command line names a command and options that there are."""
    words = shlex.split(line)[1:]
    path = next(tuple(words[:n]) for n in (2, 1) if tuple(words[:n]) in commands())
    known = options(*path)
    assert [word for word in words if word.startswith("--") and word not in known] == []


def test_the_unit_starts_what_there_is() -> None:
    """Its command and options, with the settings that it installs."""
    unit = (DEPLOY / "trainshed.service").read_text(encoding="utf-8")
    lines = re.findall(r"^ExecStart\w*=(.*)$", unit, re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("/opt/trainshed/bin/trainshed serve ")
        fits(line)
    read = {word for line in lines for word in shlex.split(line) if word.endswith(".toml")}
    assert read == {"/etc/trainshed.toml"}
    assert f"install -m 640 -g trainshed deploy/trainshed.toml {read.pop()}" in unit


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "Caddyfile", "trainshed.toml"])
def test_files_name_variables_that_are_read(name: str) -> None:
    """And none that only looks like one."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    found = set(re.findall(r"TRAINSHED_[A-Z_]+", text))
    assert found
    assert found <= VARIABLES | OURS


def test_the_container_is_made_of_what_there_is() -> None:
    """What it copies, installs and starts."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for source in re.findall(r"^COPY (?!--from)(\S+) ", text, re.MULTILINE):
        assert (ROOT / source).exists()
    assert (ROOT / "requirements" / "web.txt").is_file()
    started = re.findall(r'^CMD \["(.*)"\]$', text, re.MULTILINE)
    assert started == ['/opt/trainshed/bin/trainshed", "serve']
    extras = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for extra in ("web", "postgres"):
        assert re.search(rf"^{extra} = \[", extras, re.MULTILINE)


def test_the_container_can_back_up_the_database_beside_it() -> None:
    """Its programs of PostgreSQL are not older than the server, and it finds its own by name."""
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    (client,) = re.findall(
        r"^ .*apt-get install .* postgresql-client-(\d+) ", container, re.MULTILINE
    )
    (server,) = re.findall(r"^ +image: postgres:(\d+)\b", compose, re.MULTILINE)
    assert int(client) >= int(server)
    assert re.search(r"^ENV .*\bPATH=/opt/trainshed/bin:\$PATH", container, re.MULTILINE)


def test_the_guide_runs_the_container_as_the_file_says() -> None:
    """With all its options."""
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    told = re.search(r"podman run (.*?)\n#\n", container, re.DOTALL)
    assert told is not None
    assert " ".join(re.sub(r"\\\n#", "", told[1]).split()) in GUIDE


def test_the_example_of_settings_is_read(tmp_path: Path) -> None:
    """Also with the lines for mail, which wait for somebody to need them."""
    text = (DEPLOY / "trainshed.toml").read_text(encoding="utf-8")
    (tmp_path / "trainshed-mail-password").write_text("word", encoding="utf-8")
    whole = re.sub(r"^#(?! )", "", text, flags=re.MULTILINE)
    for name, content in (("bare", text), ("mail", whole)):
        path = tmp_path / f"{name}.toml"
        path.write_text(content, encoding="utf-8")
        config = Config.read({}, given={"config": str(path)})
        assert config.processes == 2
        assert (config.mail is not None) == (name == "mail")


def test_the_guide_knows_every_setting() -> None:
    """Key and variable, and no other."""
    rows = dict(re.findall(r"^\| `([\w.]+)` \| `(TRAINSHED_\w+)` \|", GUIDE, re.MULTILINE))
    assert rows == {key: variable(key) for key in KEYS}
    assert set(re.findall(r"TRAINSHED_[A-Z_]+", GUIDE)) <= VARIABLES


def test_the_guide_names_commands_that_there_are() -> None:
    """With the options that they have; and all those of administrators."""
    lines = [re.sub(r"[\[\]…]", " ", line) for line in CODE.findall(GUIDE)]
    assert len(lines) > 10
    for line in lines:
        fits(line)
    for _, name in (path for path in commands() if path[0] == "admin"):
        assert re.search(rf"`(trainshed admin )?{name}\b", GUIDE)


def test_streams_are_not_held_back() -> None:
    """By nginx, where they end with /events."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    place = text.split("location ~ /events$ {")[1].split("}")[0]
    assert "proxy_buffering off;" in place
