"""Workflows, issue forms and hooks refer only to versions, make targets and files that exist."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from chabudai.games.registry import games

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
HOOKS = ROOT / ".pre-commit-config.yaml"

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")

Yaml = dict[str, Any]

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
each_form = pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)


def load(path: Path) -> Yaml:
    loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict), path
    return loaded


def steps(workflow: Yaml) -> Iterator[Yaml]:
    for job in workflow["jobs"].values():
        yield from job.get("steps", [])


def commands(workflow: Yaml) -> str:
    return "\n".join(step["run"] for step in steps(workflow) if "run" in step)


def used(workflow: Yaml) -> list[str]:
    """Return the workflows and actions that a workflow uses."""
    called = [job["uses"] for job in workflow["jobs"].values() if "uses" in job]
    return called + [step["uses"] for step in steps(workflow) if "uses" in step]


def make_targets(text: str) -> set[str]:
    """Return the make targets used in commands."""
    return {target for line in re.findall(r"\bmake((?: +[a-z][a-z-]*)+)", text) for target in line.split()}


def targets_of(makefile: str) -> set[str]:
    """Return the targets of a Makefile."""
    return set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))


def named_files(text: str) -> set[str]:
    """Return the tools, repository folders and top-level files that a text mentions."""
    named = re.findall(r"(?<![\w./-])((?:tools|docs|tests|src|\.github)/[\w./-]*\w|\w+\.(?:toml|txt|py))\b", text)
    modules = re.findall(r"python -m (tools(?:\.\w+)+)", text)
    return {*named, *(module.replace(".", "/") + ".py" for module in modules)}


def pin_of(package: str) -> str:
    pinned = re.search(rf"^{package}==(.*)$", CONSTRAINTS, re.MULTILINE)
    assert pinned, package
    return pinned[1]


def test_the_checks_below_can_fail() -> None:
    text = "make test\nmake  build docs && python tools/no.py -c constraints.txt\npython -m tools.gone.far > notes.md"
    assert make_targets(text) == {"test", "build", "docs"}
    assert targets_of("test: lint\n\tall: no\n.PHONY: x\nbuild/ready: test\n") == {"test"}
    assert named_files(text) == {"tools/no.py", "constraints.txt", "tools/gone/far.py"}


def test_there_are_workflows_and_forms_to_check() -> None:
    assert {path.stem for path in WORKFLOWS} >= {"tests", "wheels", "manual", "release"}
    assert {path.stem for path in FORMS} >= {"bug", "rules", "feature"}


@pytest.mark.parametrize("path", [*sorted(GITHUB.rglob("*.yml")), HOOKS], ids=lambda path: path.name)
def test_every_file_can_be_read(path: Path) -> None:
    assert load(path)


def test_python_versions_agree_everywhere() -> None:
    named = [
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", classifier)
        for classifier in PROJECT["project"]["classifiers"]
    ]
    versions = [match[1] for match in named if match]
    assert PROJECT["project"]["requires-python"] == f">={versions[0]}"
    assert load(GITHUB / "workflows" / "tests.yml")["jobs"]["test"]["strategy"]["matrix"]["python"] == versions
    built = PROJECT["tool"]["cibuildwheel"]["build"]
    assert built == [f"cp{version.replace('.', '')}-*" for version in versions]


@each_workflow
def test_each_python_version_used_is_supported(path: Path) -> None:
    tested = load(GITHUB / "workflows" / "tests.yml")["jobs"]["test"]["strategy"]["matrix"]["python"]
    for step in steps(load(path)):
        version = step.get("with", {}).get("python-version", "${{")
        assert version.startswith("${{") or version in tested


@each_workflow
def test_every_make_target_exists(path: Path) -> None:
    assert make_targets(commands(load(path))) <= targets_of(MAKEFILE)


@pytest.mark.parametrize("path", [*WORKFLOWS, *FORMS, HOOKS, GITHUB / "dependabot.yml"], ids=lambda path: path.name)
def test_every_named_file_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [name for name in named_files(text) if not (ROOT / name).exists()] == []


@each_workflow
def test_called_workflows_are_callable(path: Path) -> None:
    for name in used(load(path)):
        if name.startswith("./"):
            # YAML reads the key "on" as true.
            assert "workflow_call" in load(ROOT / name)[True]  # type: ignore[index]


@each_workflow
def test_every_action_has_a_version(path: Path) -> None:
    actions = [name for name in used(load(path)) if not name.startswith("./")]
    assert [name for name in actions if not re.fullmatch(r"[\w/-]+@(release/)?v\d+(\.\d+)*", name)] == []


def test_an_action_has_the_same_version_everywhere() -> None:
    names = {name for path in WORKFLOWS for name in used(load(path))}
    assert len({name.partition("@")[0] for name in names}) == len(names)


@each_workflow
def test_a_workflow_has_minimal_permissions_and_a_timeout(path: Path) -> None:
    workflow = load(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["concurrency"]["group"].startswith(f"{path.stem}-")
    assert [name for name, job in workflow["jobs"].items() if "steps" in job and "timeout-minutes" not in job] == []


def test_hooks_use_the_pinned_ruff() -> None:
    revisions = {hooks["repo"].rpartition("/")[2]: hooks.get("rev") for hooks in load(HOOKS)["repos"]}
    assert revisions["ruff-pre-commit"] == f"v{pin_of('ruff')}"


@each_form
def test_a_form_names_every_field_once(path: Path) -> None:
    form = load(path)
    assert {"name", "description", "body"} <= form.keys()
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in fields} <= {"input", "textarea", "dropdown", "checkboxes"}
    assert all(field["attributes"]["label"] for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)


@pytest.mark.parametrize("name", ["bug", "rules"])
def test_forms_offer_every_game(name: str) -> None:
    (field,) = [item for item in load(GITHUB / "ISSUE_TEMPLATE" / f"{name}.yml")["body"] if item.get("id") == "game"]
    assert [option for option in field["attributes"]["options"] if "game" not in option] == list(games())
