#if CommandLine
import FormStateInterchange

/// Where to read about the fields that are at fault in a document.
enum FieldHint {
  /// How many fields are named at most.
  private static let mostNamed = 3

  /// The last line of a message about faults, with the line feed before it; empty where no schema knows the fields.
  static func line(about error: ImportError) -> String {
    guard let format = error.purpose.flatMap({ FormatSchema(rawValue: $0.rawValue) }),
      let reference = try? SchemaReference()
    else { return "" }
    // A document without its mark is another document, and no field helps.
    let paths = error.diagnostics.compactMap(\.key).filter { !$0.hasPrefix("formstate") }
    let names = paths.lazy.compactMap { reference.reference(at: $0, in: format) }
    var distinct: [String] = []
    for name in names where !distinct.contains(name) {
      distinct.append(name)
      if distinct.count == mostNamed { break }
    }
    return distinct.isEmpty ? "" : "\nSee formstate help field \(distinct.joined(separator: " "))"
  }

  /// The error with that line.
  static func explained(_ error: ImportError) -> any Error {
    let line = line(about: error)
    return line.isEmpty ? error : CommandFailure(error.description + line)
  }
}
#endif
