import FormState
import GRDB

/// The versions of forms read for upgrades.
///
/// A class, since a version that was read and indexed once serves every response.
final class VersionIndexes {
  private let db: Database
  let definitions: OpenDefinitions
  private var versions: [DefinitionRepository.Version: Upgrade.Version] = [:]
  /// Those read in pages: once released, a definition would be read again for the action of each upgrade.
  private var kept: [OpenDefinition] = []

  /// Prepares to read.
  ///
  /// - Parameter definitions: provides cells on demand; without a store's, forms are read whole.
  init(_ db: Database, _ definitions: OpenDefinitions = OpenDefinitions()) {
    self.db = db
    self.definitions = definitions
  }

  /// The index of a version, with all options of its lists. O(n) for n cells, once; as for a session if cells are read
  /// on demand.
  func version(_ version: DefinitionRepository.Version) throws -> Upgrade.Version {
    if let known = versions[version] { return known }
    let read = Upgrade.Version(version.number, try index(of: version))
    versions[version] = read
    return read
  }

  private func index(of version: DefinitionRepository.Version) throws -> FormIndex {
    guard let definition = try definitions.definitionInPages(of: version, in: db) else {
      return FormIndex(try DefinitionRepository(db: db).form(of: version))
    }
    kept.append(definition)
    guard definition.form.leavesOptions else { return definition.index }
    var form = definition.form
    form.lists = try ListTables(db: db).lists(versionID: version.id, .whole)
    return FormIndex(form)
  }

  /// A version of the response's form, by its number; `nil` if there is none. O(n) for n cells, once.
  func index(ofVersion number: Int, of location: ResponseLocation) throws -> FormIndex? {
    try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
      .map { try version($0).index }
  }
}
