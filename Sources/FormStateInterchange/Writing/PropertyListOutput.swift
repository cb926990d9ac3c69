import FormState
import Foundation

/// Receives the values of a property list in order and makes a document of them.
///
/// The contents of a container come between its opening and its closing; in a dictionary each value follows its key.
protocol PropertyListOutput {
  /// Begins an array.
  mutating func openArray()
  /// Ends the innermost container, an array.
  ///
  /// - Throws: ``UnwritableValue`` when the document holds no more.
  mutating func closeArray() throws(UnwritableValue)
  /// Begins a dictionary.
  mutating func openDictionary()
  /// Ends the innermost container, a dictionary.
  ///
  /// - Throws: ``UnwritableValue`` when the document holds no more.
  mutating func closeDictionary() throws(UnwritableValue)
  /// Writes the key of the next value.
  ///
  /// - Throws: ``UnwritableValue`` when the format cannot hold the text.
  mutating func key(_ name: String) throws(UnwritableValue)
  /// Writes a value other than a container or null, with numbers and dates in the range of every property list.
  ///
  /// - Throws: ``UnwritableValue`` when the format cannot hold the value.
  mutating func scalar(_ value: PropertyValue) throws(UnwritableValue)
  /// Returns the whole document, once the outermost value is complete.
  mutating func document() -> Data
}

/// Why a value cannot be written.
struct UnwritableValue: Error {
  /// The problem and the remedy, as clauses without a full stop.
  let reason: String
}
