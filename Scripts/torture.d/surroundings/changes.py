"""What users and programs do to a file: they move, replace and cut it, and put it back."""

import os
import shutil

from tool import FILE

LOG, INDEX = f"{FILE}-wal", f"{FILE}-shm"


def moved(folder, _):
    os.rename(folder / FILE, folder / "elsewhere")


def emptied(folder, _):
    os.truncate(folder / FILE, 0)


def truncated(folder, random):
    size = (folder / FILE).stat().st_size
    os.truncate(folder / FILE, random.choice([random.randrange(size), random.randrange(size // 4096) * 4096]))


def replaced(folder, _):
    shutil.copy(folder / "other.sqlite", folder / "new")
    os.rename(folder / "new", folder / FILE)


def overwritten(folder, _):
    shutil.copyfile(folder / "other.sqlite", folder / FILE)


def replaced_by_a_copy(folder, _):
    shutil.copy(folder / FILE, folder / "new")
    os.rename(folder / "new", folder / FILE)


def replaced_by_text(folder, _):
    (folder / "new").write_text("No database.\n" * 1000)
    os.rename(folder / "new", folder / FILE)


def replaced_by_a_folder(folder, _):
    os.unlink(folder / FILE)
    (folder / FILE).mkdir()


def replaced_by_a_pipe(folder, _):
    os.unlink(folder / FILE)
    os.mkfifo(folder / FILE)


def replaced_by_a_link(folder, _):
    os.unlink(folder / FILE)
    os.symlink("nowhere", folder / FILE)


CHANGES = [
    moved, emptied, truncated, replaced, overwritten, replaced_by_text, replaced_by_a_folder, replaced_by_a_pipe,
    replaced_by_a_link,
]
# What is left is no database, so its log belongs to the one that is gone.
WITHOUT_DATABASE = {
    moved, emptied, replaced_by_text, replaced_by_a_folder, replaced_by_a_pipe, replaced_by_a_link,
}
IN_PLACE = {emptied, truncated, overwritten}


def log_deleted(folder, _):
    os.unlink(folder / LOG)


def log_truncated(folder, random):
    os.truncate(folder / LOG, random.randrange((folder / LOG).stat().st_size))


def index_deleted(folder, _):
    os.unlink(folder / INDEX)


def moved_with_its_log(folder, _):
    for name in [FILE, LOG, INDEX]:
        os.rename(folder / name, folder / f"elsewhere{name.removeprefix(FILE)}")


CHANGES_IN_USE = [
    *CHANGES, replaced_by_a_copy, log_deleted, log_truncated, index_deleted, moved_with_its_log,
]


class Kept:
    """Links to the files as they are, and their bytes, to put them back."""

    def __init__(self, folder):
        self.folder, self.place = folder, folder / "kept"
        self.place.mkdir()
        self.bytes = {name: (folder / name).read_bytes() for name in [FILE, LOG] if (folder / name).exists()}
        for name in self.bytes:
            os.link(folder / name, self.place / name)

    def put_back(self, rewritten):
        """Puts back the files themselves, with their former bytes in those that are named or cut short."""
        for name, data in self.bytes.items():
            path, kept = self.folder / name, self.place / name
            if name in rewritten or kept.stat().st_size < len(data):
                kept.write_bytes(data)
            if path.is_dir():
                path.rmdir()
            elif os.path.lexists(path) and not is_same_file(path, kept):
                path.unlink()
            if not path.exists():
                os.link(kept, path)

    def stranger(self):
        """The bytes of another file that has the name now, if one has."""
        path = self.folder / FILE
        return path.read_bytes() if path.is_file() and not is_same_file(path, self.place / FILE) else None


def is_same_file(path, other):
    return path.exists() and os.path.samefile(path, other)
