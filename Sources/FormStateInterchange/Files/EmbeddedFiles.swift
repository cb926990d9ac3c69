/// The files that a program contains.
package enum EmbeddedFiles {
  /// Reads the files that a C target embeds, in its order.
  ///
  /// - Parameter list: the path of each file, then its text; a null pointer ends the list.
  package static func read(
    _ list: UnsafePointer<UnsafePointer<CChar>?>
  ) -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    var entry = list
    while let path = entry[0], let text = entry[1] {
      files.append((String(cString: path), String(cString: text)))
      entry += 2
    }
    return files
  }
}
