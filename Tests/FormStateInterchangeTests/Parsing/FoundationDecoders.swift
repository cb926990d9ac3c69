import Foundation

@testable import FormStateInterchange

/// Runs all of Foundation's decoders over a document, to prove that they survive it.
enum FoundationDecoders {
  /// A value of any shape, decoded completely.
  private struct Anything: Decodable {
    /// A key of any name.
    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    /// Decodes any value.
    init(from decoder: any Decoder) throws {
      if var elements = try? decoder.unkeyedContainer() {
        while !elements.isAtEnd { _ = try elements.decode(Anything.self) }
      } else if let members = try? decoder.container(keyedBy: Key.self) {
        for key in members.allKeys { _ = try members.decode(Anything.self, forKey: key) }
      } else {
        let scalar = try decoder.singleValueContainer()
        _ = scalar.decodeNil()
        _ = try? scalar.decode(Bool.self)
        _ = try? scalar.decode(Int.self)
        _ = try? scalar.decode(Double.self)
        _ = try? scalar.decode(String.self)
        _ = try? scalar.decode(Date.self)
        _ = try? scalar.decode(Data.self)
      }
    }
  }

  /// Decodes a document with each decoder of its format; a decoder may refuse, but must not trap.
  ///
  /// - Parameters:
  ///   - data: a document that its reader accepted.
  ///   - format: its format.
  /// - Returns: how many of the decoders accepted the document.
  static func accepting(_ data: Data, format: DocumentFormat) -> Int {
    switch format {
    case .xmlPropertyList, .binaryPropertyList:
      let object = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      let value = try? PropertyListDecoder().decode(Anything.self, from: data)
      return (object == nil ? 0 : 1) + (value == nil ? 0 : 1)
    case .json:
      let object = try? JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
      let value = try? JSONDecoder().decode(Anything.self, from: data)
      return (object == nil ? 0 : 1) + (value == nil ? 0 : 1)
    }
  }
}
