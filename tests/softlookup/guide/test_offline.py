"""The hook for a disk: what is asked for by a variable, and what cannot be."""

import io
import zipfile
from pathlib import Path

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import PluginCollection
from mkdocs.structure.files import Files

from softlookup.guide import offline


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MkDocsConfig:
    monkeypatch.delenv(offline.VARIABLE, raising=False)
    monkeypatch.delenv(offline.ZIP, raising=False)
    made = MkDocsConfig()
    made.load_dict({"site_name": "B", "site_url": "https://host/b/", "site_dir": str(tmp_path), "extra": {}})
    made.plugins = PluginCollection()
    made.plugins._current_plugin = "offline"
    return made


def test_nothing_changes_unless_it_is_asked_for(
    config: MkDocsConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wish in (None, "", "0"):
        if wish is not None:
            monkeypatch.setenv(offline.VARIABLE, wish)
        made = offline.on_config(config)
        assert (made.site_url, dict(made.extra)) == ("https://host/b/", {})
        assert list(offline.on_files(Files([]), made)) == []


def test_a_book_for_a_disk_has_files_for_pages_and_a_script_for_its_index(
    config: MkDocsConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "search" / "search_index.json"
    index.parent.mkdir()
    index.write_text('{"é": 1}', "utf-8")
    offline.on_post_build(config)
    assert index.exists()
    monkeypatch.setenv(offline.VARIABLE, "1")
    made = offline.on_config(config)
    assert (made.use_directory_urls, made.site_url, dict(made.extra)) == (False, "", {"offline": True})
    offline.on_post_build(made)
    assert index.with_suffix(".js").read_bytes() == 'var __index = {"é": 1}'.encode()
    assert not index.exists()
    offline.on_post_build(made)  # a book without a search has no index


def test_a_zip_that_is_named_becomes_a_file_of_the_site(
    config: MkDocsConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("book/index.html", "<p>")
    named = tmp_path / "book.zip"
    named.write_bytes(packed.getvalue())
    monkeypatch.setenv(offline.ZIP, str(named))
    made = offline.on_config(config)
    assert dict(made.extra) == {"zip": "book.zip"}
    [file] = offline.on_files(Files([]), made)
    assert (file.src_uri, file.content_bytes) == ("book.zip", packed.getvalue())


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        (offline.VARIABLE, "yes", "SOFT_LOOKUP_OFFLINE is 'yes': expected 1"),
        (offline.ZIP, "nowhere.zip", "SOFT_LOOKUP_ZIP is 'nowhere.zip', and there is no zip: make offline"),
        (offline.ZIP, __file__, "and there is no zip"),
    ],
)
def test_a_wish_that_cannot_be_met_ends_the_build(
    config: MkDocsConfig, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, told: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(PluginError, match=told):
        offline.on_config(config)
