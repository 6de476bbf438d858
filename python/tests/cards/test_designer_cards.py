"""Files of cards that designers write: what is wrong is told with file, line or cell, and field."""

import contextlib
import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.cards import check

HEAD = 'game = "hearthstone"\nset = "mine"\n\n'
GUARD = '[[card]]\nname = "Village Guard"\ntype = "minion"\ncost = 2\nattack = 1\nhealth = 4\ntext = "Taunt"\n'


def checked(tmp_path, content, name="cards.toml", **options):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return check(path, **options)


def mistakes(tmp_path, content, name="cards.toml", **options):
    with pytest.raises(ludus.errors.BadCards) as caught:
        checked(tmp_path, content, name, **options)
    return str(caught.value).replace(str(tmp_path) + "/", "")


def test_a_card_takes_a_few_lines(tmp_path):
    (card,) = checked(tmp_path, HEAD + GUARD)
    assert (card.facts["id"], card.status) == ("village-guard", "compiled")
    assert card.facts["sets"] == ["mine"]
    assert card.tree is not None


def test_a_text_that_is_not_understood_is_told_with_its_words(tmp_path):
    (card,) = checked(tmp_path, HEAD + GUARD.replace("Taunt", "Tuant"))
    assert (card.status, card.phrase) == ("refused", "Tuant")
    assert "did you mean `Taunt`?" in card.refusal


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (GUARD + GUARD, "cards.toml:11, field `name`: there is another card named `Village Guard` in line 4"),
        (GUARD.replace("2", "-2"), "cards.toml:7, field `cost`: -2 is impossible: it must be 0 to 99"),
        (GUARD.replace("2", "99999999999999999999"), "cards.toml:7"),
        (GUARD.replace("2", "2.5"), "cards.toml:7, field `cost`: this must be a whole number, not 2.5"),
        (GUARD.replace("2", "nan"), "cards.toml:7, field `cost`: this must be a whole number"),
        (GUARD.replace("2", "true"), "cards.toml:7, field `cost`: this must be a whole number"),
        (GUARD.replace("2", "[2]"), "cards.toml:7, field `cost`: this must be a whole number"),
        (GUARD.replace("4", "0"), "cards.toml:9, field `health`: 0 is impossible: it must be 1 to 9999"),
        (GUARD + 'colour = "red"\n', "cards.toml:11, field `colour`: there is no such field"),
        (GUARD.replace("health", "helath"), "did you mean `health`?"),
        (GUARD.replace('"Taunt"', "3"), "cards.toml:10, field `text`: this must be a text, not 3"),
        (
            GUARD.replace("minion", "minoin"),
            "field `type`: hearthstone has no cards of the type `minoin`; did you mean",
        ),
        (GUARD.replace("Village Guard", "x" * 200), "field `name`: no name has more than 100 letters"),
        (GUARD + 'hero-power = "nobody"\n', "field `hero-power`: there is no card `nobody`"),
    ],
)
def test_each_mistake_names_file_line_and_field(tmp_path, wrong, told):
    assert told in mistakes(tmp_path, HEAD + wrong)


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path):
    wrong = GUARD.replace("2", "-2").replace("4", "0")
    assert len(mistakes(tmp_path, HEAD + wrong).splitlines()) == 2


def test_other_bytes_than_utf_8_are_told_with_their_line(tmp_path):
    content = (HEAD + GUARD).encode() + b"# \xe9t\xe9\n"
    assert mistakes(tmp_path, content) == "cards.toml:11: this is not UTF-8; save the file as UTF-8 text"
    assert "UTF-8" in mistakes(tmp_path, b"name;type;cost\nCaf\xe9;spell;1\n", "cards.csv", game="hearthstone")


@pytest.mark.parametrize(
    "content",
    [
        b"a = " + b"[" * 100_000,
        b"a = " + b"{b = " * 50_000,
        b"[" * 100_000,
        b"a." * 50_000 + b"b = 1",
        b"[[card]]\n" * 50_000,
        b'text = "' + b"x" * 5_000_000,
        b"\0" * 10_000,
        b"\xff\xfe" + "game".encode("utf-16-le"),
    ],
    ids=["deep lists", "deep tables", "brackets", "deep keys", "many cards", "a long text", "zeros", "utf-16"],
)
def test_huge_and_deep_input_is_refused_in_words(tmp_path, content):
    assert "cards.toml" in mistakes(tmp_path, content)


def test_a_text_of_many_megabytes_is_refused_in_words(tmp_path):
    (card,) = checked(tmp_path, HEAD + GUARD.replace("Taunt", "Taunt " * 100_000))
    assert card.status == "refused"
    assert "at most" in card.refusal


def test_a_table_is_read_whatever_parts_its_columns(tmp_path):
    rows = [["Name", "Type", "Cost", "Text"], ["Spark", "spell", "1", "Deal $2 damage."], ["Ash", "spell", "0", ""]]
    for name, between in [("a.csv", ","), ("b.csv", ";"), ("c.csv", "\t"), ("d.tsv", "\t")]:
        content = "\n".join(between.join(row) for row in rows)
        cards = checked(tmp_path, content, name, game="hearthstone")
        assert [(card.facts["name"], card.status) for card in cards] == [("Spark", "compiled"), ("Ash", "no-text")]


def test_a_mistake_in_a_table_names_line_and_field(tmp_path):
    told = mistakes(
        tmp_path, "name,type,cost\nSpark,spell,1\nFlame,spell,hot\nSpark,spell,2\n", "a.csv", game="hearthstone"
    )
    assert told.splitlines() == [
        'a.csv:3, field `cost`: this must be a whole number, not the text "hot"',
        "a.csv:4, field `name`: there is another card named `Spark` in line 2",
    ]
    assert "a.csv:2: there are more fields than columns" in mistakes(tmp_path, "name,type\na,b,c\n", "a.csv")
    assert "a.csv" in mistakes(tmp_path, "", "a.csv")


def excel(rows):
    """An Excel file with one sheet."""
    cells = "".join(
        f'<row r="{r}">' + "".join(f'<c r="{chr(64 + c)}{r}" {cell}</c>' for c, cell in enumerate(row, 1)) + "</row>"
        for r, row in enumerate(rows, 1)
    )
    office = "http://schemas.openxmlformats.org"
    sheet, relations = f"{office}/spreadsheetml/2006/main", f"{office}/package/2006/relationships"
    kinds = f"{office}/officeDocument/2006/relationships"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{office}/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" Type="{kinds}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{sheet}" xmlns:r="{kinds}"><sheets>'
        '<sheet name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" '
        f'Type="{kinds}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{sheet}"><sheetData>{cells}</sheetData></worksheet>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return out.getvalue()


def word(text):
    return f't="inlineStr"><is><t>{text}</t></is>'


def number(value):
    return f"><v>{value}</v>"


def test_an_excel_file_is_read_and_a_mistake_names_sheet_row_and_field(tmp_path):
    head = [word("Name"), word("Type"), word("Cost"), word("Text")]
    right = [word("Spark"), word("spell"), number(1), word("Draw a card.")]
    (card,) = checked(tmp_path, excel([head, right]), "a.xlsx", game="hearthstone")
    assert (card.facts["numbers"]["cost"], card.status) == (1, "compiled")
    wrong = [word("Flame"), word("spell"), number(1000), word("")]
    told = mistakes(tmp_path, excel([head, right, wrong]), "a.xlsx", game="hearthstone")
    assert told == "a.xlsx, sheet Cards, row 3, field `cost`: 1000 is impossible: it must be 0 to 99"
    assert "a.xlsx: this is no Excel file" in mistakes(tmp_path, b"PK\x03\x04 and so on", "a.xlsx")


def test_files_that_are_missing_or_of_another_kind_are_told(tmp_path):
    with pytest.raises(ludus.errors.BadFile, match="none.toml"):
        check(tmp_path / "none.toml")
    assert mistakes(tmp_path, b"", "cards.doc") == "cards.doc: cards are read from .toml, .csv, .tsv and .xlsx files"
    with pytest.raises(ludus.errors.BadSpec):
        checked(tmp_path, GUARD, game="chess")


@settings(max_examples=150, deadline=None)
@given(content=st.binary(max_size=300), name=st.sampled_from(["a.toml", "a.csv", "a.tsv", "a.xlsx"]))
def test_any_bytes_are_cards_or_refused_in_words(tmp_path_factory, content, name):
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(content)
    with contextlib.suppress(ludus.errors.BadCards):
        check(path, game="hearthstone")
