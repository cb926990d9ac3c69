/// Visits the properties that few cells have, each under the name of its column in a store.
///
/// A property is a pair of closures: at worst two calls, where the run time would interpret an unresolved key path.
@usableFromInline
package protocol FurtherPropertyVisitor {
  /// Why a visit may end early.
  associatedtype Failure: Error
  typealias Getter<Value> = (FormCell) -> Value
  typealias Setter<Value> = (inout FormCell, Value) -> Void

  mutating func flag(_ name: String, _ get: Getter<Bool>, _ set: Setter<Bool>) throws(Failure)
  mutating func optionalText(_ name: String, _ get: Getter<String?>, _ set: Setter<String>) throws(Failure)
  mutating func optionalNumber(_ name: String, _ get: Getter<Double?>, _ set: Setter<Double>) throws(Failure)
  mutating func optionalCount(_ name: String, _ get: Getter<Int?>, _ set: Setter<Int>) throws(Failure)
}

/// Visits all properties of a cell except its rules, its instance counts and its texts in other languages, for which a
/// store has tables of their own.
@usableFromInline
package protocol CellPropertyVisitor: FurtherPropertyVisitor {
  /// The key and the kind, from which the defaults of other properties follow.
  mutating func identity(_ key: String, _ kind: String) throws(Failure)
  mutating func text(_ name: String, _ get: Getter<String>, _ set: Setter<String>) throws(Failure)
  mutating func count(_ name: String, _ get: Getter<Int>, _ set: Setter<Int>) throws(Failure)
  /// The default value, which depends on the kind.
  mutating func defaultValue(_ name: String) throws(Failure)
  /// The summary, by its name and its text.
  mutating func summary(_ name: String, _ text: String) throws(Failure)
  /// The properties that the author wrote.
  mutating func properties(_ name: String) throws(Failure)
}

/// The further properties that a cell has, by name.
struct FurtherProperties: FurtherPropertyVisitor {
  private let cell: FormCell
  private(set) var values: [(name: String, value: CellValue)] = []

  init(of cell: FormCell) {
    self.cell = cell
    FormCell.visitFurther(&self)
  }

  private mutating func add(_ name: String, _ value: CellValue?) {
    if let value { values.append((name, value)) }
  }

  mutating func flag(_ name: String, _ get: Getter<Bool>, _: Setter<Bool>) {
    add(name, get(cell) ? .boolean(true) : nil)
  }
  mutating func optionalText(_ name: String, _ get: Getter<String?>, _: Setter<String>) {
    add(name, get(cell).map(CellValue.text))
  }
  mutating func optionalNumber(_ name: String, _ get: Getter<Double?>, _: Setter<Double>) {
    add(name, get(cell).flatMap(CellValue.number))
  }
  mutating func optionalCount(_ name: String, _ get: Getter<Int?>, _: Setter<Int>) {
    add(name, get(cell).map { .integer(Int64($0)) })
  }
}
