use std::sync::Arc;

use ludus_agents::{NAMES, build, catalogue};
use ludus_classic::{ConnectFour, Goofspiel, KuhnPoker};
use ludus_core::{Game, Spec};

use crate::support::try_build;

fn refusal<G: Game>(game: G, spec: &str) -> String {
    match try_build(&Arc::new(game), spec) {
        Ok(built) => panic!("`{spec}` was accepted as `{}`", built.spec),
        Err(error) => error.to_string(),
    }
}

#[test]
fn wrong_specs_are_refused_with_what_would_be_right() {
    let message = |spec| refusal(ConnectFour::new(), spec);
    assert_eq!(message("mtcs"), "unknown agent `mtcs`; did you mean `mcts`?");
    assert_eq!(message("MCTS:iterations=5"), "unknown agent `MCTS`; did you mean `mcts`?");
    assert_eq!(
        message("foo"),
        "unknown agent `foo`; the agents are random, greedy, flat, mcts, ismcts and python:module:Class"
    );
    assert_eq!(message("mcts:iteration=5"), "mcts has no option `iteration`; did you mean `iterations`?");
    assert_eq!(message("mcts:iterations=0"), "mcts: iterations=0 must be a number from 1 to 1000000000");
    assert_eq!(message("ismcts:ms=soon"), "ismcts: ms=soon must be a number from 1 to 3600000");
    assert_eq!(message("flat:ms=5,iterations=5"), "flat: iterations=5 and ms=5 exclude each other; give one of them");
    assert_eq!(message("mcts:exploration=NaN"), "mcts: exploration=NaN must be a number from 0 to 100");
    assert_eq!(message("mcts:rollout=wild"), "mcts: rollout=wild must be one of random, evaluate");
    assert_eq!(
        message("mcts:rollout=evaluate,rollouts=4"),
        "mcts: rollouts=4 has no meaning with rollout=evaluate; leave one of them out"
    );
    assert_eq!(message("flat:rollout=bad"), "flat has no option `rollout`; it has ms, iterations");
    assert_eq!(message("flat:ms=5,s=1"), "flat has no option `s`; did you mean `ms`?");
    assert_eq!(message("random:seed=3"), "random has no option `seed`; it has no options");
    assert_eq!(message("python:my.module:Class"), "python agents are built by the Python package only");
}

#[test]
fn mcts_refuses_secrets_and_simultaneous_decisions_and_names_ismcts() {
    assert_eq!(
        refusal(KuhnPoker::new(), "mcts"),
        "mcts cannot play kuhn-poker, where something is hidden from the seats; use `ismcts`"
    );
    assert!(refusal(Goofspiel::new(5, 2), "mcts").ends_with("; use `ismcts`"));
}

#[test]
fn a_built_agent_knows_its_canonical_spec_and_whether_it_is_reproducible() {
    let game = Arc::new(ConnectFour::new());
    let built = |spec: &str| try_build(&game, spec).map(|built| (built.spec, built.reproducible)).unwrap();
    assert_eq!(built("random"), ("random".into(), true));
    assert_eq!(built("greedy"), ("greedy:samples=1".into(), true));
    assert_eq!(built("flat:ms=20"), ("flat:ms=20".into(), false));
    assert_eq!(
        built("mcts:exploration=2"),
        ("mcts:iterations=1000,exploration=2,rollout=random,rollouts=1,nodes=2000000,solver=on".into(), true)
    );
    assert_eq!(built("ismcts:rollout=evaluate,ms=9").0, "ismcts:ms=9,exploration=1,rollout=evaluate,nodes=2000000");
    for name in NAMES {
        assert_eq!(built(&built(name).0), built(name), "the canonical spec of {name} says the same");
    }
    let secrets = try_build(&Arc::new(KuhnPoker::new()), "greedy").unwrap();
    assert_eq!(secrets.spec, "greedy:samples=8");
}

#[test]
fn the_catalogue_lists_every_agent_with_exactly_its_options() {
    let game = Arc::new(ConnectFour::new());
    assert_eq!(catalogue().iter().map(|entry| entry.name).collect::<Vec<_>>(), NAMES);
    for entry in catalogue() {
        for (option, _) in entry.options {
            let Err(refused) = try_build(&game, &format!("{}:{option}=?", entry.name)) else {
                panic!("{} takes {option}=?", entry.name)
            };
            assert!(refused.to_string().contains("must be"), "{refused}");
        }
        let canonical = try_build(&game, entry.name).unwrap().spec;
        for written in canonical.split([':', ',']).skip(1) {
            let key = written.split('=').next();
            assert!(entry.options.iter().any(|(option, _)| Some(*option) == key), "{canonical}: {written}");
        }
    }
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_builder_panic(
        text in ".*",
        name in "random|greedy|flat|mcts|ismcts",
        options in "((iterations|ms|exploration|rollout|rollouts|nodes|solver|samples)=([0-9]{1,12}|on|evaluate|-?[a-zA-Z0-9.]{0,5}),?){0,4}",
    ) {
        let game = Arc::new(ConnectFour::new());
        for spec in [text, format!("{name}:{options}")] {
            if let Ok(spec) = spec.parse::<Spec>() {
                let _ = build(&game, &spec);
            }
        }
    }
}
