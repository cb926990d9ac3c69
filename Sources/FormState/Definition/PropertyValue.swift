import Foundation

/// A value of a property that FormState keeps for its author without reading it.
///
/// Holds whatever a property list or a JSON document can. In JSON, a date is written
/// `{"$date": "2026-11-21T03:12:13Z"}` (in seconds since 2001 where that is no whole second) and data
/// `{"$data": "BASE64"}`, so that both come back as themselves.
public enum PropertyValue: Hashable, Sendable {
  /// JSON's `null`; property lists have none.
  case null
  /// True or false.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// Text.
  case string(String)
  /// A point in time.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A list.
  case array([PropertyValue])
  /// Named values.
  case dictionary([String: PropertyValue])
}
