"""What a process did to the files of a folder, and what a loss of power could leave of it."""

import copy
import pathlib
import re

SECTOR = 512
# What a name of a folder stands for, instead of a File.
FOLDER = None
CALLS = (
    "openat,pwrite64,write,fdatasync,fsync,ftruncate,unlink,unlinkat,rename,renameat,renameat2,link,linkat,mkdir,"
    "mkdirat")
STRACE = ["strace", "-f", "-qqq", "-y", "-xx", "-s", "200000", "-e", f"trace={CALLS}", "-e", "signal=none"]


class Call:
    """A call to the system, with its paths and its bytes; `opened` is the path of the descriptor that it returns."""

    def __init__(self, name, arguments, result, opened):
        self.name = name
        self.result = result
        self.opened = unquoted(opened)
        # Paths of descriptors, and strings.
        self.paths = [unquoted(text) for text in re.findall(r"\d+<((?:\\x[0-9a-f]{2})*)>", arguments)]
        self.strings = [unquoted(text) for text in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', arguments)]
        self.arguments = re.sub(r'"[^"]*"|<[^>]*>', "", arguments)
        self.numbers = [int(number) for number in re.findall(r"(?:^|, )(-?\d+)(?=,|$)", self.arguments)]


def unquoted(text):
    return bytes.fromhex(text.replace("\\x", ""))


def calls(text):
    """The successful calls of a recording, in their order."""
    unfinished = {}
    for line in text.splitlines():
        process, _, rest = line.partition(" ")
        rest = rest.strip()
        if rest.endswith("<unfinished ...>"):
            unfinished[process] = rest.removesuffix("<unfinished ...>").rstrip()
            continue
        resumed = re.match(r"<\.\.\. \w+ resumed>(.*)", rest)
        if resumed:
            rest = unfinished.pop(process, "") + resumed.group(1)
        match = re.match(r"(\w+)\((.*)\) += (\d+)(?:<((?:\\x[0-9a-f]{2})*)>)?", rest)
        if match:
            yield Call(match.group(1), match.group(2), int(match.group(3)), match.group(4) or "")


def files(folder):
    """The contents of the files in a folder by path, without the shared memory of SQLite, which no call writes."""
    paths = {bytes(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in paths.items() if not name.endswith(b"-shm")}


def replayed(disk, calls):
    """What the calls make of the files of a disk, by path: if it is not what they made, the recording lacks some."""
    disk = copy.deepcopy(disk)
    for call in calls:
        disk.do(call)
    return {name: bytes(file.seen) for name, file in disk.names.items() if file is not FOLDER}


class File:
    """What a file holds, and what no sync has made durable."""

    def __init__(self, contents=b""):
        self.seen = bytearray(contents)
        self.durable = bytes(contents)
        # Each is an offset and bytes, or a size and None.
        self.changes = []

    def change(self, offset, data):
        apply(self.seen, offset, data)
        self.changes.append((offset, data))

    def sync(self):
        self.durable = bytes(self.seen)
        self.changes = []

    def left(self, random):
        """What a loss of power leaves: nothing, a start, some or torn pieces of what was not synced."""
        way = random.randrange(5)
        if way == 1:
            return bytes(self.seen)
        contents = bytearray(self.durable)
        end = {0: 0, 2: random.randint(0, len(self.changes))}.get(way, len(self.changes))
        for offset, data in self.changes[:end]:
            if way < 3 or random.randrange(2):
                if way == 4 and data:
                    tear(contents, offset, data, random)
                else:
                    apply(contents, offset, data)
        return bytes(contents)


def apply(contents, offset, data):
    if data is None:
        del contents[offset:]
        contents.extend(bytes(offset - len(contents)))
        return
    contents.extend(bytes(max(0, offset - len(contents))))
    contents[offset:offset + len(data)] = data


def tear(contents, offset, data, random):
    """Writes some sectors of what was written."""
    start = offset
    while start < offset + len(data):
        end = min((start // SECTOR + 1) * SECTOR, offset + len(data))
        if random.randrange(2):
            apply(contents, start, data[start - offset:end - offset])
        start = end


class RecordedDisk:
    """The files in a folder, while the calls of a recording are done to them."""

    def __init__(self, folder):
        self.folder = bytes(folder.resolve())
        # By their paths in the folder.
        self.names = {name: File(contents) for name, contents in files(folder).items()}
        self.names |= {
            bytes(path.relative_to(folder)): FOLDER for path in pathlib.Path(folder).rglob("*") if path.is_dir()}
        self.durable_names = dict(self.names)
        # Files that have no name yet, by the paths that their descriptors show, and those of the descriptors.
        self.nameless, self.descriptors = {}, {}

    def name(self, path):
        """The path in the folder; None for another file."""
        path = path if path.startswith(b"/") else self.folder + b"/" + path
        if path == self.folder:
            return b""
        is_inside = path.startswith(self.folder + b"/") and not path.endswith(b"-shm")
        return path[len(self.folder) + 1:] if is_inside else None

    def file(self, call):
        """The file of the call's descriptor; None for a pipe or a file elsewhere."""
        name = self.name(call.paths[0]) if call.paths[0].startswith(b"/") else None
        return self.names.get(name) or self.nameless.get(name)

    def do(self, call):
        """Does a call. Returns whether it changed something."""
        if call.name == "openat":
            return self.open(call)
        if call.name in {"unlink", "unlinkat"}:
            return self.names.pop(self.name(call.strings[0]), None) is not None
        if call.name in {"mkdir", "mkdirat"}:
            return self.make_folder(self.name(call.strings[0]))
        if call.name.startswith(("rename", "link")):
            return self.give_name(call)
        if call.name in {"fsync", "fdatasync"} and self.synchronize_folder(self.name(call.paths[0])):
            return True
        file = self.file(call)
        if file is None:
            return False
        if call.name == "pwrite64":
            file.change(call.numbers[-1], call.strings[0][:call.result])
        elif call.name == "write":
            # Only files that are written from their start to their end.
            file.change(len(file.seen), call.strings[0][:call.result])
        elif call.name == "ftruncate":
            file.change(call.numbers[-1], None)
        else:
            file.sync()
        return True

    def open(self, call):
        name = self.name(call.strings[0])
        if name is not None and "O_TMPFILE" in call.arguments:
            self.descriptors[b"/proc/self/fd/%d" % call.result] = self.name(call.opened)
            self.nameless[self.name(call.opened)] = File()
            return True
        if name is None or "O_CREAT" not in call.arguments:
            return False
        if name in self.names and "O_TRUNC" in call.arguments:
            self.names[name].change(0, None)
            return True
        is_new = name not in self.names
        self.names.setdefault(name, File())
        return is_new

    def make_folder(self, name):
        if name is None:
            return False
        self.names[name] = FOLDER
        return True

    def give_name(self, call):
        old, new = call.strings[:2]
        file = self.nameless.get(self.descriptors.get(old)) or self.names.get(self.name(old))
        if file is None or self.name(new) is None:
            return False
        self.names[self.name(new)] = file
        if call.name.startswith("rename"):
            del self.names[self.name(old)]
        return True

    def synchronize_folder(self, folder):
        """Makes the names in a folder durable, but not its own. Returns whether there is such a folder."""
        if folder != b"" and self.names.get(folder, folder) is not FOLDER:
            return False
        for name in set(self.names) | set(self.durable_names):
            if name.rpartition(b"/")[0] != folder:
                continue
            self.durable_names.pop(name, None)
            if name in self.names:
                self.durable_names[name] = self.names[name]
        return True

    def image(self, random):
        """What a loss of power could leave now: contents by path."""
        # Names are durable as a whole or not, as in file systems with a journal; and so is each new name by itself.
        way = random.randrange(3)
        names = self.names if way == 0 else dict(self.durable_names)
        if way == 2:
            for name in set(self.names) | set(self.durable_names):
                if random.randrange(2):
                    names.pop(name, None)
                    if name in self.names:
                        names[name] = self.names[name]
        return {name: file.left(random) for name, file in names.items() if file is not FOLDER and is_reached(name, names)}


def is_reached(name, names):
    """Whether the folders that a file is in are there."""
    above = name.rpartition(b"/")[0]
    return not above or above in names and is_reached(above, names)
