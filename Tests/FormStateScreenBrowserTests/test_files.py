"""Answers that are not typed: files, photos, signatures, places; and the pictures and sounds of labels."""

import hashlib
import os
import signal
import struct
import unittest
import unittest.mock
import urllib.error
import urllib.request
import wave
import zlib

import screen
from screen import TOOL, ActionChains, By, Keys, Page, ScreenTestCase, wait_until

CELLS = [
    {"key": "photo", "kind": "file", "title": "Photo", "properties": {"accept": "image/*", "appearance": "new"}},
    {"key": "paper", "kind": "file", "title": "Paper"},
    {"key": "sign", "kind": "file", "title": "Signature", "properties": {"accept": "image/*", "appearance": "signature"}},
    {"key": "place", "kind": "custom", "title": "Place", "properties": {"type": "geopoint"}},
    {"key": "name", "kind": "text", "title": "Name"},
]


def png(width=40, height=30, colour=(200, 30, 30)):
    """A picture of one colour."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    lines = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def sound(path):
    """A second of silence."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(b"\x80" * 8000)


class FileTestCase(ScreenTestCase):
    expected_lines = (*ScreenTestCase.expected_lines, "status of 413", "status of 507", "status of 503", "status of 401")

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def kept_name(self, stem, ending, content):
        return f"{stem}-{hashlib.sha256(content).hexdigest()[:32]}.{ending}"

    def pick(self, cell, path):
        self.page.row(cell).find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(path))

    def in_row(self, cell, selector):
        return self.page.row(cell).find_element(By.CSS_SELECTOR, selector)

    def is_drawn(self, cell):
        """Whether the picture of a row was loaded."""
        return self.page.script("return arguments[0].complete && arguments[0].naturalWidth", self.in_row(cell, ".filed img"))

    def press_in(self, cell, words):
        self.page.button(words, f'[data-key="r:{cell}"]').click()

    def save_state(self):
        return self.page.find("#save-state").text


class Files(FileTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.show("answers.sqlite")

    def test_a_photo_is_picked_seen_undone_replaced_and_cleared(self):
        first, second = png(), png(colour=(20, 160, 40))
        name = self.kept_name("My-photo", "png", first)
        self.assertEqual(self.page.control("photo").text, "Take a photo …")
        field = self.in_row("photo", "input[type=file]")
        self.assertEqual((field.get_attribute("accept"), field.get_attribute("capture")), ("image/*", "environment"))
        self.pick("photo", self.file("My photo.PNG", first))
        self.wait_for_value("photo", name)
        self.assertEqual((self.folder / "answers-attachments" / name).read_bytes(), first)
        wait_until(lambda: self.is_drawn("photo") == 40, "the picture")
        self.assertIn("My-photo.png", self.page.words("photo"))
        self.assertNotIn(name, self.page.words("photo"))
        self.assertEqual(self.in_row("photo", "a").get_attribute("title"), name)
        self.assertEqual(self.save_state(), "All saved")
        self.assertIsNone(self.page.settle())

        self.page.find("#undo").click()
        self.wait_for_value("photo", "")
        wait_until(lambda: not self.page.find('[data-key="r:photo"] img'), "no picture")
        self.page.find("#redo").click()
        self.wait_for_value("photo", name)
        wait_until(lambda: self.is_drawn("photo") == 40, "the picture again")

        self.assertEqual(self.in_row("photo", ".pick").text, "Replace …")
        self.pick("photo", self.file("other.png", second))
        self.wait_for_value("photo", self.kept_name("other", "png", second))
        # What undo leads back to is still there.
        self.assertEqual(len(list((self.folder / "answers-attachments").iterdir())), 2)
        self.page.find("#undo").click()
        wait_until(lambda: "My-photo.png" in self.page.words("photo") and self.is_drawn("photo"), "the first picture")
        self.press_in("photo", "Clear: My-photo.png")
        self.wait_for_value("photo", "")
        self.page.wait_for_focus("r:photo")
        self.assertIsNone(self.page.settle())

    def test_what_is_no_picture_shows_its_name_and_size_and_is_saved(self):
        content = b"%PDF-1.4 " + b"x" * 2500
        self.pick("paper", self.file("a paper.pdf", content))
        name = self.kept_name("a-paper", "pdf", content)
        self.wait_for_value("paper", name)
        wait_until(lambda: "3 KB" in self.page.words("paper"), "its size")
        self.assertIsNone(self.page.find('[data-key="r:paper"] :is(img, audio, video)'))
        answer = self.get(f"/attachments/{name}")
        self.assertEqual(answer.headers["Content-Disposition"], "attachment")
        self.assertEqual(answer.read(), content)

    def test_sounds_are_played(self):
        sound(self.folder / "s.wav")
        self.pick("paper", self.folder / "s.wav")
        player = wait_until(lambda: self.in_row("paper", "audio"), "a player")
        wait_until(lambda: self.page.script("return arguments[0].duration", player) == 1, "a second of sound")
        self.assertIsNone(self.page.settle())

    def test_a_large_file_arrives_and_one_that_is_too_large_is_refused_before(self):
        content = os.urandom(5 << 20)
        self.pick("paper", self.file("large.bin", content))
        wait_until(lambda: self.value_of("paper") == self.kept_name("large", "bin", content), "a large file", 60)
        self.pick("photo", self.file("huge.png", b"\0" * ((32 << 20) + 1)))
        wait_until(
            lambda: "“huge.png” has 33.6 MB, but the limit is 32 MB; choose a smaller file." in self.page.words("photo"), "a refusal")
        self.assertFalse(self.page.asks())
        self.assertEqual(self.value_of("photo"), "")
        self.assertIsNone(self.page.settle())
        self.press_in("photo", "Discard")
        wait_until(lambda: "huge" not in self.page.words("photo"), "no refusal")
        self.assertEqual(len(list((self.folder / "answers-attachments").iterdir())), 1)

    def test_the_program_refuses_what_is_too_large_too(self):
        status = self.page.script(
            "return fetch('/attachments?cell=paper&name=a', { method: 'POST', headers: { 'X-FormState': arguments[0] },"
            " body: new Uint8Array((32 << 20) + 1) }).then((answer) => answer.status)", self.server.token)
        self.assertEqual(status, 413)
        self.assertFalse((self.folder / "answers-attachments").exists())

    def test_links_and_pictures_have_an_address_of_their_own_that_ends_with_the_program(self):
        self.pick("photo", self.file("p.png", png()))
        wait_until(lambda: self.is_drawn("photo"), "the picture")
        link = self.in_row("photo", "a").get_attribute("href")
        self.assertIn("ticket=", link)
        # It opens this file without more, and nothing else.
        self.assertEqual(urllib.request.urlopen(link, timeout=20).status, 200)
        for other in (link.replace("p-", "q-"), link.split("ticket=")[0], link.replace("/attachments/", "/media/")):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(other, timeout=20)
            self.assertEqual(refused.exception.code, 403, other)
        self.server.stop()
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(link, timeout=20)
        self.assertEqual(refused.exception.code, 403)
        # The page has a new one.
        wait_until(lambda: self.in_row("photo", "a").get_attribute("href") != link and self.is_drawn("photo"), "the picture again")
        self.assertEqual(urllib.request.urlopen(self.in_row("photo", "a").get_attribute("href"), timeout=20).status, 200)
        # So do downloads of a completed response.
        self.tool("complete", "answers.sqlite")
        link = wait_until(lambda: self.page.find("#done a[href]"), "the download").get_attribute("href")
        answer = urllib.request.urlopen(link, timeout=20)
        self.assertIn("attachment", answer.headers["Content-Disposition"])
        self.assertIn(b"photo", answer.read())

    def test_a_lost_connection_is_reported_and_the_file_is_sent_again(self):
        content = png()
        port = self.server.port
        self.server.stop(signal.SIGKILL)
        self.pick("photo", self.file("p.png", content))
        wait_until(lambda: "“p.png” was not sent" in self.page.words("photo"), "what went wrong")
        self.assertTrue(self.page.asks())
        self.assertEqual(self.save_state(), "Not saved")
        self.assertEqual(self.value_of("photo"), "")
        self.press_in("photo", "Try again")
        wait_until(lambda: "“p.png” was not sent" in self.page.words("photo"), "that it is no better")
        self.server = self.serve("serve", "answers.sqlite", "--port", port)
        self.wait_for_value("photo", self.kept_name("p", "png", content))
        wait_until(lambda: self.is_drawn("photo"), "the picture")
        wait_until(lambda: self.save_state() == "All saved" and not self.page.asks(), "everything saved")
        self.assertIsNone(self.page.settle())

    def test_what_is_on_its_way_says_so_and_can_be_called_off(self):
        self.driver.execute_cdp_cmd("Network.enable", {})
        slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 100_000}
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
        self.addCleanup(self.driver.execute_cdp_cmd, "Network.emulateNetworkConditions", {**slow, "uploadThroughput": -1})
        self.pick("paper", self.file("slow.bin", os.urandom(4 << 20)))
        wait_until(lambda: "Sending “slow.bin” …" in self.page.words("paper"), "that it is on its way")
        self.assertTrue(self.page.asks())
        self.assertEqual(self.save_state(), "Saving …")
        self.press_in("paper", "Cancel")
        wait_until(lambda: "Sending" not in self.page.words("paper"), "nothing on its way")
        self.assertFalse(self.page.asks())
        self.assertEqual(self.value_of("paper"), "")
        wait_until(lambda: list((self.folder / "answers-attachments").glob("*")) == [], "nothing half-written")

    def test_a_past_revision_and_a_completed_form_show_files_and_take_none(self):
        content = png()
        self.pick("photo", self.file("p.png", content))
        self.wait_for_value("photo", self.kept_name("p", "png", content))
        self.tool("complete", "answers.sqlite")
        wait_until(lambda: self.page.find("#done"), "the completed form")
        wait_until(lambda: self.is_drawn("photo"), "the picture")
        self.assertFalse(self.page.find('[data-key="r:photo"] :is(.pick, .link, input)'))
        self.assertIn("No file", self.page.words("paper"))
        self.assertIsNone(self.page.settle())
        self.page = Page(self.driver, self.server.address, "at=1")
        wait_until(lambda: self.is_drawn("photo"), "the picture of the past")
        self.assertFalse(self.page.find('[data-key="r:photo"] :is(.pick, .link, input)'))

    def test_a_name_without_its_file_says_so(self):
        self.tool("set", "answers.sqlite", "photo", "lost-" + "0" * 32 + ".png")
        wait_until(lambda: "The file is missing" in self.page.words("photo"), "that it is not here")
        self.tool("set", "answers.sqlite", "paper", "typed.png")
        wait_until(lambda: "typed.png" in self.page.words("paper"), "what was typed")
        self.assertIsNone(self.page.settle())

    def test_a_signature_is_drawn(self):
        self.press_in("sign", self.page.row("sign").find_element(By.CSS_SELECTOR, ".draw").text)
        canvas = wait_until(lambda: self.page.find("dialog canvas"), "a sheet")
        self.page.button("Done", "dialog").click()
        wait_until(lambda: self.page.find("#toast").text == "Nothing is drawn yet", "a hint")
        chain = ActionChains(self.driver).move_to_element(canvas).click_and_hold()
        for x, y in [(60, 30), (60, -60), (-150, 40)]:
            chain.move_by_offset(x, y)
        chain.release().perform()
        self.page.picture("signature")
        self.page.button("Clear", "dialog").click()
        ActionChains(self.driver).move_to_element(canvas).click_and_hold().move_by_offset(80, 20).release().perform()
        self.page.button("Done", "dialog").click()
        wait_until(lambda: self.value_of("sign").startswith("signature-"), "a signature")
        kept = (self.folder / "answers-attachments" / self.value_of("sign")).read_bytes()
        self.assertEqual(kept[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(self.kept_name("signature", "png", kept), self.value_of("sign"))
        wait_until(lambda: self.is_drawn("sign") == 800, "the signature")
        dark = self.page.script("""
            const image = arguments[0], canvas = document.createElement("canvas");
            canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
            let dark = 0;
            for (let at = 0; at < data.length; at += 4) if (data[at] < 100) dark += 1;
            return dark""", self.in_row("sign", ".filed img"))
        self.assertTrue(100 < dark < 3000, dark)
        self.assertIsNone(self.page.settle())

    def test_a_picker_stands_beside_the_sheet_for_the_keyboard(self):
        self.assertEqual([each.text for each in self.page.row("sign").find_elements(By.TAG_NAME, "button")], ["Sign …", "Choose a file …"])
        self.pick("sign", self.file("mine.png", png()))
        wait_until(lambda: self.value_of("sign").startswith("mine-"), "a file")

    def test_a_photo_takes_no_more_room_than_a_phone_has(self):
        self.driver.set_window_size(390, 800)
        self.addCleanup(self.driver.set_window_size, self.width, self.height)
        self.pick("photo", self.file("wide.png", png(1200, 300)))
        wait_until(lambda: self.is_drawn("photo"), "the picture")
        self.assertLessEqual(self.page.script("return document.getElementById('form').scrollWidth - innerWidth"), 0)
        self.page.picture("files-phone")


class FullDisk(FileTestCase):
    def test_where_there_is_no_room_a_sentence_says_so_and_nothing_is_left(self):
        self.take_in(CELLS)
        # No file of the program may be larger, which is how a full disk looks to it.
        limited = self.folder / "limited"
        limited.write_text(f'#!/bin/bash\ntrap "" XFSZ\nulimit -f 2048\nexec {TOOL} "$@"\n')
        limited.chmod(0o755)
        with unittest.mock.patch.object(screen, "TOOL", str(limited)):
            self.show("answers.sqlite")
        self.pick("paper", self.file("large.bin", os.urandom(4 << 20)))
        wait_until(
            lambda: "“large.bin” was not sent: the disk has no room for the file; free space, then try again."
            in self.page.words("paper"), "a sentence", 30)
        self.assertEqual(list((self.folder / "answers-attachments").iterdir()), [])
        self.assertEqual(self.value_of("paper"), "")
        self.assertTrue(self.page.asks())
        self.press_in("paper", "Try again")
        wait_until(lambda: "Sending" not in self.page.words("paper") and "no room" in self.page.words("paper"), "the same again")
        self.pick("paper", self.file("small.bin", b"small"))
        self.wait_for_value("paper", self.kept_name("small", "bin", b"small"))


class ReadingAlone(FileTestCase):
    def test_a_file_that_is_opened_for_reading_shows_its_pictures(self):
        self.take_in(CELLS)
        content = png()
        name = self.kept_name("p", "png", content)
        (self.folder / "elsewhere").mkdir()
        (self.folder / "elsewhere" / name).write_bytes(content)
        self.tool("set", "answers.sqlite", "photo", name)
        self.show("answers.sqlite", "--read-only", "--attachments", "elsewhere")
        wait_until(lambda: self.is_drawn("photo"), "the picture")
        self.assertFalse(self.page.find(".pick"))
        self.assertFalse((self.folder / "answers-attachments").exists())


class Previewed(FileTestCase):
    def test_files_of_a_preview_stay_until_one_begins_with_nothing(self):
        form = self.write_form(CELLS)
        self.server = self.serve("serve", form)
        self.page = Page(self.driver, self.server.address)
        self.pick("photo", self.file("p.png", png()))
        wait_until(lambda: self.is_drawn("photo"), "the picture")
        folders = list((self.folder / "cache").rglob("*-attachments"))
        self.assertEqual([len(list(folder.iterdir())) for folder in folders], [1])
        self.server.stop()
        self.server = self.serve("serve", form)
        self.page = Page(self.driver, self.server.address)
        wait_until(lambda: self.is_drawn("photo"), "the picture again")
        self.server.stop()
        self.server = self.serve("serve", form, "--fresh")
        self.page = Page(self.driver, self.server.address)
        self.assertEqual(self.page.control("photo").text, "Take a photo …")
        self.assertFalse(folders[0].exists())


class Places(FileTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.show("answers.sqlite")

    def locate(self, **place):
        origin = self.server.root.rstrip("/")
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"origin": origin, "permissions": ["geolocation"]})
        self.addCleanup(self.driver.execute_cdp_cmd, "Browser.resetPermissions", {})
        self.driver.execute_cdp_cmd("Emulation.setGeolocationOverride", place)

    def test_the_browser_says_where_this_is(self):
        self.locate(latitude=52.5163, longitude=13.3777, accuracy=12.4)
        self.page.button("Use this place", '[data-key="r:place"]').click()
        self.wait_for_value("place", "52.5163 13.3777 0 12.4")
        wait_until(lambda: self.page.value("place") == "52.5163 13.3777", "what is shown")
        self.assertIn("± 12 m", self.page.words("place"))
        self.page.control("name").click()
        self.assertIsNone(self.page.settle())

    def test_a_place_is_typed_and_what_is_none_is_refused_with_its_reason(self):
        self.page.type("place", "52.5, -13.4" + Keys.TAB)
        self.wait_for_value("place", "52.5 -13.4 0 0")
        self.assertEqual(self.page.value("place"), "52.5 -13.4")
        self.assertNotIn("±", self.page.words("place"))
        self.page.type("place", "91 0" + Keys.TAB)
        wait_until(
            lambda: "“91 0” is not a place; type latitude and longitude in degrees, for example 52.5 13.4" in self.page.words("place"), "why")
        self.assertEqual(self.page.value("place"), "91 0")
        self.assertEqual(self.value_of("place"), "52.5 -13.4 0 0")
        self.page.control("name").click()
        self.assertIsNone(self.page.settle())
        self.page.type("place", Keys.ESCAPE)
        wait_until(lambda: self.page.value("place") == "52.5 -13.4", "what was there")
        self.page.type("place", Keys.BACKSPACE + Keys.TAB)
        self.wait_for_value("place", "")

    def test_a_browser_that_may_not_tell_says_so(self):
        self.driver.execute_cdp_cmd("Browser.setPermission", {
            "permission": {"name": "geolocation"}, "setting": "denied", "origin": self.server.root.rstrip("/")})
        self.addCleanup(self.driver.execute_cdp_cmd, "Browser.resetPermissions", {})
        self.page.button("Use this place", '[data-key="r:place"]').click()
        wait_until(lambda: "The browser may not locate this device; allow it to, or type the place." in self.page.words("place"), "why")
        self.assertEqual(self.value_of("place"), "")
        self.page.control("name").click()
        self.assertIsNone(self.page.settle())


XFORM = """<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
<h:head><h:title>Birds</h:title><model>
<instance><data id="birds"><bird/><song/></data></instance>
<itext><translation lang="en" default="true()">
<text id="bird"><value>Which bird?</value><value form="image">jr://images/bird.png</value></text>
<text id="song"><value>Listen</value><value form="audio">jr://audio/song.wav</value><value form="image">jr://images/none.png</value></text>
</translation></itext>
<bind nodeset="/data/bird" type="string"/><bind nodeset="/data/song" type="string"/>
</model></h:head>
<h:body><input ref="/data/bird"><label ref="jr:itext('bird')"/></input><input ref="/data/song"><label ref="jr:itext('song')"/></input>
</h:body></h:html>"""


class LabelMedia(FileTestCase):
    def test_labels_show_their_pictures_and_sounds(self):
        (self.folder / "birds.xml").write_text(XFORM)
        (self.folder / "media/images").mkdir(parents=True)
        (self.folder / "media/images/bird.png").write_bytes(png())
        sound(self.folder / "media/song.wav")
        self.tool("import", "answers.sqlite", "birds.xml", "--attach", "media")
        self.show("answers.sqlite", "--attach", "media")
        image = wait_until(lambda: self.in_row("bird", ".media img"), "a picture")
        wait_until(lambda: self.page.script("return arguments[0].naturalWidth", image) == 40, "the picture itself")
        self.assertEqual(image.get_attribute("alt"), "Which bird?")
        player = wait_until(lambda: self.in_row("song", ".media audio"), "a player")
        wait_until(lambda: self.page.script("return arguments[0].duration", player) == 1, "a second of sound")
        # One that is missing is named.
        self.assertEqual(self.in_row("song", ".media .detail").text, "none.png")
        self.assertIsNone(self.page.settle())
        self.page.picture("label-media")


if __name__ == "__main__":
    unittest.main()
