"""A view shows what the seat may know, and anything can draw it."""

import pickle
from html.parser import HTMLParser

import pytest
from conftest import played

import ludus
from ludus.draw import to_html, to_text


def test_every_action_touches_components_that_are_there(any_game):
    state = played(any_game, 1)
    for seat in range(any_game.seats):
        view = state.view(seat)
        ids = [component.id for component in view.table.walk()]
        assert len(ids) == len(set(ids))
        assert [offer.action for offer in view.actions] == state.legal_actions(seat)
        for offer in view.actions:
            assert offer.touches
            assert set(offer.touches) <= set(ids)
            assert any_game.parse(offer.text) == offer.action


def test_a_view_does_not_change_when_hidden_cards_are_swapped():
    for name in ("kuhn-poker", "leduc-poker", "goofspiel:cards=5"):
        state = played(ludus.game(name), 1, seed=3)
        for seat in (0, 1):
            assert {str(state.sample(seat, luck).view(seat)) for luck in range(20)} == {str(state.view(seat))}


def test_a_view_is_plain_data(any_game):
    view = played(any_game, 1).view(0)
    assert pickle.loads(pickle.dumps(view)) == view
    assert ludus.Component.from_dict(view.to_dict()["table"]) == view.table


def test_every_game_draws_as_text_and_as_well_formed_html(any_game):
    class Balance(HTMLParser):
        depth = 0

        def handle_starttag(self, tag, attrs):
            self.depth += 1

        def handle_endtag(self, tag):
            self.depth -= 1

    for decisions in range(4):
        view = played(any_game, decisions).view(0)
        assert to_text(view).strip()
        parser = Balance()
        parser.feed(to_html(view))
        assert parser.depth == 0


@pytest.mark.parametrize("text", ["<script>", "a & b", '"'])
def test_labels_cannot_break_the_page(text):
    html = to_html(ludus.View(ludus.Component("text", "text", text), ()))
    assert text not in html.removeprefix('<div style="font-family:sans-serif;line-height:1.5">') or text == '"'
