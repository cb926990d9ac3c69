import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import FormStateCLI

@Suite("help field")
struct FieldHelpTests {
  @Test("Help of a field gives its meaning, type, place, default, examples and inner fields")
  func field() async throws {
    let help = try await Workspace().formstate("help", "field", "required")
    #expect(
      help == """
        cell.required
          Whether the cell needs a value before the response can be completed. Write
          `true`, an expression with the condition, or an object with a message:
          `{"message": "Write a name."}`, and an `expression` as well if there is a
          condition.

          Type     true or false, an expression, or an object
          Place    sections[].cells[].required, in form JSON
          Default  false
          Example  "required": true
                   "required": {"message": "Tell us what to call you."}

          Within it:
          required.expression  The condition; by default always.
          required.message     The message while the cell has no value.

          An expression in the language of ODK and XLSForm: XPath, with `${key}` for
          the value of a cell. `div` divides, and `/` leads to a column or into an
          instance. A date counts as its days since 1970: `(today() - ${born}) div
          365.25` is an age. In brackets, `${key}` is seen from the instance that is
          tested, and `current()/${key}` from the cell of the rule.

        """)
  }

  @Test("A name in several objects is explained for each; OBJECT.NAME selects one")
  func objects() async throws {
    let workspace = try Workspace()
    let both = try await workspace.formstate("help", "field", "relevant")
    #expect(both.contains("section.relevant\n") && both.contains("\ncell.relevant\n"))
    let one = try await workspace.formstate("help", "field", "section.title")
    #expect(one.hasPrefix("section.title\n  The title of its header.\n") && !one.contains("cell.title"))
    let layout = try await workspace.formstate("help", "field", "layout.cell.title")
    #expect(layout.contains("Place    sections[].cell.title, in a layout"))
    let title = try await workspace.formstate("help", "field", "title")
    #expect(title.contains("\nAlso: layout.title, layout.cell.title\n"))
  }

  @Test("Help of an object has a line for each of its fields")
  func object() async throws {
    let help = try await Workspace().formstate("help", "field", "cell")
    #expect(help.hasPrefix("cell: sections[].cells[], in form JSON\n"))
    #expect(help.contains("\n  kind            The type of the cell's value"))
  }

  @Test("help fields lists every field and object, and each has its own help")
  func list() async throws {
    let list = try await Workspace().formstate("help", "fields")
    #expect(try await Workspace().formstate("help", "field") == list)
    let words = Set(list.split { $0 == " " || $0.isNewline }.map(String.init))
    let reference = try SchemaReference()
    #expect(reference.fields.count > 100)
    for object in reference.objects where !object.fields.isEmpty {
      #expect(words.contains(object.reference), "\(object.reference)")
      #expect(try FieldHelp.text(askedForBy: ["help", "field", object.reference], in: reference)?.isEmpty == false)
    }
    for found in reference.fields {
      #expect(found.field.path.count > 1 || words.contains(found.field.name), "\(found.reference)")
      #expect(!found.field.description.isEmpty, "\(found.reference)")
      let page = try FieldHelp.text(askedForBy: ["help", "field", found.reference], in: reference)
      #expect(page?.contains(found.field.description.prefix(20)) == true, "\(found.reference)")
    }
    #expect(list.split(separator: "\n").allSatisfy { $0.count <= 79 && !$0.hasSuffix(" ") })
  }

  @Test("An unknown field is refused with the nearest name")
  func unknown() async throws {
    let workspace = try Workspace()
    for (name, suggestion) in [
      ("titel", "; did you mean “title”?"), ("cell.titel", "; did you mean “cell.title”?"),
      ("section.kind", "; did you mean “cell.kind”?"), ("section.knid", "; did you mean “section.key”?"),
      ("Relevnat", "; did you mean “relevant”?"), ("frobnicate", ""),
    ] {
      #expect(
        try await workspace.refused("help", "field", name, status: 64)
          == "Error: there is no field “\(name)”\(suggestion); formstate help fields lists them all\n")
    }
    let both = try await workspace.formstate("help", "field", "cell.kind", "listOption")
    #expect(both.hasPrefix("cell.kind\n") && both.contains("\n\nlistOption: lists.NAME[], in form JSON\n"))
  }

  @Test("No command has the name “field” or “fields”")
  func names() {
    #expect(
      !CommandWords.names(of: FormStateCommand.configuration.subcommands).contains(where: FieldHelp.words.contains))
  }

  @Test("The article of all fields matches the schemas; Scripts/field-reference writes it")
  func article() async throws {
    let article = try Repository.text(of: "Sources/FormStateInterchange/FormStateInterchange.docc/Fields.md")
    #expect(try await Workspace().formstate("help", "fields", "--markdown") == article)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count > 150 && rows.allSatisfy { $0.count <= 260 }, "\(rows.filter { $0.count > 260 })")
  }

  @Test("A path in a document leads to its field, or to the object around an unknown one")
  func paths() throws {
    let reference = try SchemaReference()
    for (path, name) in [
      ("formstate", "form.formstate"), ("sections", "form.sections"), ("sections[0].title", "section.title"),
      ("sections[0].cells[2].cells[1].relevant", "cell.relevant"), ("sections[0].cells[2].label", "cell"),
      ("sections[0].cells[2].title.fr", "cell.title"), ("sections[0].cells[2].options[1].value", "option.value"),
      ("sections[0].cells[0].constraints[1].severity", "cell.constraints.severity"),
      ("sections[0].cells[0].summary.join", "cell.summary.join"), ("lists.towns[1].title", "listOption.title"),
      ("lists.towns[1].most", "listOption"), ("rowHeights.NoteCell", "form.rowHeights"), ("nothing", "form"),
    ] {
      #expect(reference.reference(at: path, in: .form) == name, "\(path)")
    }
    #expect(reference.reference(at: "sections[0].cell.title", in: .layout) == "layout.cell.title")
    #expect(reference.reference(at: "forms[1].sections[0].cells[0].title", in: .dump) == "cell.title")
  }
}
