/// A parameter of a statement, or a value of a copied row.
///
/// It has no type of PostgreSQL: the statement or the column gives it one, as it does a literal in quotes. So a text
/// is taken as a `uuid`, a `timestamptz` or `jsonb` where one belongs. Where nothing in a statement says the type,
/// write it: `$1::bigint`.
package enum PostgresValue: Sendable, Equatable {
  /// NULL.
  case null
  /// A text without the character NUL, which PostgreSQL cannot store.
  case text(String)
  /// A number for a column of integers.
  case integer(Int64)
  /// A truth value.
  case bool(Bool)
  /// Bytes for a `bytea`.
  case bytes([UInt8])
}

extension PostgresValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  /// A text.
  package init(stringLiteral text: String) { self = .text(text) }

  /// A number.
  package init(integerLiteral number: Int64) { self = .integer(number) }

  /// A truth value.
  package init(booleanLiteral truth: Bool) { self = .bool(truth) }

  /// NULL.
  package init(nilLiteral: ()) { self = .null }
}

extension PostgresValue {
  /// A text; NULL for none.
  package init(_ text: String?) { self = text.map(PostgresValue.text) ?? .null }

  /// A number; NULL for none.
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}
