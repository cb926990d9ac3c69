import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Refusing a CellDescriptor.plist")
struct CellDescriptorRefusalTests {
  @Test(
    "A strict import reports each irregularity with section, row and key",
    arguments: [
      ([("isExpandable", "<integer>1</integer>")], "isExpandable: is the number 1, not a boolean; write true or false"),
      ([("isVisible", "<string>TRUE</string>")], "isVisible: is the text “TRUE”, not a boolean; write true or false"),
      ([("isVisible", nil)], "isVisible: is missing; write true or false"),
      (
        [("additionalRows", "<string>0</string>")],
        "additionalRows: is the text “0”, not an integer; write the number of rows below the cell as an integer"
      ),
      (
        [("additionalRows", "<integer>-1</integer>")],
        "additionalRows: is -1; write 0 or the number of rows below the cell"
      ),
      (
        [("additionalRows", "<integer>9223372036854775807</integer>"), ("isExpandable", "<true/>")],
        "additionalRows: is 9223372036854775807, which runs past the section's end; at most 0 rows follow"
      ),
      (
        [("additionalRows", nil)],
        "additionalRows: is missing; write the number of rows below the cell as an integer, 0 for none"
      ),
      (
        [("cellIdentifier", nil)],
        "cellIdentifier: is missing; write the cell's reuse identifier, such as idCellTextfield"
      ),
      ([("primaryTitle", "<array/>")], "primaryTitle: is an array, not a text; write it as a string"),
      (
        [("value", "<integer>4711</integer>")],
        "value: is an integer that the cell cannot hold; write text as a string, or leave it empty"
      ),
      (
        [("cellKind", "<string>slidr</string>")],
        "cellKind: is the text “slidr”, not a kind of cell; "
          + "write one of group, choices, text, longText, integer, decimal, date, time, dateTime, switch, option, slider, file, label, repeat, custom; did you mean slider?"
      ),
      (
        [("isExpanded", "<true/>")],
        "isExpanded: is true, but the cell is not expandable; write false, or true for isExpandable"
      ),
    ] as [([(String, String?)], String)])
  func faultyKeys(replacing: [(String, String?)], message: String) {
    let cell = PlistText.cell("idCellTextfield", "A", replacing: replacing)
    let data = PlistText.document([[], [PlistText.cell("mine", "B"), cell]])
    let settings = ImportSettings(sourceName: "profile.plist", isStrict: true)
    #expect(refusal(of: data, settings: settings) == "profile.plist: section 1, row 1, \(message)")
  }

  @Test(
    "An uninterpretable value is refused, strict or not",
    arguments: [
      ([("isExpandable", "<integer>2</integer>")], "isExpandable: is the number 2, not a boolean; write true or false"),
      (
        [("isExpanded", "<string>open</string>")],
        "isExpanded: is the text “open”, not a boolean; write true or false"
      ),
      ([("isVisible", "<array/>")], "isVisible: is an array, not a boolean; write true or false"),
      (
        [("additionalRows", "<string>two</string>")],
        "additionalRows: is the text “two”, not an integer; write the number of rows below the cell as an integer"
      ),
      (
        [("additionalRows", "<real>1.5</real>")],
        "additionalRows: is the number 1.5, not an integer; write the number of rows below the cell as an integer"
      ),
      (
        [("additionalRows", "<integer>-1</integer>")],
        "additionalRows: is -1; write 0 or the number of rows below the cell"
      ),
      (
        [("cellIdentifier", "<dict/>")],
        "cellIdentifier: is a dictionary, not a text; write the cell's reuse identifier"
      ),
      ([("primaryTitle", "<array/>")], "primaryTitle: is an array, not a text; write it as a string"),
      (
        [("cellKind", "<string>slidr</string>")],
        "cellKind: is the text “slidr”, not a kind of cell; "
          + "write one of group, choices, text, longText, integer, decimal, date, time, dateTime, switch, option, slider, file, label, repeat, custom; did you mean slider?"
      ),
      ([("key", "<true/>")], "key: is a boolean, not a text; write it as a string"),
    ] as [([(String, String?)], String)], [true, false])
  func unknowable(fault: ([(String, String?)], String), isStrict: Bool) {
    let cell = PlistText.cell("idCellTextfield", "A", replacing: fault.0)
    let data = PlistText.document([[], [PlistText.cell("mine", "B"), cell]])
    let settings = ImportSettings(sourceName: "profile.plist", isStrict: isStrict)
    #expect(refusal(of: data, settings: settings) == "profile.plist: section 1, row 1, \(fault.1)")
  }

  @Test("Duplicate and invalid option values are refused")
  func optionValues() {
    func option(_ title: String, _ value: String) -> String {
      PlistText.cell("idCellValuePicker", title, visible: false, replacing: [("optionValue", value)])
    }
    let same = PlistText.document([
      [PlistText.heading("A", rows: 2), option("B", "<string>x</string>"), option("C", "<string>x</string>")]
    ])
    #expect(
      refusal(of: same)
        == "profile.plist: section 0, row 0, optionValue: two options have the value “x”; values are unique in a question"
    )
    let none = PlistText.document([[PlistText.heading("A", rows: 2), option("B", "<string/>"), option("C", "<true/>")]])
    #expect(
      refusal(of: none) == """
        profile.plist has 2 faults; nothing was imported:
          section 0, row 1, optionValue: is empty, not a text; write it as a string that is not empty
          section 0, row 2, optionValue: is true, not a text; write it as a string that is not empty
        """)
  }

  @Test("All faults are reported together in file order, without those that follow from others")
  func allAtOnce() {
    let data = PlistText.document([
      [
        PlistText.cell("idCellNormal", "", "A", rows: 5, expandable: true, replacing: [("isVisible", nil)]),
        PlistText.cell("mine", "B", rows: 1, visible: false),
        PlistText.cell("idCellSlider", "C", visible: false, value: "<string>11</string>"),
      ],
      [
        PlistText.cell("idCellNormal", "", "D", rows: 1, expandable: true, value: "<string>Coffe</string>"),
        PlistText.cell("idCellValuePicker", "Coffee"),
      ],
    ])
    let settings = ImportSettings(sourceName: "profile.plist", isStrict: true)
    #expect(
      refusal(of: data, settings: settings) == """
        profile.plist has 6 faults; nothing was imported:
          section 0, row 0, isVisible: is missing; write true or false
          section 0, row 0, additionalRows: is 5, which runs past the section's end; at most 2 rows follow
          section 0, row 1, additionalRows: is 1, but the cell is not expandable, so they can never show; \
        write 0, or true for isExpandable
          section 0, row 2, value: “11” is not accepted; give a whole number from 0 to 10
          section 1, row 0, value: “Coffe” is neither the value nor the title of an option directly below the cell; \
        leave it empty
          section 1, row 0, additionalRows: is 1, but row 1 shows while the cell is collapsed; \
        write at most 0, or expand the cell and show it
        """)
  }

  @Test("A strict import refuses overlapping ranges")
  func overlap() {
    let data = PlistText.document([
      [
        PlistText.heading("A", rows: 1), PlistText.cell("mine", "B", rows: 1, expandable: true, visible: false),
        PlistText.cell("mine", "C", visible: false),
      ]
    ])
    #expect(
      refusal(of: data, settings: ImportSettings(sourceName: "profile.plist", isStrict: true)).contains(
        "section 0, row 1, additionalRows: is 1, which runs past the end of the cell above it; "
          + "at most 0 rows follow"))
  }

  @Test(
    "A root of another shape is refused",
    arguments: [
      (
        "<dict/>",
        "the root is a dictionary, not an array of sections; write an array with an array of cells for each section"
      ),
      (
        "<array><dict><key>name</key><string>Ada</string></dict></array>",
        "the root is an array of dictionaries, none of which has the keys of a cell; "
          + "import a CellDescriptor.plist; map JSON to a form with a layout"
      ),
      (
        "<array><array><dict/></array></array>",
        "section 0, row 0: the dictionary has none of the keys isExpandable, isExpanded, isVisible, cellIdentifier, "
          + "additionalRows, so it does not describe a cell; write them, or remove it"
      ),
      (
        "<array><dict><key>isVisible</key><true/></dict><array/></array>",
        "section 0: the section is a dictionary, not an array of cells; write an array, empty if the section has no cells"
      ),
      (
        "<array><true/></array>",
        "section 0: the section is a boolean, not an array of cells; write an array, empty if the section has no cells"
      ),
      (
        "<array><array><true/></array></array>",
        "section 0, row 0: the cell is a boolean, not a dictionary; write a dictionary with the keys of a cell, or remove it"
      ),
    ])
  func otherRoots(body: String, message: String) {
    #expect(refusal(of: Data(propertyList(body).utf8)) == "profile.plist: \(message)")
  }

  @Test("An error keeps a hundred faults, counts all and lists twenty")
  func manyFaults() throws {
    let cells = [String](repeating: "<true/>", count: 1500)
    do {
      _ = try CellDescriptorPlist.read(PlistText.document([cells]), settings: ImportSettings(sourceName: "a"))
      Issue.record("the document was accepted")
    } catch let error as ImportError {
      #expect(error.faultCount == 1500)
      #expect(error.diagnostics.count == 100)
      #expect(error.description.hasSuffix("  … and 1480 more"))
    }
  }

  @Test("A text with a control character is refused")
  func controlCharacters() throws {
    for character in ["\u{0}", "\u{1}"] {
      let cell: [String: Any] = [
        "isExpandable": false, "isExpanded": false, "isVisible": true, "value": "", "primaryTitle": "A\(character)",
        "secondaryTitle": "", "cellIdentifier": "idCellTextfield", "additionalRows": 0,
      ]
      let data = try PropertyListSerialization.data(fromPropertyList: [[cell]], format: .binary, options: 0)
      let number = character == "\u{0}" ? "U+0000" : "U+0001"
      #expect(
        refusal(of: data).hasSuffix(
          ": a text holds the control character \(number), which no XML property list can; remove it"))
    }
  }

  @Test("Every importer refuses a document that its reader refuses")
  func hostileDocuments() {
    let cycle =
      Data("bplist00".utf8) + Data([0xA1, 0x00, 0x08]) + Data(count: 6) + Data([1, 1]) + Data(count: 7)
      + Data([1]) + Data(count: 15) + Data([10])
    let settings = ImportSettings(sourceName: "x")
    let deep = Data((String(repeating: "[", count: 100_000)).utf8)
    for data in [cycle, deep] {
      #expect(throws: ImportError.self) { try DefinitionImporter.read(data, settings: settings) }
      #expect(throws: ImportError.self) { try CellDescriptorPlist.read(data, settings: settings) }
      #expect(throws: ImportError.self) { try FormDocument.read(data, settings: settings) }
      #expect(throws: JSONLinesError.self) { try ActionScript.read(data, source: "x") }
    }
    #expect(refusal(of: cycle) == "profile.plist: object 0 at byte 8: a container contains itself")
    #expect(refusal(of: Data("hello".utf8)).hasPrefix("profile.plist: line 1, column 1: this is neither"))
  }

  @Test(
    "The count of faults stops at a maximum, whatever the faults are",
    arguments: [
      String(repeating: "<true/>", count: 50_000), String(repeating: "<dict/>", count: 50_000),
      String(repeating: "<dict><key>isExpandable</key><data/></dict>", count: 50_000),
    ])
  func faultyThroughout(cells: String) throws {
    let error = #expect(throws: ImportError.self) {
      try imported(Data(propertyList("<array><array>\(cells)</array></array>").utf8))
    }
    #expect(error?.faultCount == ImportError.mostCounted)
    #expect(error?.diagnostics.count == ImportError.mostFaults)
    #expect(error?.diagnostics.first?.row == 0)
    #expect(error?.description.contains(" has 10000 or more faults; nothing was imported:") == true)
  }
}
