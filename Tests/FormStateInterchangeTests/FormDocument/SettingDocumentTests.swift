import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Rules that set cells when others change, in form JSON and in XForms.
@Suite("Rules that set cells, in documents")
struct SettingDocumentTests {
  private func read(_ text: String, _ name: String) throws -> ImportedForm {
    try DefinitionImporter.read(Data(text.utf8), settings: ImportSettings(sourceName: name))
  }

  // MARK: - Form JSON

  private func document(set: String) -> String {
    """
    {
      "formstate": 1,
      "key": "night",
      "sections": [
        {
          "key": "s",
          "cells": [
            {
              "key": "country",
              "kind": "text"
            },
            {
              "key": "amount",
              "kind": "decimal",
              "set": \(set)
            }
          ]
        }
      ]
    }

    """
  }

  @Test("Rules that set and their triggers are read and written unchanged, also by the store")
  func roundTrip() throws {
    let text = document(
      set: """
        [
                    {
                      "expression": "if(${country} = 'CH', 64, 28)",
                      "when": [
                        "amount",
                        "country"
                      ]
                    },
                    {
                      "expression": "coalesce(., 1)",
                      "when": "opened"
                    }
                  ]
        """)
    let form = try read(text, "night.json").form
    #expect(
      form.sections[0].cells[1].rules == [
        FormRule(.set, "if(${country} = 'CH', 64, 28)", triggers: ["country", "amount"]),
        FormRule(.set, "coalesce(., 1)"),
      ])
    #expect(String(decoding: try FormDocument.write(form), as: UTF8.self) == text)
    let store = try FormStore.inMemory()
    try store.save(form)
    #expect(try store.form("night") == form)
    #expect(try store.check().isEmpty)
    try store.apply(.set("country", "CH"), to: ResponseKey(form: "night"))
    #expect(try store.check().isEmpty)
  }

  @Test(
    "A rule without a valid trigger is refused with a message",
    arguments: [
      (
        #"[{"expression": "1"}]"#,
        #"when: names no trigger; write the keys of the triggering cells, such as ["price"], or "opened""#
      ),
      (
        #"[{"expression": "1", "when": []}]"#,
        #"when: names no trigger; write the keys of the triggering cells, such as ["price"], or "opened""#
      ),
      (
        #"[{"expression": "1", "when": "closed"}]"#,
        #"when: names no trigger; write the keys of the triggering cells, such as ["price"], or "opened""#
      ),
      (#"[{"when": "opened"}]"#, #"expression: is missing; write the value to set, such as "today()""#),
      (
        #"[{"expression": "1", "when": ["contry"]}]"#,
        "set: its trigger is not a question: there is no cell “contry”; did you mean “country”?"
      ),
    ])
  func refused(set: String, problem: String) throws {
    let error = #expect(throws: ImportError.self) { try read(document(set: set), "night.json") }
    #expect(error?.diagnostics.map(\.description).filter { $0.hasSuffix(problem) }.count == 1, "\(error as Any)")
  }

  // MARK: - XForms

  private static let survey = """
    <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
    <h:head><h:title>Night</h:title><model>
    <instance><data id="night"><country/><amount/><seen/><note/><line><price/><double/></line></data></instance>
    <bind nodeset="/data/amount" type="decimal"/><bind nodeset="/data/seen" type="int"/>
    <bind nodeset="/data/line/price" type="int"/><bind nodeset="/data/line/double" type="int"/>
    <setvalue event="odk-instance-load" ref="/data/seen" value="coalesce(/data/seen, 0) + 1"/>
    </model></h:head>
    <h:body>
    <input ref="/data/country"><label>Country</label>
      <setvalue event="xforms-value-changed" ref="/data/amount" value="if(/data/country = 'CH', 64, 28)"/>
      <setvalue event="xforms-value-changed" ref="/data/note"> as usual </setvalue></input>
    <input ref="/data/amount"><setvalue event="xforms-value-changed" ref="/data/note"/></input>
    <input ref="/data/note"/><input ref="/data/seen"/>
    <group ref="/data/line"><repeat nodeset="/data/line"><input ref="/data/line/price">
      <setvalue event="xforms-value-changed" ref="/data/line/double" value="../price * 2"/>
      <setvalue event="xforms-value-changed" ref="/data/note" value="jr:itext(/data/country)"/></input>
      <input ref="/data/line/double"/></repeat></group>
    </h:body></h:html>
    """

  @Test("A setvalue becomes a rule, triggered by its question or by opening the response")
  func xform() throws {
    let imported = try read(Self.survey, "night.xml")
    #expect(
      imported.diagnostics.map(\.description) == [
        "line 16, column 3: the rule “set” of note: the function “jr:itext” is not supported yet; it is kept without effect"
      ])
    let cells = imported.form.sections.flatMap(\.cells)
    func rules(_ key: String) -> [FormRule] { cells.first { $0.key == key }?.rules ?? [] }
    #expect(rules("amount") == [FormRule(.set, "if(${country} = 'CH', 64, 28)", triggers: ["country"])])
    #expect(
      rules("note") == [
        FormRule(.set, "'as usual'", triggers: ["country"]), FormRule(.set, "''", triggers: ["amount"]),
      ])
    #expect(rules("seen") == [FormRule(.set, "coalesce(${seen}, 0) + 1")])
    #expect(rules("double") == [FormRule(.set, "${price} * 2", triggers: ["price"])])
  }

  @Test("Imported setvalue rules run on changes and on opening, and can be undone")
  func used() throws {
    let form = try read(Self.survey, "night.xml").form
    let store = try FormStore.inMemory()
    try store.save(form)
    let session = try store.session(for: ResponseKey(form: form.key))
    #expect(session.value(of: "seen") == 1)
    try session.apply(.set("country", "CH"))
    #expect(session.value(of: "amount").map(\.plainText) == "64")
    // The amount changed, which triggers the note as well.
    #expect(session.value(of: "note") == nil)
    try session.apply(.set("amount", 70))
    try session.apply(.set("line[1]/price", 4))
    #expect(session.value(of: "line[1]/double") == 8)
    try session.apply(.recalculate)
    #expect(session.value(of: "seen") == 2)
    #expect(session.value(of: "amount").map(\.plainText) == "70")
    try session.undo(count: 2)
    #expect(session.value(of: "amount").map(\.plainText) == "64")
    #expect(try store.check().isEmpty)
  }

  @Test("Export and import keep the form, unsupported parts included")
  func goesOut() throws {
    let form = try read(Self.survey, "night.xml").form
    let written = try XFormFile.write(form)
    #expect(written.diagnostics.isEmpty)
    let text = String(decoding: written.data, as: UTF8.self)
    #expect(FormDifference.first(form, try read(text, "night.xml").form) == nil, "\(text)")
    for part in [
      #"<setvalue event="odk-instance-load" ref="/data/seen" value="coalesce(/data/seen, 0) + 1"/>"#,
      #"<setvalue event="xforms-value-changed" ref="/data/note" value="''"/>"#,
      #"<setvalue event="xforms-value-changed" ref="/data/note" value="jr:itext(/data/country)"/>"#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test("A rule whose trigger has no control cannot be exported, which is reported")
  func lostTrigger() throws {
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "a", kind: .text, isHidden: true),
            FormCell(key: "b", kind: .text, rules: [FormRule(.set, "${a}", triggers: ["a"])]),
          ])
      ])
    #expect(
      try XFormFile.write(form).diagnostics.map(\.description) == [
        "b: it is set when “a” changes, which has no control; that is omitted",
        "XForms cannot express these rules (“b”); omitted",
      ])
  }

  @Test("Importing a submission keeps its answers, and rules that set do not change them")
  func submission() throws {
    let form = try read(Self.survey, "night.xml").form
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: form.key)
    for action: FormAction in [.recalculate, .set("country", "CH"), .set("amount", 70), .set("note", "own")] {
      try store.apply(action, to: key)
    }
    let sent = try SubmissionDocument.write(try store.contents(of: key))
    let other = try FormStore.inMemory()
    try other.save(form)
    let plan = try Submission(sent, sourceName: "night.xml").plan(for: try other.contents(of: key))
    #expect(plan.misfits.isEmpty)
    try other.group("Submission", in: key) { group in for action in plan.actions { try group.apply(action) } }
    let session = try other.session(for: key)
    #expect(["country", "amount", "note"].map { session.value(of: $0)?.plainText } == ["CH", "70", "own"])
  }
}
