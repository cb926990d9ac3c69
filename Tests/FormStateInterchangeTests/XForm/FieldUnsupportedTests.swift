import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

/// Parts of XForms that Collect acts on and FormState does not: each is named when the form is imported.
@Suite("Field: unsupported parts")
struct FieldUnsupportedTests {
  private static let encryption =
    #"<submission method="post" base64RsaPublicKey="MIIB" orx:auto-send="true" xmlns:orx="http://openrosa.org/xforms"/>"#

  private func encrypted() throws -> FieldForm {
    try FieldForm("<a/>", model: Self.encryption, body: #"<input ref="/data/a"/>"#)
  }

  @Test("An encrypted form says that its answers leave in clear, and a submission is refused unless that is wanted")
  func encryption() throws {
    let form = try encrypted()
    #expect(
      form.diagnostics == [
        "line 4, column 1: the form asks for encryption (base64RsaPublicKey), which is not supported; its answers leave in clear",
        "line 4, column 1: unsupported attribute “orx:auto-send” of <submission>: nothing is sent by itself; it is kept without effect",
      ])
    for form in [form, try form.goneOut()] {
      let contents = try form.store.contents(of: form.key)
      #expect(form.imported.form.properties.asksForEncryption)
      let error = #expect(throws: ExportError.self) { try SubmissionDocument.write(contents) }
      #expect(
        error?.description
          == "“field” asks for encryption (base64RsaPublicKey), which is not supported, so a submission would be in clear; write it with formstate export submission --in-clear"
      )
      #expect(String(decoding: try SubmissionDocument.write(contents, inClear: true), as: UTF8.self).contains("<a/>"))
    }
    let plain = try FieldForm(
      "<a/>", model: #"<submission action="https://example.org" base64RsaPublicKey=" "/>"#,
      body: #"<input ref="/data/a"/>"#)
    #expect(!plain.imported.form.properties.asksForEncryption)
    #expect(try plain.submission().contains("<a/>"))
  }

  @Test("A strict import refuses an encrypted form")
  func strict() throws {
    let xml = """
      <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><model><instance><data id="f"><a/></data></instance>
      <submission base64RsaPublicKey="MIIB"/></model></h:head><h:body><input ref="/data/a"/></h:body></h:html>
      """
    #expect(throws: ImportError.self) {
      try DefinitionImporter.read(Data(xml.utf8), settings: ImportSettings(sourceName: "f.xml", isStrict: true))
    }
  }

  @Test("Attributes, appearances and metadata that have no effect are named")
  func named() throws {
    let form = try FieldForm(
      "<photo/><sound/><place/><app/><angle/><code/><meta><audit/></meta>",
      model: """
        <bind nodeset="/data/photo" type="binary" orx:max-pixels="1024" xmlns:orx="http://openrosa.org/xforms"/>
        <bind nodeset="/data/sound" type="binary" odk:quality="low" xmlns:odk="http://www.opendatakit.org/xforms"/>
        <bind nodeset="/data/place" type="geotrace" odk:incremental="true" xmlns:odk="http://www.opendatakit.org/xforms"/>
        <bind nodeset="/data/code" type="barcode"/><bind nodeset="/data/meta/audit" type="binary"/>
        """,
      body: """
        <upload ref="/data/photo" mediatype="image/*"/><upload ref="/data/sound" mediatype="audio/*"/>
        <input ref="/data/place" accuracyThreshold="5"/>
        <input ref="/data/app" appearance="w1 ex:org.example.scan(kind='qr')"/>
        <input ref="/data/angle" appearance="bearing" autoplay="audio" note="of the author"/>
        <input ref="/data/code"/>
        <group intent="ex:org.example.many"><label>G</label><input ref="/data/angle"/></group>
        """)
    let told = form.diagnostics.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    #expect(
      told == [
        "the form asks for an audit log, which is not recorded; its node stays empty",
        "unsupported attribute “orx:max-pixels” of photo: pictures keep their size; it is kept without effect",
        "unsupported attribute “odk:quality” of sound: recordings are as the device makes them; it is kept without effect",
        "unsupported attribute “odk:incremental” of place: answers count when they are entered; it is kept without effect",
        "unsupported attribute “accuracyThreshold” of place: a place is taken with any accuracy; it is kept without effect",
        "unsupported appearance “ex:org.example.scan(kind='qr')” of app: the app is not called, and the answer is entered; it is kept without effect",
        "unsupported attribute “autoplay” of angle: nothing plays by itself; it is kept without effect",
        "unsupported appearance “bearing” of angle: the compass is not read, and the answer is entered; it is kept without effect",
        "unsupported type “barcode” of code: no code is scanned, and the answer is entered; it is kept without effect",
        "unsupported attribute “intent” of section-2: the app is not called; it is kept without effect",
        "the node angle already has a question; it is omitted",
      ])
    #expect(FormDifference.first(form.imported.form, try form.goneOut().imported.form) == nil)
  }
}
