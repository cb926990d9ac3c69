import FormState
import FormStateInterchange

/// The members of rows that are not answered only by typing, or have pictures and sounds.
extension PageRow {
  /// The special control; `nil` for the usual one.
  var specialControl: String? {
    row.kind == .custom && row.options.isEmpty && row.properties.asksForPlace ? "place" : nil
  }

  /// How a file is chosen; `nil` for other rows.
  var file: PageFile? { row.kind == .file ? PageFile(properties: row.properties) : nil }

  /// The pictures and sounds of the label and the hint of a cell, in the shown language.
  func media(of properties: [String: PropertyValue]) -> [LabelMedium] {
    ["label", "hint"].flatMap { properties.media(ofXForm: $0, in: shown.form.language) }
  }

  /// Why a draft is not a place; `nil` if it is one, or the question does not ask for one.
  func problemWithPlace(_ draft: String) -> String? {
    guard specialControl == "place", Place(typed: draft) == nil else { return nil }
    return Wording(.place, .text(draft.shortened)).text(in: speech)
  }
}

/// How a file is chosen.
struct PageFile: Shape {
  static let meaning = "How a file is chosen."

  private let accepted: String?
  private let camera: String?
  private let draws: String?

  init(properties: [String: PropertyValue]) {
    accepted = properties.acceptedFiles
    let words = Set((properties.appearance ?? "").split(separator: " "))
    camera = words.contains("new-front") ? "user" : words.contains("new") ? "environment" : nil
    draws = words.contains("signature") ? "signature" : words.contains("draw") ? "drawing" : nil
  }

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.ifAny("accept", \.accepted, "The accepted files.")
    m.ifAny("camera", \.camera, "The camera that takes the picture.")
    m.ifAny("draws", \.draws, "What is drawn instead: a signature or a drawing.")
  }
}

extension LabelMedium: Shape {
  package static let meaning = "A picture or a sound of a label."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("kind", \.kind.rawValue, "What it is.")
    m("name", \.name, "The name of its file.")
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
