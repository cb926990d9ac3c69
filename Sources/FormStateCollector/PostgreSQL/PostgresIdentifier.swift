/// The name of a table or column.
package enum PostgresIdentifier {
  /// A name as a statement has to write it, whatever characters it contains.
  ///
  /// - Parameter name: without the character NUL; the server cuts it after 63 bytes.
  package static func quoted(_ name: String) -> String {
    var text = "\""
    for character in name.unicodeScalars {
      if character == "\"" { text += "\"" }
      text.unicodeScalars.append(character)
    }
    return text + "\""
  }
}
