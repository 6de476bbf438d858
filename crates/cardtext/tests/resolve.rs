//! What pronouns mean, and who picks.

use ludus_cardtext::{Game, Grammar, Names, Reason, Tree, Value};

fn tree(text: &str) -> Tree {
    let names = Names::new(["Imp", "Boar"]);
    Grammar::built_in()
        .parse(Game::Hearthstone, text, None, &names)
        .unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

/// The kinds that mean or introduce something, in the order of the text; pronouns with what they mean.
fn meanings(text: &str) -> Vec<String> {
    let definition = Grammar::built_in().definition();
    let mut out = Vec::new();
    let mut groups = 0;
    tree(text).visit(&mut |node| {
        let name = &definition.kind(node.kind).name;
        if definition.has_mark(node.kind, "introduces") {
            groups += 1;
            out.push(format!("{groups}:{name}"));
        }
        if let Value::Number(number) = node.field(definition, "means") {
            out.push(format!("{name}={number}"));
        }
    });
    out
}

fn picker(text: &str) -> String {
    let definition = Grammar::built_in().definition();
    let mut found = String::new();
    tree(text).visit(&mut |node| {
        if let (Value::Tree(picker), true) = (node.field(definition, "picker"), found.is_empty()) {
            found.clone_from(&definition.kind(picker.kind).name);
        }
    });
    found
}

#[test]
fn a_pronoun_means_the_object_of_the_deed_before() {
    assert_eq!(meanings("Deal $1 damage to a minion. If it dies, destroy all minions."), ["1:A", "It=1", "2:Every"]);
    assert_eq!(meanings("Deal $2 damage to all enemy minions and Freeze them."), ["1:Every", "Them=1"]);
}

#[test]
fn a_pronoun_does_not_mean_the_group_in_whose_words_it_stands() {
    assert_eq!(meanings("Give a minion +1/+2. Summon a copy of it."), ["1:A", "2:Copies", "It=1"]);
}

#[test]
fn a_pronoun_means_the_subject_of_what_happens() {
    assert_eq!(meanings("Whenever you summon a Beast, give it +1 Attack."), ["1:A", "It=1"]);
    assert_eq!(meanings("Secret: When a minion attacks your hero, destroy it."), ["1:A", "2:Owned", "It=1"]);
}

#[test]
fn a_pronoun_means_the_card_itself_below_a_head_that_names_nobody() {
    assert_eq!(meanings("Deathrattle: Return it to your hand."), ["It=0"]);
}

#[test]
fn a_pronoun_that_means_nothing_is_refused_where_it_stands() {
    let text = "Draw a card. Give <b>them</b> +1 Attack.";
    let refusal = Grammar::built_in().parse(Game::Hearthstone, text, None, &Names::default()).unwrap_err();
    assert!(matches!(refusal.reason, Reason::Pronoun(_)), "{refusal}");
    assert_eq!(&text[refusal.span], "them");
}

#[test]
fn instead_speaks_of_the_sentence_before() {
    let definition = Grammar::built_in().definition();
    let mut replaced = None;
    tree("Draw a card. Deal $3 damage. If you control a Beast, deal $5 damage instead.").visit(&mut |node| {
        if definition.kind(node.kind).name == "Instead" {
            replaced = Some(node.field(definition, "means").clone());
        }
    });
    assert_eq!(replaced, Some(Value::Number(2)));
}

#[test]
fn the_head_decides_who_picks() {
    assert_eq!(picker("Destroy a minion."), "ByPlayer");
    assert_eq!(picker("Battlecry: Destroy a minion."), "ByPlayer");
    assert_eq!(picker("Deathrattle: Destroy a minion."), "ByChance");
    assert_eq!(picker("At the end of your turn, destroy a minion."), "ByChance");
    assert_eq!(picker("Whenever a minion dies, draw 2 cards."), "Whichever");
    assert_eq!(picker("Draw a card."), "FromTheTop");
}
