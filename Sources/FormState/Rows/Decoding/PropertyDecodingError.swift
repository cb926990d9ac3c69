import Foundation

/// The properties of a row, or the answers of a response, cannot be decoded as the requested type.
public struct PropertyDecodingError: Hashable {
  /// The problem with a property.
  enum Problem: Hashable, Sendable {
    /// The property is missing; with the nearest existing one, if any.
    case missing(nearest: String?)
    /// The property has a different type; both in words, such as `a text` and `Int`.
    case wrongType(found: String, wanted: String)
    /// The property's type can be read, but its value is not usable; its type in words.
    case unfit(found: String)
    /// The type threw its own error; the error's description.
    case refused(String)
  }

  /// The key of the cell with the properties; `nil` for the answers of a response.
  let cell: String?
  /// The path of the property, such as `address.city` or `tags[1].name`; empty for the properties as a whole.
  let field: String
  /// The name of the requested type.
  let type: String
  /// The problem.
  let problem: Problem
}

extension PropertyDecodingError: FormStateError {
  /// The cell, the property, the found and the expected type, without a full stop; never the value itself.
  public var description: String {
    let (one, all) = cell == nil ? ("the answer", "the answers") : ("the property", "the properties")
    let subject = field.isEmpty ? all : "\(one) “\(field)”"
    let problem =
      switch problem {
      case .missing(let nearest): "\(subject) is missing, but \(type) needs it\(nearest.asSuggestion)"
      case .wrongType(let found, let wanted) where field.isEmpty: "\(subject) are \(found), but \(wanted) is wanted"
      case .wrongType(let found, let wanted): "\(subject) is \(found), but \(wanted) is wanted"
      case .unfit(let found) where field.isEmpty: "\(subject) are \(found), but not one that \(type) can be"
      case .unfit(let found): "\(subject) is \(found), but not one that \(type) accepts"
      case .refused(let reason): "\(type) refuses \(subject): \(reason)"
      }
    return cell.map { "the cell “\($0.shortened)”: \(problem)" } ?? problem
  }
}

// MARK: - From what a decoder throws

extension PropertyDecodingError {
  /// Describes a decoder's error in terms of the decoded properties.
  init(
    _ error: any Error, cell: String?, properties: PropertyValue, answers: AnswerReading? = nil, type: any Any.Type
  ) {
    let name = "\(type)"
    guard let error = error as? DecodingError, let context = error.context else {
      self.init(cell: cell, field: "", type: name, problem: .refused("\(error)"))
      return
    }
    let place = PropertyPlace(context.codingPath, in: properties, answers: answers)
    switch error {
    case .keyNotFound(let key, _):
      let nearest = place.names.nearest(to: key.stringValue)
      let field = PropertyPlace(context.codingPath + [key], in: properties).text
      self.init(cell: cell, field: field, type: name, problem: .missing(nearest: nearest))
    case .typeMismatch(let wanted, _), .valueNotFound(let wanted, _):
      let problem = Problem.wrongType(found: place.found, wanted: Self.words(for: wanted))
      self.init(cell: cell, field: place.text, type: name, problem: problem)
    default:
      self.init(cell: cell, field: place.text, type: name, problem: .unfit(found: place.found))
    }
  }

  /// The name of a type in a message: a decoder's containers represent any of their kind.
  private static func words(for type: any Any.Type) -> String {
    if type == [Any].self { return "an array" }
    if type == [String: Any].self { return "an object" }
    return "\(type)"
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
