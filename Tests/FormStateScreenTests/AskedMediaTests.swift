import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Media, file and place questions")
struct AskedMediaTests {
  private static let xForm = """
    <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"
      xmlns:jr="http://openrosa.org/javarosa">
      <h:head><h:title>Visit</h:title><model>
        <instance><data id="visit"><photo/><face/><sign/><sketch/><any/><place/><way/><kind/></data></instance>
        <itext>
          <translation lang="en" default="true()"><text id="p"><value>Photo</value>
            <value form="image">jr://images/en.png</value><value form="big-image">jr://images/big.png</value></text>
            <text id="r"><value>Robin</value><value form="image">jr://images/robin.png</value></text>
            <text id="h"><value>Hint</value><value form="audio">jr://audio/en.mp3</value></text></translation>
          <translation lang="fr"><text id="r"><value>Rouge-gorge</value></text><text id="p"><value>Photo</value>
            <value form="video">jr://video/fr.mp4</value></text></translation>
        </itext>
        <bind nodeset="/data/photo" type="binary"/><bind nodeset="/data/face" type="binary"/>
        <bind nodeset="/data/sign" type="binary"/><bind nodeset="/data/any" type="binary"/>
        <bind nodeset="/data/place" type="geopoint"/><bind nodeset="/data/way" type="geotrace"/>
      </model></h:head>
      <h:body>
        <upload ref="/data/photo" mediatype="image/*" appearance="new"><label ref="jr:itext('p')"/>
          <hint ref="jr:itext('h')"/></upload>
        <upload ref="/data/face" mediatype="image/*" appearance="new-front"><label>Face</label></upload>
        <upload ref="/data/sign" mediatype="image/*" appearance="signature"><label>Sign</label></upload>
        <upload ref="/data/sketch" mediatype="image/*" appearance="draw"><label>Sketch</label></upload>
        <upload ref="/data/any" mediatype="*/*" appearance="annotate"><label>Any</label></upload>
        <input ref="/data/place"><label>Place</label></input>
        <input ref="/data/way"><label>Way</label></input>
        <select1 ref="/data/kind"><label>Kind</label>
          <item><label ref="jr:itext('r')"/><value>robin</value></item>
          <item><label>Wren</label><value>wren</value></item></select1>
      </h:body>
    </h:html>
    """

  private func rows(_ server: Server, _ address: String = "/rows") async throws -> [String: PropertyValue] {
    let items = try await server.get(address)["items"]?.elements ?? []
    return Dictionary(items.compactMap { item in item["cell"]?.text.map { ($0, item) } }) { first, _ in first }
  }

  private func surveyed() throws -> Server {
    try Server(
      try DefinitionImporter.read(Data(Self.xForm.utf8), settings: ImportSettings(sourceName: "visit.xml")).form)
  }

  @Test("The row of an XForm upload has its accepted files, its camera and its drawing mode")
  func uploads() async throws {
    let rows = try await rows(try surveyed())
    #expect(rows["photo"]?["accept"]?.text == "image/*" && rows["photo"]?["camera"]?.text == "environment")
    #expect(rows["face"]?["camera"]?.text == "user")
    #expect(rows["sign"]?["draws"]?.text == "signature" && rows["sketch"]?["draws"]?.text == "drawing")
    let any = try #require(rows["any"])
    #expect(any["control"]?.text == "file")
    #expect(any["accept"] == nil && any["camera"] == nil && any["draws"] == nil)
  }

  @Test("A label's media follow the language shown")
  func media() async throws {
    let server = try surveyed()
    func media(_ address: String) async throws -> [String] {
      try await rows(server, address)["photo"]?["media"]?.elements?
        .compactMap { "\($0["kind"]?.text ?? "") \($0["name"]?.text ?? "")" } ?? []
    }
    #expect(try await media("/rows") == ["image en.png", "audio en.mp3"])
    #expect(try await media("/rows?language=fr") == ["video fr.mp4"])
    #expect(try await rows(server)["face"]?["media"] == nil)
    try await server.act(#"{"action":"expand","cell":"kind"}"#)
    let options = try await rows(server).values.filter { $0["kind"]?.text == "option" }
    #expect(options.count == 2)
    #expect(options.compactMap { $0["media"]?[0]?["name"]?.text } == ["robin.png"])
  }

  @Test("Cell properties set the control, the accepted files and the camera without an XForm")
  func properties() async throws {
    let form = FormDefinition(
      key: "own",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(
              key: "photo", kind: .file, properties: ["accept": .string("image/*"), "appearance": .string("new")]),
            FormCell(key: "any", kind: .file),
            FormCell(key: "place", kind: .custom, properties: ["type": .string("geopoint")]),
            FormCell(key: "plain", kind: .custom),
          ])
      ])
    let rows = try await rows(try Server(form))
    #expect(rows["photo"]?["accept"]?.text == "image/*" && rows["photo"]?["camera"]?.text == "environment")
    #expect(rows["any"]?["accept"] == nil)
    #expect(rows["place"]?["control"]?.text == "place" && rows["plain"]?["control"]?.text == "text")
  }

  @Test("A geopoint has a place control, and a draft that is not a place has a problem")
  func places() async throws {
    let server = try surveyed()
    #expect(try await rows(server)["place"]?["control"]?.text == "place")
    #expect(try await rows(server)["way"]?["control"]?.text == "text")
    for (draft, isPlace) in [
      ("52.5 13.4", true), ("52.5, 13.4", true), ("-90 180 12.5 3", true), ("+.5 -1.", true), ("52.5", false),
      ("91 0", false), ("0 181", false), ("0 0 0 -1", false), ("here", false), ("nan 0", false), ("1e1 0", false),
      ("1 2 3 4 5", false), ("0x1 2", false), ("--1 2", false),
    ] {
      try await server.act("{\"action\":\"draft\",\"cell\":\"place\",\"value\":\"\(draft)\"}")
      let problem = try await rows(server)["place"]?["problem"]?.text
      #expect(
        problem
          == (isPlace
            ? nil : "“\(draft)” is not a place; type latitude and longitude in degrees, for example 52.5 13.4"),
        "\(draft)")
    }
  }

  @Test("Label media come only from the media folder and its subfolders")
  func mediaFolder() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("form/images"), withIntermediateDirectories: true)
    for path in ["form/a.png", "form/images/b.png", "form/images/a.png", "c.png"] {
      try Data(path.utf8).write(to: URL(fileURLWithPath: folder.path(path)))
    }
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let server = Server(
      models: ScreenModels(store: store, form: "profile"), folders: ScreenFolders(media: folder.path("form")))
    func text(_ name: String) async throws -> String? {
      let response = await server.routes.respond(to: Server.request("GET", "/media/\(name)"))
      guard case .file(let file, let part) = response.body else { return nil }
      return String(decoding: try file.read(from: 0, atMost: part.count), as: UTF8.self)
    }
    #expect(try await text("a.png") == "form/a.png")
    #expect(try await text("b.png") == "form/images/b.png")
    for name in ["c.png", "../c.png", "images/b.png", "images", "..", "", ".", "/etc/passwd"] {
      #expect(try await text(name) == nil, "\(name)")
    }
  }
}
