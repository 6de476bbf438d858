"""A damaged file of a result is refused when it is read, in one sentence that names the file and what is wrong."""

import json
import re

import pytest

import ludus


def rewritten(path, change):
    """Write a result again with a changed manifest."""
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    manifest = change(json.loads(table.schema.metadata[b"ludus"]))
    text = manifest if isinstance(manifest, str) else json.dumps(manifest)
    pq.write_table(table.replace_schema_metadata({"ludus": text}), path)
    return path


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "games.parquet"
    ludus.simulate("tic-tac-toe", ["greedy", "random"], 5, seed=1).save(path)
    return path


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ("{", "is no JSON: "),
        ("[]", "is no JSON object"),
        ("null", "is no JSON object"),
        ("{}", "has no ludus"),
        ("[" * 10_000, "is no JSON: "),
        ({"standings": 5}, "has a wrong standings: 5 should be a list"),
        ({"standings": [5]}, "is no JSON object"),
        ({"standings": [{"match": 0}]}, "has no agent"),
        ({"agents": []}, "has a wrong agents: [] should be an object"),
        ({"agents": {}}, "names no agents"),
        ({"agents": {"greedy": 5}}, "has a wrong greedy: 5 should be a text"),
        ({"seconds": "long"}, 'has a wrong seconds: "long" should be a number'),
        ({"seed": True}, "has a wrong seed: true should be a whole number"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_damaged_manifest_is_refused_by_its_field(saved, manifest, message):
    change = (lambda m: {**m, **manifest}) if isinstance(manifest, dict) else (lambda m: manifest)
    with pytest.raises(ludus.BadFile, match=rf"the manifest of .*games\.parquet {re.escape(message)}"):
        ludus.Result.load(rewritten(saved, change))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("games", 0, "has a wrong games: 0 should be at least 1"),
        ("win_rate", None, "has a wrong win_rate: null should be a number"),
    ],
)
def test_damaged_standings_are_refused_by_their_field(saved, field, value, message):
    def change(manifest):
        manifest["standings"][1][field] = value
        return manifest

    with pytest.raises(ludus.BadFile, match=rf"standings\[1\] in the manifest of .*games\.parquet {message}"):
        ludus.Result.load(rewritten(saved, change))


@pytest.mark.parametrize(
    "name", ["match", "seed", "agent_seed", "decisions", "agent_0", "agent_1", "return_0", "return_1"]
)
def test_a_missing_column_is_named(saved, name):
    import pyarrow.parquet as pq

    pq.write_table(pq.read_table(saved).drop_columns([name]), saved)
    with pytest.raises(ludus.BadFile, match=rf"games\.parquet has no column {name}"):
        ludus.Result.load(saved)


@pytest.mark.parametrize(
    ("name", "values", "wanted"),
    [
        ("seed", ["a"] * 5, "whole numbers from 0"),
        ("seed", [0.5] * 5, "whole numbers from 0"),
        ("seed", [None] * 5, "whole numbers from 0"),
        ("seed", [1, 2, 3, 4, None], "whole numbers from 0"),
        ("agent_seed", [1, 2, 3, 4, -5], "whole numbers from 0"),
        ("decisions", [True] * 5, "whole numbers from 0"),
        ("return_1", [1, 2, 3, 4, 5], "finite numbers"),
        ("return_0", [0.0, 1.0, float("nan"), 0.0, 0.0], "finite numbers"),
        ("agent_0", ["greedy", "random", "greedy", "somebody", "greedy"], "agents of the manifest"),
        ("agent_1", [[1]] * 5, "agents of the manifest"),
        ("agent_1", ["random", None, "random", "random", "random"], "agents of the manifest"),
    ],
)
def test_a_column_with_wrong_values_is_named(saved, name, values, wanted):
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(saved)
    pq.write_table(table.set_column(table.column_names.index(name), name, pa.array(values)), saved)
    with pytest.raises(ludus.BadFile, match=rf"the column {name} of .*games\.parquet must hold {wanted}"):
        ludus.Result.load(saved)


def test_a_table_without_games_is_refused(saved):
    import pyarrow.parquet as pq

    pq.write_table(pq.read_table(saved).slice(0, 0), saved)
    with pytest.raises(ludus.BadFile, match=r"games\.parquet holds no games"):
        ludus.Result.load(saved)


def test_a_table_of_fewer_seats_than_its_game_has_is_not_replayed(saved):
    import pyarrow.parquet as pq

    pq.write_table(pq.read_table(saved).drop_columns(["agent_1", "return_1"]), saved)
    with pytest.raises(ludus.BadReplay, match="a game with 1 seats, but tic-tac-toe has 2"):
        ludus.Result.load(saved).replay(0)


def test_a_game_of_other_rules_is_not_replayed(saved):
    changed = ludus.Result.load(rewritten(saved, lambda m: {**m, "content": "tic-tac-toe/0"}))
    with pytest.raises(ludus.BadReplay, match="made with content tic-tac-toe/0"):
        changed.replay(0)
    with pytest.raises(ValueError, match="there is no game 5"):
        changed.replay(5)


def test_agents_that_play_otherwise_than_recorded_are_noticed(saved):
    changed = ludus.Result.load(rewritten(saved, lambda m: {**m, "agents": {"greedy": "random", "random": "greedy"}}))
    with pytest.raises(ludus.BadReplay, match="does not go as it went"):
        changed.replay(0)
