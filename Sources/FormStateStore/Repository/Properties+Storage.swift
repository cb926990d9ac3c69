import FormState
import Foundation

extension [String: PropertyValue] {
  /// The properties as JSON, keys in order, so that equal properties are equal text.
  ///
  /// - Throws: what the encoder throws for numbers that JSON cannot hold.
  func storedJSON() throws -> String {
    if isEmpty { return "{}" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads properties that ``storedJSON()`` wrote.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` when the text is not such JSON.
  init(storedJSON text: String) throws {
    if text == "{}" {
      self = [:]
      return
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    } catch {
      throw StoreError.damaged("properties are stored that are not a JSON object")
    }
  }
}
