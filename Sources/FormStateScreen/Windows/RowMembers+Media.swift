import FormState
import FormStateInterchange

/// The members of rows that are not answered only by typing, or have pictures and sounds.
extension RowMembers {
  /// The special control; `nil` for the usual one.
  var specialControl: String? {
    row.kind == .custom && row.options.isEmpty && row.properties.asksForPlace ? "place" : nil
  }

  /// The accepted files, the camera, and the media of the labels.
  var ofMedia: [Member] {
    var members: [Member] = []
    if row.kind == .file {
      if let accepted = row.properties.acceptedFiles { members.append(("accept", .string(accepted))) }
      let words = Set((row.properties.appearance ?? "").split(separator: " "))
      if words.contains("new") { members.append(("camera", .string("environment"))) }
      if words.contains("new-front") { members.append(("camera", .string("user"))) }
      let drawing = words.contains("signature") ? "signature" : words.contains("draw") ? "drawing" : nil
      if let drawing { members.append(("draws", .string(drawing))) }
    }
    if let media = media(of: row.properties) { members.append(("media", media)) }
    return members
  }

  /// The pictures and sounds of the label and the hint of a cell, in the shown language; `nil` for none.
  func media(of properties: [String: PropertyValue]) -> OrderedJSON? {
    let language = shown.form.language
    let media = ["label", "hint"].flatMap { properties.media(ofXForm: $0, in: language) }
    return media.isEmpty ? nil : .array(media.map(Self.json))
  }

  private static func json(of medium: LabelMedium) -> OrderedJSON {
    .object([("kind", .string(medium.kind.rawValue)), ("name", .string(medium.name))])
  }

  /// Why a draft is not a place; `nil` if it is one, or the question does not ask for one.
  func problemWithPlace(_ draft: String) -> String? {
    guard specialControl == "place", Place(typed: draft) == nil else { return nil }
    return Wording(.place, .text(draft.shortened)).text(in: speech)
  }
}

/// A place as XForms write it: latitude, longitude, and optionally altitude and accuracy in metres.
struct Place: Hashable {
  /// Parses typed text; `nil` if it is not a place on the earth.
  init?(typed text: String) {
    let parts = text.split { $0 == " " || $0 == "," || $0 == ";" || $0 == "\t" }
    let numbers = parts.compactMap { part in part.allSatisfy(Self.isOfNumber) ? Double(part) : nil }
    guard (2...4).contains(parts.count), numbers.count == parts.count, (-90...90).contains(numbers[0]),
      (-180...180).contains(numbers[1]), numbers.count < 4 || numbers[3] >= 0
    else { return nil }
  }

  private static func isOfNumber(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || character == "." || character == "-" || character == "+")
  }
}
