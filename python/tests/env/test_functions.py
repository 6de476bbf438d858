"""The functions of `ludus.env`: lazy, documented, and clear about what is missing."""

import subprocess
import sys

import gymnasium
import pettingzoo
import pyspiel
import pytest

import ludus
import ludus.env

PACKAGES = ["gymnasium", "pettingzoo", "pyspiel", "open_spiel"]


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_nothing_is_imported_before_it_is_used():
    done = run(f"import sys, ludus, ludus.env; print([name for name in {PACKAGES} if name in sys.modules])")
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize(
    ("missing", "call", "package", "extra"),
    [
        ("gymnasium", "gym_env('tic-tac-toe')", "gymnasium", "rl"),
        ("gymnasium", "vector_env('tic-tac-toe', 2)", "gymnasium", "rl"),
        ("pettingzoo", "aec_env('tic-tac-toe')", "pettingzoo", "rl"),
        ("pettingzoo", "parallel_env('tic-tac-toe')", "pettingzoo", "rl"),
        ("pyspiel", "openspiel_game('tic-tac-toe')", "open-spiel", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_the_extra_that_installs_it(missing, call, package, extra):
    done = run(f"import sys; sys.modules[{missing!r}] = None; import ludus.env; ludus.env.{call}")
    assert f"MissingPackage: {package} is not installed" in done.stderr
    assert f"pip install 'ludus[{extra}]'" in done.stderr


def test_each_function_gives_what_it_says():
    assert isinstance(ludus.env.gym_env("tic-tac-toe"), gymnasium.Env)
    assert isinstance(ludus.env.aec_env("tic-tac-toe"), pettingzoo.AECEnv)
    assert isinstance(ludus.env.parallel_env("tic-tac-toe"), pettingzoo.ParallelEnv)
    assert isinstance(ludus.env.vector_env("tic-tac-toe", 2), gymnasium.vector.VectorEnv)
    assert isinstance(ludus.env.openspiel_game("tic-tac-toe"), pyspiel.Game)


def test_options_reach_the_environments():
    env = ludus.env.gym_env("goofspiel", ["greedy"], "random", max_decisions=4, render_mode="ansi")
    assert (env.max_decisions, env.render_mode, env.game.spec) == (4, "ansi", "goofspiel:cards=13,seats=2")
    assert ludus.env.aec_env("leduc-poker", max_decisions=2, render_mode="ansi").max_decisions == 2
    assert ludus.env.parallel_env(ludus.game("goofspiel", seats=3), render_mode="ansi").max_num_agents == 3
    assert ludus.env.vector_env("connect-four", 7, autoreset="same", threads=1, copy=False).num_envs == 7


def test_wrong_games_are_named():
    with pytest.raises(ludus.BadSpec, match="did you mean `connect-four`"):
        ludus.env.openspiel_game("conect-four")
