"""The book for reading from a disk, as one zip: the same files give the same bytes.

``make offline`` builds the folder, has it judged, and packs it with ``python -m support.packing FOLDER``.
"""

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

TIME = (1980, 1, 1, 0, 0, 0)
"""The first day that a zip can tell: a build has no date."""
READABLE = 0o644 << 16
UNIX = 3


def pack(folder: Path) -> Path:
    """Put a built book's folder into a zip beside it, and give its path; ``OSError`` where it is no book."""
    if not (folder / "index.html").is_file():
        message = f"{folder}: there is no index.html in it; make offline builds the book first"
        raise FileNotFoundError(message)
    packed = folder.with_name(folder.name + ".zip")
    files = [path for path in folder.rglob("*") if path.is_file()]
    with ZipFile(packed, "w") as archive:
        for path in sorted(files, key=lambda path: path.relative_to(folder).as_posix()):
            entry = ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}", TIME)
            entry.external_attr, entry.create_system = READABLE, UNIX
            archive.writestr(entry, path.read_bytes(), ZIP_DEFLATED, compresslevel=9)
    return packed


def main(arguments: list[str]) -> int:
    """Pack the one folder that is named, and say where the zip is."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m support.packing FOLDER\n")
        return 2
    try:
        packed = pack(Path(arguments[0]))
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{packed}: unpack it anywhere, and open {packed.stem}/index.html\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
