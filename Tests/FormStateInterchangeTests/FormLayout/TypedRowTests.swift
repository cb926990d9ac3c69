import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

/// What an app's table view does with the profile: it switches over the types of cells, never over section numbers.
@Suite("Rows as an app's types")
struct TypedRowTests {
  @Test("A session of the example profile gives rows of five types")
  func profile() throws {
    #expect(
      try Self.rows(of: "person.json") == [
        [.namePicture(.init(name: "Mira Halvorsen", pictureUrl: try Self.picture("mira")))],
        [
          .about(
            .init(
              about: "I mend bicycles in a harbour town."))
        ],
        [.email(.init(email: "mira@people.example"))],
        [
          .attribute(.init(key: "Date of birth", value: "March 3, 1991")),
          .attribute(.init(key: "Languages", value: "Norwegian, Portuguese")),
          .attribute(.init(key: "Wheel size", value: "28")),
        ],
        [
          .friend(.init(name: "Teodor Lima", pictureUrl: try Self.picture("teodor"))),
          .friend(.init(name: "Anneke Vos", pictureUrl: try Self.picture("anneke"))),
          .friend(.init(name: "Samir Haddad", pictureUrl: nil)),
        ],
      ])
  }

  @Test("Without friends the rows of every other type are the same")
  func withoutFriends() throws {
    #expect(try Self.rows(of: "person-without-friends.json") == Self.rows(of: "person.json").dropLast())
  }

  private static func rows(of example: String) throws -> [[ProfileRow]] {
    let layout = try FormLayout.read(data("profile-layout.json"), sourceName: "profile-layout.json")
    let settings = ImportSettings(formKey: "profile", sourceName: example)
    let store = try FormStore.inMemory()
    try store.importForms([try layout.form(from: data(example), settings: settings).formContents])
    let session = try store.session(for: ResponseKey(form: "profile"))
    return try (0..<session.numberOfSections).map { section in
      try (0..<session.numberOfRows(in: section)).map { row in
        try ProfileRow(try #require(session.row(at: RowPath(section: section, row: row))))
      }
    }
  }

  private static func data(_ example: String) throws -> Data {
    Data(try Repository.text(of: "Examples/\(example)").utf8)
  }

  private static func picture(_ name: String) throws -> URL {
    try #require(URL(string: "https://people.example/\(name).png"))
  }
}
