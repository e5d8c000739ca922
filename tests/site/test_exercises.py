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


def test_no_answer_is_wider_than_a_phone(book: Site, visitor: Visitor) -> None:
    asking = [
        p for p in book.pages if 'id="exercises"' in (book.folder / p / "index.html").read_text("utf-8")
    ]
    wrong, seen = [], 0
    for path in asking:
        page = visitor.open(book, path, width=360).page
        boxes = page.locator(f"{LIST} details")
        boxes.evaluate_all("all => all.forEach(box => { box.open = true })")
        seen += boxes.count()
        across = page.evaluate("document.documentElement.scrollWidth")
        if across > 360:
            wrong.append((path, across))
        page.close()
    assert seen >= 2 * len(asking) > 0
    assert wrong == []
