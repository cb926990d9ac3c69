import FormState
import Foundation

/// Takes the values of a property list in their order and makes a document of them.
///
/// What stands inside a container comes between its opening and its closing; in a dictionary each value follows its
/// key.
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
  /// Writes a value that is neither a container nor null, its numbers and dates within what every property list holds.
  ///
  /// - Throws: ``UnwritableValue`` when the format cannot hold the value.
  mutating func scalar(_ value: PropertyValue) throws(UnwritableValue)
  /// Hands the whole document over, once the outermost value is complete.
  mutating func document() -> Data
}

/// Why a value cannot be written.
struct UnwritableValue: Error {
  /// What is wrong and what to do, as clauses without a full stop.
  let reason: String
}
