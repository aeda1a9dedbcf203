"""Tests of languages: plural forms, placeholders, nested messages, hostile values, loading."""

from __future__ import annotations

import json
from typing import Any, ClassVar, cast

import pytest

from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import (
    LANGUAGES,
    MAX_CATALOGUE_CHARACTERS,
    Catalogue,
    begin_with_capital,
    choose_language,
    format_integer,
    format_signed,
    placeholders,
    plural_category,
)
from tests.ui.text.completeness import missing_keys, superfluous_keys
from tools.translated import read_texts

ENGLISH = {
    "card.knight.name": "Knight",
    "log.summon": "{player} summons {card} on {square}.",
    "log.draw.one": "{player} draws {n} card.",
    "log.draw.other": "{player} draws {n} cards.",
    "log.reply": "After “{first}”: {second}",
}
FRENCH = {
    "card.knight.name": "Chevalier",
    "log.summon": "Sur {square}, {player} invoque {card}.",
    "log.draw.one": "{player} pioche {n} carte.",
    "log.draw.other": "{player} pioche {n} cartes.",
}
KNIGHT = Message("card.knight.name")


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue({"en": ENGLISH, "fr": FRENCH})


@pytest.fixture
def shipped() -> Catalogue:
    """The texts of the page, in all languages."""
    return Catalogue({language: read_texts(language) for language in LANGUAGES})


def test_a_line_begins_with_a_capital_unless_with_a_square() -> None:
    assert begin_with_capital("piece on e4") == "Piece on e4"
    assert begin_with_capital("λήψη από το e4") == "Λήψη από το e4"
    assert begin_with_capital("e4 destroyed") == "e4 destroyed"
    assert begin_with_capital("") == ""


class TestPluralCategory:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("n", [2, 3, 5, 10, 11, 21, 100, 101, 1000, 1_000_001])
    def test_most_numbers_are_other(self, language: str, n: int) -> None:
        assert plural_category(language, n) == "other"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_one_and_minus_one(self, language: str) -> None:
        assert plural_category(language, 1) == plural_category(language, -1) == "one"

    def test_zero_is_singular_in_french_only(self) -> None:
        assert {name: plural_category(name, 0) for name in LANGUAGES} == {
            "en": "other",
            "es": "other",
            "fr": "one",
            "it": "other",
            "el": "other",
        }

    @pytest.mark.parametrize("n", [1_000_000, 7_000_000])
    def test_millions_are_many_in_romance_languages(self, n: int) -> None:
        assert {name: plural_category(name, n) for name in LANGUAGES} == {
            "en": "other",
            "es": "many",
            "fr": "many",
            "it": "many",
            "el": "other",
        }

    def test_unknown_language(self) -> None:
        with pytest.raises(ValueError, match="'xx'"):
            plural_category("xx", 1)


class TestText:
    def test_parameters_are_put_in(self, catalogue: Catalogue) -> None:
        text = catalogue.text("log.summon", player="Ada", card="X", square="e5")
        assert text == "Ada summons X on e5."

    def test_a_text_is_said_as_it_is(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", {"Anna": "not a key"})
        assert catalogue.translate("Anna") == "Anna"

    def test_a_message_in_a_message_is_translated(self, catalogue: Catalogue) -> None:
        sentence = Message("log.summon", {"player": "Ada", "card": KNIGHT, "square": "e5"})
        assert catalogue.translate(sentence) == "Ada summons Knight on e5."
        catalogue.language = "fr"
        assert catalogue.translate(sentence) == "Sur e5, Ada invoque Chevalier."

    def test_three_levels_and_a_plural_inside(self, catalogue: Catalogue) -> None:
        first = Message("log.summon", {"player": "Ada", "card": KNIGHT, "square": "e5"})
        second = Message("log.draw", {"player": "Bo", "n": 1})
        text = catalogue.text("log.reply", first=first, second=second)
        assert text == "After “Ada summons Knight on e5.”: Bo draws 1 card."

    def test_under_a_heading_the_name_is_not_said_again(self, catalogue: Catalogue) -> None:
        words = {"a": "{who}: {n} drawn", "b": "{who} draws {n}", "c": "Drawn by {who}: {n}"}
        catalogue.merge("en", words)
        for key, short in (("a", "2 drawn"), ("b", "Draws 2"), ("c", "Drawn by Bo: 2")):
            line = Message(key, {"who": "Bo", "n": 2})
            assert catalogue.translate_under_heading(line, "Bo") == short
            assert catalogue.translate_under_heading(line, "") == catalogue.translate(line)
        assert (
            catalogue.translate_under_heading(Message("b", {"who": "Bobo", "n": 2}), "Bo")
            == "Bobo draws 2"
        )
        assert (
            catalogue.translate_under_heading(Message("a", {"who": KNIGHT, "n": 1}), KNIGHT)
            == "1 drawn"
        )

    def test_lists_are_joined(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", {"used": "Used: {squares}."})
        assert catalogue.text("used", squares=("e5", "e6")) == "Used: e5, e6."
        assert catalogue.text("used", squares=[KNIGHT, 3]) == "Used: Knight, 3."
        assert catalogue.text("used", squares=()) == "Used: ."

    @pytest.mark.parametrize(
        ("language", "two", "three", "none"),
        [("en", "e5 and e6", "a, b and c", ""), ("fr", "e5 et e6", "a, b et c", "")],
    )
    def test_a_list_has_the_word_of_its_language(
        self, catalogue: Catalogue, language: str, two: str, three: str, none: str
    ) -> None:
        catalogue.merge("en", {"used": "{x:and}", "list.and": "{a} and {b}"})
        catalogue.merge("fr", {"list.and": "{a} et {b}"})
        catalogue.language = language
        lists = (("e5", "e6"), "abc", ("a",), ())
        said = [catalogue.text("used", x=tuple(items)) for items in lists]
        assert said == [two, three, "a", none]

    @pytest.mark.parametrize(
        ("language", "items", "together", "either"),
        [
            ("en", "h3 i5", "h3 and i5", "h3 or i5"),
            ("es", "h3 i5", "h3 e i5", "h3 o i5"),
            ("es", "g2 i5 h3", "g2, i5 y h3", "g2, i5 o h3"),  # "hache" begins with a vowel
            ("es", "Anna Irene", "Anna e Irene", "Anna o Irene"),
            ("es", "hojas hijas", "hojas e hijas", "hojas o hijas"),
            ("es", "agua hielo", "agua y hielo", "agua o hielo"),
            ("es", "Knight Ice_Queen", "Knight y Ice Queen", "Knight o Ice Queen"),
            ("es", "Knight Hill_Giant", "Knight y Hill Giant", "Knight o Hill Giant"),
            ("es", "7 8", "7 y 8", "7 u 8"),
            ("es", "10 11", "10 y 11", "10 u 11"),
            ("es", "90 110", "90 y 110", "90 o 110"),
            ("es", "Anna Óscar", "Anna y Óscar", "Anna u Óscar"),
            ("fr", "h3 i5", "h3 et i5", "h3 ou i5"),
            ("it", "d5 e5", "d5 ed e5", "d5 o e5"),
            ("it", "e5 d5", "e5 e d5", "e5 o d5"),
            ("it", "Knight Eagle_Lord", "Knight e Eagle Lord", "Knight o Eagle Lord"),
            ("el", "d5 e5", "d5 και e5", "d5 ή e5"),
        ],
    )
    def test_the_word_of_a_list_follows_the_next_sound(
        self, shipped: Catalogue, language: str, items: str, together: str, either: str
    ) -> None:
        shipped.language = language
        texts = [item.replace("_", " ") for item in items.split()]
        assert (shipped.join(texts, "and"), shipped.join(texts, "or")) == (together, either)

    def test_a_word_before_a_placeholder_follows_the_next_sound(self, shipped: Catalogue) -> None:
        shipped.language = "it"
        assert "ad Anna" in shipped.text("prompt.curtain", who="Anna")
        assert "a Bea" in shipped.text("prompt.curtain", who="Bea")
        acolyte = Message("card.acolyte-of-growth.name")
        lack = shipped.text("learn.aim.lack", card=acolyte, square="e5")
        assert lack.startswith("Ad Acolyte of Growth ")
        shipped.merge("it", {"ends": "{a}a {b}: à {b}, la {b}, (a {b})"})
        assert shipped.text("ends", a="un", b="a5") == "una a5: à a5, la a5, (ad a5)"
        shipped.language = "es"
        assert " e i5" in shipped.text("log.swap", origin="h3", square="i5")

    def test_items_that_look_like_placeholders_stay(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", {"used": "{x:semicolon}", "list.semicolon": "{a}; {b}"})
        assert catalogue.text("used", x=("{b}", "{a}", "{x}")) == "{b}; {a}; {x}"
        assert catalogue.join(["{b}", "c"], "semicolon") == "{b}; c"
        assert catalogue.join([], "dot") == ""

    def test_a_plural_on_any_parameter(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", {"far": "{far} {far|point|points}, {x|one|more}"})
        catalogue.merge("fr", {"far": "{far} {far|point|points}, {x|une|plusieurs}"})
        said = [catalogue.text("far", far=far, x=("a",)) for far in (0, 1, 2)]
        assert said == ["0 points, one", "1 point, one", "2 points, one"]
        assert catalogue.text("far", far="1", x=("a", "b")) == "1 points, more"
        catalogue.language = "fr"
        assert catalogue.text("far", far=0, x=("a", "b")) == "0 point, plusieurs"

    def test_a_noun_has_forms_and_a_gender(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", {"asks": "{who:The} asks. {who?m=He|f=She} waits for {card:acc}."})
        catalogue.merge("en", {"bots.adept": "Adept", "bots.adept.the": "the Adept"})
        adept = Message("bots.adept")
        assert catalogue.text("asks", who=adept, card=KNIGHT) == (
            "The Adept asks. He waits for Knight."
        )
        catalogue.merge("en", {"bots.adept.gender": "f", "card.knight.acc": "the Knight"})
        assert catalogue.text("asks", who=adept, card=KNIGHT) == (
            "The Adept asks. She waits for the Knight."
        )
        assert catalogue.text("asks", who="ada", card="x") == "ada asks. He waits for x."

    def test_forms_of_the_items_of_a_list(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", {"card.knight.the": "the Knight", "list.or": "{a} or {b}"})
        catalogue.merge(
            "en", {"x": "{x:The:or}", "y": "{y:lower:or}", "z": "{z:capital:semicolon}"}
        )
        catalogue.merge("en", {"win": "Win", "lose": "lose"})
        words = (Message("win"), Message("lose"))
        assert catalogue.text("x", x=(KNIGHT, KNIGHT)) == "The Knight or The Knight"
        assert catalogue.text("y", y=words) == "win or lose"
        assert catalogue.text("z", z=words[::-1]) == "Lose, Win"

    def test_parameters_may_have_any_name(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", {"odd": "{key} {self} {n}"})
        assert catalogue.text("odd", key=1, self=2, n=3) == "1 2 3"

    def test_falls_back_to_english(self, catalogue: Catalogue) -> None:
        catalogue.language = "fr"
        assert catalogue.text("log.reply", first="a", second=KNIGHT) == "After “a”: Chevalier"
        catalogue.language = "el"
        assert catalogue.text("card.knight.name") == "Knight"

    def test_missing_key_shows_a_marker(self, catalogue: Catalogue) -> None:
        assert catalogue.text("no.such.key", n=2) == "⟨no.such.key⟩"
        text = catalogue.text("log.summon", player="Ada", card=Message("card.x"), square="e5")
        assert text == "Ada summons ⟨card.x⟩ on e5."

    @pytest.mark.parametrize("params", [{}, {"square": None}])
    def test_missing_parameter_shows_a_marker(
        self, catalogue: Catalogue, params: dict[str, object]
    ) -> None:
        text = catalogue.text("log.summon", player="Ada", card=KNIGHT, **params)
        assert text == "Ada summons Knight on ⟨square⟩."

    def test_endless_nesting_ends(self, catalogue: Catalogue) -> None:
        params: dict[str, object] = {"first": "x"}
        endless = Message("log.reply", params)
        params["second"] = endless
        assert catalogue.translate(endless).endswith("⟨log.reply⟩")
        items: list[object] = []
        items.append(items)
        assert "⟨⟩" in catalogue.text("log.reply", first=items, second="")

    def test_series(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", {"note.1": "one", "note.2": "two", "note.4": "four"})
        catalogue.merge("fr", {"note.1": "un"})
        catalogue.language = "fr"
        assert catalogue.numbered_texts("note") == ("un", "two")
        assert catalogue.numbered_texts("nothing") == ()

    def test_numbers_have_a_true_minus_and_names_keep_their_hyphens(
        self, catalogue: Catalogue
    ) -> None:
        catalogue.merge("en", {"sum": "{who}: {n} of {all}"})
        text = catalogue.text("sum", who="-2 Jean-Luc", n=-2, all=(-10, 3))
        assert text == "-2 Jean-Luc: −2 of −10, 3"
        assert [format_integer(n) for n in (-12, 0, 7)] == ["−12", "0", "7"]
        assert [format_signed(n) for n in (-12, 0, 7)] == ["−12", "0", "+7"]

    def test_sections_in_the_order_of_english(self, catalogue: Catalogue) -> None:
        names = ("b", "a-c", "z")
        catalogue.merge("en", {f"part.{name}.title": name for name in names})
        catalogue.merge("en", {"part.b.1": "text", "part.x.y.title": "", "party.q.title": ""})
        catalogue.merge("fr", {"part.z.title": "zed", "part.own.title": "propre"})
        catalogue.language = "fr"
        assert catalogue.section_names("part") == names
        assert catalogue.section_names("nothing") == ()

    def test_has(self, catalogue: Catalogue) -> None:
        catalogue.language = "it"
        assert catalogue.has_text("card.knight.name")
        assert not catalogue.has_text("card.rook.name")


class TestPlural:
    @pytest.mark.parametrize(
        ("n", "expected"), [(0, "Bo draws 0 cards."), (1, "Bo draws 1 card."), (2, "Bo draws 2 c")]
    )
    def test_english(self, catalogue: Catalogue, n: int, expected: str) -> None:
        assert catalogue.plural_text("log.draw", n, player="Bo").startswith(expected)
        assert catalogue.text("log.draw", n=n, player="Bo").startswith(expected)

    def test_french_zero_is_singular(self, catalogue: Catalogue) -> None:
        catalogue.language = "fr"
        assert catalogue.plural_text("log.draw", 0, player="Bo") == "Bo pioche 0 carte."

    def test_many_falls_back_to_other(self, catalogue: Catalogue) -> None:
        catalogue.language = "fr"
        assert catalogue.plural_text("log.draw", 1_000_000, player="Bo").endswith("cartes.")
        catalogue.merge("fr", {"log.draw.many": "{player} pioche {n} de cartes."})
        assert catalogue.plural_text("log.draw", 1_000_000, player="Bo").endswith("de cartes.")

    def test_english_fallback_uses_english_rules(self) -> None:
        french = {key: text for key, text in FRENCH.items() if not key.endswith(".other")}
        catalogue = Catalogue({"en": ENGLISH, "fr": french}, "fr")
        assert catalogue.plural_text("log.draw", 2, player="Bo") == "Bo draws 2 cards."

    def test_missing_and_misused(self, catalogue: Catalogue) -> None:
        assert catalogue.plural_text("log.nothing", 2) == "⟨log.nothing⟩"
        assert catalogue.text("log.draw", player="Bo") == "⟨log.draw⟩"
        assert catalogue.text("log.draw", player="Bo", n=True) == "⟨log.draw⟩"
        assert catalogue.text("log.draw", player="Bo", n="2") == "⟨log.draw⟩"


class TestNames:
    """A name takes its article where its language has that form."""

    TEXTS: ClassVar = {"one": "For {card:the}.", "all": "{cards:of}"}

    def test_with_and_without_the_form(self, catalogue: Catalogue) -> None:
        catalogue.merge("en", self.TEXTS)
        assert catalogue.text("one", card=KNIGHT) == "For Knight."
        catalogue.merge("en", {"card.knight.the": "the Knight"})
        assert catalogue.text("one", card=KNIGHT) == "For the Knight."
        assert catalogue.text("all", cards=(KNIGHT, "Bo")) == "Knight, Bo"
        assert catalogue.text("one", card="card.knight") == "For card.knight."
        assert catalogue.text("one") == "For ⟨card⟩."

    def test_another_language_has_no_use_for_the_english_article(
        self, catalogue: Catalogue
    ) -> None:
        catalogue.merge("en", {"card.knight.the": "the Knight"})
        catalogue.merge("fr", {"one": "Pour {card:the}."})
        catalogue.language = "fr"
        assert catalogue.text("one", card=KNIGHT) == "Pour Chevalier."
        catalogue.merge("fr", {"card.knight.the": "le Chevalier"})
        assert catalogue.text("one", card=KNIGHT) == "Pour le Chevalier."


HOSTILE = [
    "{card}",
    "{square}",
    "{player.__class__}",
    "{{card}}",
    "<b>bold</b>",
    "&amp; \\1 \\g<0>",
    "%s %(card)s ${card}",
    "{",
    "}",
    "",
]


class TestHostileValues:
    @pytest.mark.parametrize("name", HOSTILE)
    def test_a_name_stays_literal(self, catalogue: Catalogue, name: str) -> None:
        text = catalogue.text("log.summon", player=name, card=KNIGHT, square="e5")
        assert text == name + " summons Knight on e5."

    @pytest.mark.parametrize("name", HOSTILE)
    def test_also_inside_a_nested_message(self, catalogue: Catalogue, name: str) -> None:
        inner = Message("log.summon", {"player": name, "card": KNIGHT, "square": "e5"})
        text = catalogue.text("log.reply", first=inner, second=name)
        assert text == f"After “{name} summons Knight on e5.”: {name}"

    @pytest.mark.parametrize(
        "text",
        ["{player.name}", "{0}", "{player!r}", "{player:>99}", "{player[0]}", "{}", "{{", "}"],
    )
    def test_a_template_can_do_nothing_but_name(self, catalogue: Catalogue, text: str) -> None:
        catalogue.merge("en", {"bad": text})
        assert catalogue.text("bad", player="Ada") == text


class TestLoading:
    def test_load_and_replace(self, catalogue: Catalogue) -> None:
        catalogue.load("el", '{"card.knight.name": "Ιππότης"}')
        catalogue.load("en", '{"card.knight.name": "Rider"}')
        assert catalogue.text("card.knight.name") == "Rider"
        catalogue.language = "el"
        assert catalogue.text("card.knight.name") == "Ιππότης"

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "Expecting value"),
            ("{", "line 1"),
            ("[]", "must be an object, not list"),
            ('"x"', "must be an object, not str"),
            ("null", "must be an object"),
            ('{"fine": "x", "log.bad": 3}', "log.bad: the text must be a string, not int"),
            ('{"log.bad": null}', "log.bad"),
            ('{"log.bad": {"one": "x"}}', "log.bad"),
            ('{"log.bad": NaN}', "NaN"),
            ('{"log.bad": "x", "log.bad": "y"}', "given twice"),
            ('{"log.bad": "\\ud800"}', "log.bad"),
            ('{"log.\\udfff": "x"}', "surrogate"),
            pytest.param("[" * 200_000, "inside each other", id="deep"),
            pytest.param('{"n": ' + "9" * 10_000 + "}", "digits", id="long number"),
        ],
    )
    def test_bad_json(self, catalogue: Catalogue, text: str, reason: str) -> None:
        before = repr(catalogue)
        with pytest.raises(ValueError, match=reason):
            catalogue.load("en", text)
        assert repr(catalogue) == before
        assert not catalogue.has_text("fine")

    def test_size_limit(self, catalogue: Catalogue) -> None:
        frame = len(json.dumps({"k": ""}))
        catalogue.load("en", json.dumps({"k": "x" * (MAX_CATALOGUE_CHARACTERS - frame)}))
        with pytest.raises(ValueError, match="longer"):
            catalogue.load("en", json.dumps({"k": "x" * (MAX_CATALOGUE_CHARACTERS - frame + 1)}))

    def test_merge_checks_and_copies(self, catalogue: Catalogue) -> None:
        texts = {"a": "x"}
        catalogue.merge("en", texts)
        texts["a"] = "y"
        assert catalogue.text("a") == "x"
        with pytest.raises(ValueError, match="key 3"):
            catalogue.merge("en", cast(Any, {3: "x"}))
        with pytest.raises(ValueError, match="b: the text"):
            catalogue.merge("en", cast(Any, {"c": "z", "b": 1}))
        assert not catalogue.has_text("c")

    def test_unknown_language(self, catalogue: Catalogue) -> None:
        for act in (
            lambda: catalogue.merge("xx", {}),
            lambda: catalogue.load("xx", "{}"),
            lambda: Catalogue({"xx": {}}),
            lambda: Catalogue(language="xx"),
            lambda: setattr(catalogue, "language", "xx"),
        ):
            with pytest.raises(ValueError, match="language: 'xx'"):
                act()
        assert catalogue.language == "en"

    def test_an_empty_catalogue_still_answers(self) -> None:
        assert Catalogue().text("page.title") == "⟨page.title⟩"


SOURCE = {"a": "x", "draw.other": "x", "card.knight.name": "Knight", "rank": "x"}


class TestAccounts:
    def test_missing(self) -> None:
        assert missing_keys(SOURCE, SOURCE) == ()
        assert missing_keys(SOURCE, {"a": "x", "rank": "y"}) == (
            "draw.other",
            "card.knight.name",
        )
        assert missing_keys({"card.knight.the": "the Knight"}, {}) == ()

    def test_superfluous(self) -> None:
        extra = {"old": "x", "draw.many": "x", "old.many": "x", "draw.few": "x"}
        assert superfluous_keys(SOURCE, SOURCE, "en") == ()
        assert superfluous_keys(SOURCE, extra, "fr") == ("old", "old.many", "draw.few")
        assert superfluous_keys(SOURCE, extra, "el") == tuple(extra)

    def test_the_translated_name_of_a_card_is_welcome(self) -> None:
        extra = {"card.knight.alias": "x", "card.king.alias": "x", "x.alias": "x"}
        assert superfluous_keys(SOURCE, extra, "fr") == ("card.king.alias", "x.alias")

    def test_a_name_with_its_article_is_not_superfluous(self) -> None:
        extra = {"card.knight.of": "du Knight", "card.king.of": "du King"}
        assert superfluous_keys(SOURCE, extra, "fr") == ("card.king.of",)


class TestHelpers:
    @pytest.mark.parametrize(
        ("wanted", "expected"),
        [
            (["fr-CA", "en"], "fr"),
            (["de-DE", "EL", "en"], "el"),
            (["it_IT"], "it"),
            ([" es "], "es"),
            (["de", "", "-"], "en"),
            ([], "en"),
        ],
    )
    def test_choose_language(self, wanted: list[str], expected: str) -> None:
        assert choose_language(wanted) == expected

    def test_placeholders(self) -> None:
        assert placeholders("{a} {b_2} {a} {c.d} {3} {}") == {"a", "b_2"}
        assert placeholders("{a:the} {b:of} {c:what}") == {"a", "b"}
        assert placeholders("none") == frozenset()
