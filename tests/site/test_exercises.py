from support.visiting import Site, Visitor

LIST = "h2#exercises + ol"


def test_an_answer_opens_without_a_script_and_lies_open_on_paper(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "attention/one-head/", java_script_enabled=False).page
    answer = page.locator(f"{LIST} details.answer").first
    words = answer.locator("p").first
    assert not words.is_visible()
    page.emulate_media(media="print")
    assert words.is_visible()
    page.emulate_media(media="screen")
    assert not words.is_visible()
    answer.locator("summary").click()
    assert words.is_visible()
