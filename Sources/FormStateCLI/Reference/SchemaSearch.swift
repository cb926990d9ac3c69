#if CommandLine
import FormState

/// A field with the object that it belongs to.
struct FoundField {
  let object: SchemaObject
  let field: SchemaField

  /// The name by which it can be asked for: `cell.required.message`.
  var reference: String { "\(object.reference).\(field.name)" }

  /// Where it stands in the document.
  var place: String { object.place.isEmpty ? field.name : "\(object.place).\(field.name)" }
}

/// Looking things up by what people call them, and by where they stand in a document.
extension SchemaReference {
  /// What a name means.
  struct Match {
    var objects: [SchemaObject]
    var fields: [FoundField]
  }

  /// All fields.
  var fields: [FoundField] {
    objects.flatMap { object in object.fields.map { FoundField(object: object, field: $0) } }
  }

  /// What has a name such as `required`, `cell.required`, `layout.cell.title` or `cell`.
  func matches(_ name: String) -> Match {
    let words = Self.words(name)
    return Match(
      objects: objects.filter { Self.ends(Self.path(of: $0), with: words) },
      fields: fields.filter { Self.ends(Self.path(of: $0.object) + $0.field.path, with: words) })
  }

  /// The fields whose descriptions mention a word, the innermost ones first: those that enclose them only repeat it.
  func mentions(of word: String) -> [FoundField] {
    let word = word.lowercased()
    guard word.count > 2 else { return [] }
    let found = fields.filter { found in
      found.field.description.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" }.contains { $0 == word }
    }
    return found.sorted { $0.field.path.count > $1.field.path.count }
  }

  /// The name that somebody most likely meant who wrote an unknown one.
  func nearest(to name: String) -> String? {
    let found = fields
    let references = objects.map(\.reference) + found.map(\.reference)
    let names = found.compactMap(\.field.path.last)
    let last = name.split(separator: ".").last.map(String.init) ?? ""
    if let elsewhere = found.first(where: { $0.field.path.last == last }) { return elsewhere.reference }
    if let near = (references + names).nearest(to: name) { return near }
    return names.nearest(to: last).flatMap { near in found.first { $0.field.path.last == near }?.reference }
  }

  /// What is to be read about a path in a document, such as `sections[0].cells[2].title`: the field, or where the
  /// schema does not know that, the object or the field around it.
  ///
  /// - Returns: `nil` where nothing of the path is known.
  func reference(at path: String, in format: FormatSchema) -> String? {
    guard var object = objects.first(where: { $0.format == format && $0.name == format.rawValue }) else { return nil }
    var names = Self.names(in: path)[...]
    var within: FoundField?
    while let name = names.popFirst() {
      let path = (within?.field.path ?? []) + [name]
      guard let field = object.fields.first(where: { $0.path == path }) else {
        return within?.reference ?? object.reference
      }
      within = FoundField(object: object, field: field)
      if field.isMap && !field.objects.isEmpty { _ = names.popFirst() }
      guard !names.isEmpty, let inner = field.objects.first,
        let next = objects.first(where: { $0.format == object.format && $0.name == inner })
          ?? objects.first(where: { $0.name == inner })
      else { continue }
      (object, within) = (next, nil)
    }
    return within?.reference
  }

  private static func names(in path: String) -> [String] {
    path.split(separator: ".").map { String($0.prefix { $0 != "[" }) }
  }

  private static func words(_ name: String) -> [String] { name.lowercased().split(separator: ".").map(String.init) }

  private static func path(of object: SchemaObject) -> [String] {
    object.name == object.format.rawValue ? [object.name] : [object.format.rawValue, object.name]
  }

  private static func ends(_ path: [String], with words: [String]) -> Bool {
    !words.isEmpty && path.suffix(words.count).map { $0.lowercased() } == words
  }
}
#endif
