import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

/// Notations of XForms that pyxform does not use, and features of Collect around lists.
@Suite("Field: other ways to write a form")
struct FieldDialectTests {
  @Test("A path in the body may be relative to the element around it")
  func relativePaths() throws {
    let form = try FieldForm(
      "<g><a/><b/></g><r><c/><d><e/></d></r><f/>",
      body: """
        <group ref="/data/g"><label>G</label><input ref="a"/><input ref="./b"/></group>
        <group ref="r"><repeat nodeset="/data/r"><input ref="c"/><group ref="d"><input ref="../d/e"/></group></repeat></group>
        <input ref="f"/>
        """)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      try form.apply(.set("a", "1"), .set("b", "2"), .set("r[1]/c", "3"), .set("r[1]/e", "4"), .set("f", "5"))
      #expect(try ["a", "b", "r[1]/c", "r[1]/e", "f"].map(form.value) == ["1", "2", "3", "4", "5"])
    }
  }

  @Test("A control and a setvalue may name a bind instead of a path")
  func binds() throws {
    let form = try FieldForm(
      "<a/><b/>",
      model: """
        <bind id="first" nodeset="/data/a" type="int"/><setvalue event="odk-instance-first-load" bind="first" value="5"/>
        """, body: #"<input bind="first"><label>A</label></input><input ref="/data/b"/>"#)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      try form.apply(.set("b", "x"))
      #expect(try form.value("a") == "5")
    }
  }

  @Test("A setvalue for one instance of several is reported and exported unchanged")
  func setvalueWithPosition() throws {
    let form = try FieldForm(
      "<t/><r><b/></r>",
      body: """
        <input ref="/data/t"><setvalue event="xforms-value-changed" ref="/data/r[2]/b" value="/data/t"/></input>
        <group ref="/data/r"><repeat nodeset="/data/r"><input ref="/data/r/b"/></repeat></group>
        """)
    #expect(
      form.diagnostics == [
        "line 5, column 47: a <setvalue> names no node of the primary instance, or one instance of several; it is kept without effect"
      ])
    #expect(try form.written().contains(#"ref="/data/r[2]/b""#))
  }

  @Test("Device measurements and the last saved response are reported and kept")
  func kept() throws {
    let form = try FieldForm(
      "<a/><p/>",
      model: """
        <instance id="last" src="jr://instance/last-saved"/>
        <odk:setgeopoint xmlns:odk="http://www.opendatakit.org/xforms" event="odk-instance-first-load" ref="/data/p"/>
        """, body: #"<input ref="/data/a"/>"#)
    #expect(
      form.diagnostics == [
        "line 4, column 1: last is the last saved response, which is not supported; it is kept without effect",
        "line 5, column 1: unsupported element <odk:setgeopoint>; it is kept without effect",
      ])
    #expect(try form.written().contains("jr://instance/last-saved"))
    #expect(try form.written().contains("<odk:setgeopoint"))
  }

  private static let map = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "id": "w1", "properties": {"title": "Well", "deep": 12.5, "dry": false},
       "geometry": {"type": "Point", "coordinates": [102, 0.5]}},
      {"type": "Feature", "properties": {"id": "p1", "title": "Path", "dry": true},
       "geometry": {"type": "LineString", "coordinates": [[102, 0.5], [103.25, -1, 7]]}},
      {"type": "Feature", "properties": {"id": "f1", "title": "Field", "dry": true},
       "geometry": {"type": "Polygon", "coordinates": [[[1, 2], [3, 4], [1, 2]], [[9, 9]]]}}]}
    """

  @Test("Features of a GeoJSON map are items with properties and places")
  func map() throws {
    let form = try FieldForm(
      "<place/><where/>",
      model: """
        <instance id="places" src="jr://file/places.geojson"/>
        <bind nodeset="/data/where" calculate="instance('places')/root/item[id = /data/place]/geometry"/>
        """,
      body: """
        <select1 ref="/data/place"><itemset nodeset="instance('places')/root/item[dry = 'true' or deep &gt; 10]">
        <value ref="id"/><label ref="title"/></itemset></select1>
        """, attachments: ["places.geojson": Self.map])
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try form.choices("place") == ["w1", "p1", "f1"])
      try form.apply(.set("place", "Well"))
      #expect(try form.value("where") == "0.5 102 0 0")
      try form.apply(.set("place", "p1"))
      #expect(try form.value("where") == "0.5 102 0 0; -1 103.25 0 0")
      try form.apply(.set("place", "f1"))
      #expect(try form.value("where") == "2 1 0 0; 4 3 0 0; 2 1 0 0")
    }
  }

  @Test("Attachments are the tables, maps and XML in a folder")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("field-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.csv", "b.xml", "c.geojson", "d.png"] {
      try Data("x".utf8).write(to: folder.appendingPathComponent(name))
    }
    #expect(try InputFile.attachments(inFolder: folder.path).keys.sorted() == ["a.csv", "b.xml", "c.geojson"])
  }

  @Test("An invalid map is refused with its name")
  func refusedMap() throws {
    for (map, problem) in [
      ("[]", "it is not a FeatureCollection of GeoJSON"),
      (#"{"features": {}}"#, "it is not a FeatureCollection of GeoJSON"),
      ("{", "line 1"),
    ] {
      let error = #expect(throws: ImportError.self) {
        try FieldForm(
          "<a/>", model: #"<instance id="places" src="jr://file/places.geojson"/>"#, body: #"<input ref="/data/a"/>"#,
          attachments: ["places.geojson": map])
      }
      #expect(error?.sourceName == "places.geojson")
      #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }
  }

  private static let fruits = "name_key,name,color\nm,Mango,yellow\na,Apple,red\nb,Banana,yellow\n"

  private func searching(_ search: String, _ attachments: [String: String] = ["fruits.csv": fruits]) throws -> FieldForm
  {
    try FieldForm(
      "<text/><color/><fruit/>",
      body: """
        <input ref="/data/text"/><input ref="/data/color"/>
        <select1 ref="/data/fruit" appearance="minimal \(search)"><label>Fruit</label>
        <item><label>name</label><value>name_key</value></item></select1>
        """, attachments: attachments)
  }

  @Test(
    "search() finds its choices in a table",
    arguments: [
      ("search('fruits')", ["m", "a", "b"], ["m", "a", "b"]),
      ("search('fruits', 'contains', 'name', /data/text)", ["m", "a", "b"], ["m", "b"]),
      ("search('fruits', 'startswith', 'name', /data/text)", ["m", "a", "b"], []),
      ("search('fruits', 'matches', 'color', /data/color)", [], ["m", "b"]),
      ("search('fruits', 'contains', 'name', /data/text, 'color', 'red')", ["a"], []),
    ])
  func search(_ search: String, before: [String], after: [String]) throws {
    let form = try searching(search)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try form.choices("fruit") == before)
      try form.apply(.set("text", "an"), .set("color", "yellow"))
      #expect(try form.choices("fruit") == after)
    }
    #expect(try form.written().contains(#"appearance="minimal""#))
  }

  @Test("An unsupported search is reported, its answer is typed, and it is exported unchanged")
  func strangeSearch() throws {
    for search in ["search('fruits', 'sounds-like', 'name', /data/text)", "search('other')"] {
      let form = try searching(search)
      #expect(
        form.diagnostics == [
          "line 6, column 1: the choices of fruit: they are not in a list of the form, so its answer is typed; it is kept without effect"
        ])
      try form.apply(.set("fruit", "Pear"))
      let written = try form.goneOut().written()
      #expect(written.contains(search) && written.contains("<value>name_key</value>"))
    }
  }
}
