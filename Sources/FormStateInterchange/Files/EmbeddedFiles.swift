/// The files that a program contains.
package enum EmbeddedFiles {
  /// Reads the files that a C target embeds, in its order.
  ///
  /// - Parameter list: the path of each file, then its text; a null pointer ends the list.
  package static func read(
    _ list: UnsafePointer<UnsafePointer<CChar>?>
  ) -> [(path: String, text: String)] {
    sequence(first: list) { $0 + 2 }
      .prefix { $0.pointee != nil }
      .compactMap { entry in
        guard let path = entry[0], let text = entry[1] else { return nil }
        return (String(cString: path), String(cString: text))
      }
  }
}
