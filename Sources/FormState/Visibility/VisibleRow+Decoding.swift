extension VisibleRow {
  /// Reads the row's properties as a type of your own.
  ///
  /// With it a table view switches over types of cells, and never over section numbers:
  ///
  /// ```swift
  /// struct Friend: Decodable {
  ///   let name: String
  ///   let pictureUrl: URL?
  /// }
  ///
  /// switch row.identifier {
  /// case "FriendCell": show(try row.decode(Friend.self))
  /// case "AboutCell": show(try row.decode(About.self))
  /// default: break
  /// }
  /// ```
  ///
  /// A number is read as any integer that holds it exactly, and as `Double`, `Float` and `Decimal`; a `URL` from text; an
  /// optional from null or nothing; a `Date` from a date or ISO-8601 text, never from a number; `Data` from data or Base64
  /// text. A type may also hold a ``PropertyValue`` as it is.
  ///
  /// - Parameter type: the type to read.
  /// - Throws: ``PropertyDecodingError``, which names the cell, the property, what is there and what was wanted.
  /// - Complexity: O(n) in the size of the properties.
  public func decode<Content: Decodable>(_ type: Content.Type = Content.self) throws(PropertyDecodingError) -> Content {
    let root = PropertyValue.dictionary(properties)
    do {
      return try PropertyDecoder(root).content(type)
    } catch {
      throw PropertyDecodingError(error, cell: key, properties: root, type: type)
    }
  }
}
