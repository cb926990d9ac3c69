#if CommandLine
import ArgumentParser
import FormStateStore

/// The SQLite file that a command acts in, and who acts.
struct ActingStoreArguments: ParsableArguments {
  @OptionGroup var file: StoreArguments

  @Option(
    help: ArgumentHelp("Who acts, as the journal is to say; nobody in particular when left out.", valueName: "name"))
  var author: String?

  func validate() throws {
    if author?.isEmpty == true { throw ValidationError("--author is a name; leave it out to name nobody.") }
  }

  /// The path of the file.
  var database: String { file.database }

  /// Opens the file for writing and acts in it as the author; errors name the file.
  func withStore<Result>(_ work: (FormStore) throws -> Result) throws -> Result {
    try file.withStore(.write) { store in
      var store = store
      store.author = author
      return try work(store)
    }
  }
}
#endif
