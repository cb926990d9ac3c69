import Foundation
import Testing

@testable import FormState

@Suite("Reading a row's properties as a type")
struct RowDecodingTests {
  struct Address: Decodable, Equatable {
    let city: String
    let zip: Int?
  }

  struct Tag: Decodable, Equatable {
    let name: String
  }

  enum Rank: String, Decodable {
    case friend, relative
  }

  struct Friend: Decodable, Equatable {
    let name: String
    var pictureUrl: URL?
    var rank: Rank?
    var address: Address?
    var tags: [Tag]?
    var age: UInt8?
  }

  struct Everything: Decodable, Equatable {
    let flag: Bool
    let int: Int64
    let small: Int8
    let whole: Double
    let wholeAsInt: Int
    let fraction: Float
    let fromInt: Double
    let date: Date
    let text: Date
    let day: Date?
    let data: Data
    let base64: Data
    let nothing: String?
    let missing: String?
    let list: [Double?]
    let named: [String: [Date]]
    let infinite: Double
    let price: Decimal
    let exact: Date
    let raw: PropertyValue
  }

  @Test("Every kind of property decodes as its natural type")
  func everything() throws {
    let moment = Date(timeIntervalSinceReferenceDate: 0.25)
    let read = try row([
      "flag": .boolean(true), "int": .integer(.max), "small": .integer(-128), "whole": .real(1),
      "wholeAsInt": .real(3), "fraction": .real(0.5), "fromInt": .integer(7), "date": .date(moment),
      "text": .string("2026-11-21T03:12:13Z"), "data": .data(Data([0, 255])), "base64": .string("AP8="),
      "nothing": .null, "list": .array([.real(1), .null, .integer(2), .real(0.1)]),
      "named": .dictionary(["a": .array([.date(moment)])]), "infinite": .real(-.infinity), "price": .real(3.133),
      "exact": .string("2026-11-21T03:12:13.250Z"), "raw": .date(moment), "more": .string("passed over"),
    ]).decode(Everything.self)
    let expected = Everything(
      flag: true, int: .max, small: -128, whole: 1, wholeAsInt: 3, fraction: 0.5, fromInt: 7, date: moment,
      text: Date(timeIntervalSince1970: 1_795_230_733), day: nil, data: Data([0, 255]), base64: Data([0, 255]),
      nothing: nil, missing: nil, list: [1, nil, 2, 0.1], named: ["a": [moment]], infinite: -.infinity,
      price: try #require(Decimal(string: "3.133")), exact: Date(timeIntervalSince1970: 1_795_230_733.25),
      raw: .date(moment))
    #expect(read == expected)
  }

  @Test("Types nest, and optional properties may be missing or null")
  func nesting() throws {
    let full = try row([
      "name": .string("Ada"), "pictureUrl": .string("https://people.example/ada.png"), "rank": .string("friend"),
      "address": .dictionary(["city": .string("London"), "zip": .integer(7)]),
      "tags": .array([.dictionary(["name": .string("a")]), .dictionary(["name": .string("b")])]),
    ]).decode(Friend.self)
    #expect(
      full
        == Friend(
          name: "Ada", pictureUrl: URL(string: "https://people.example/ada.png"), rank: .friend,
          address: Address(city: "London", zip: 7), tags: [Tag(name: "a"), Tag(name: "b")]))
    let bare: Friend = try row(["name": .string("Ada"), "address": .null]).decode()
    #expect(bare == Friend(name: "Ada"))
  }

  @Test(
    "An error names the cell and the path, the type found and the type wanted",
    arguments: [
      ([:], "the property “name” is missing, but Friend needs it"),
      (["Name": .string("Ada")], "the property “name” is missing, but Friend needs it; did you mean “Name”?"),
      (["name": "A", "age": .integer(300)], "the property “age” is an integer, but UInt8 is wanted"),
      (["name": "A", "pictureUrl": ""], "the property “pictureUrl” is a text, but not one that Friend accepts"),
      (["name": .integer(1)], "the property “name” is an integer, but String is wanted"),
      (["name": .null], "the property “name” is null, but String is wanted"),
      (["name": .date(.distantPast)], "the property “name” is a date, but String is wanted"),
      (["name": .data(Data([1]))], "the property “name” is data, but String is wanted"),
      (["name": "A", "address": .string("London")], "the property “address” is a text, but an object is wanted"),
      (["name": "A", "tags": .dictionary([:])], "the property “tags” is an object, but an array is wanted"),
      (
        ["name": "A", "address": .dictionary(["city": "London", "zip": .string("7")])],
        "the property “address.zip” is a text, but Int is wanted"
      ),
      (
        ["name": "A", "address": .dictionary(["city": "London", "zip": .real(7.5)])],
        "the property “address.zip” is a number, but Int is wanted"
      ),
      (
        ["name": "A", "tags": .array([.dictionary(["name": "a"]), .dictionary(["name": .boolean(true)])])],
        "the property “tags[1].name” is a boolean, but String is wanted"
      ),
      (
        ["name": "A", "tags": .array([.dictionary(["nmae": "a"])])],
        "the property “tags[0].name” is missing, but Friend needs it; did you mean “nmae”?"
      ),
      (["name": "A", "rank": "enemy"], "the property “rank” is a text, but not one that Friend accepts"),
    ] as [([String: PropertyValue], String)])
  func misfits(properties: [String: PropertyValue], message: String) throws {
    let error = try #require(throws: PropertyDecodingError.self) { try row(properties).decode(Friend.self) }
    #expect(error.description == "the cell “friends/Ada”: \(message)")
  }

  @Test("An error also has the parts of its message")
  func parts() throws {
    do {
      _ = try row(["name": "A", "tags": .array([.integer(1)])]).decode(Friend.self)
      Issue.record("the properties were read")
    } catch let error as PropertyDecodingError {
      #expect(
        error
          == PropertyDecodingError(
            cell: "friends/Ada", field: "tags[0]", type: "Friend",
            problem: .wrongType(found: "an integer", wanted: "an object")))
    }
  }

  @Test("A number or any text does not decode as a date, nor invalid Base64 as data")
  func noGuessing() {
    struct Born: Decodable { let born: Date }
    struct Photo: Decodable { let photo: Data }
    let number = #expect(throws: PropertyDecodingError.self) { try row(["born": .integer(7)]).decode(Born.self) }
    #expect(number?.description == "the cell “friends/Ada”: the property “born” is an integer, but Date is wanted")
    let text = #expect(throws: PropertyDecodingError.self) { try row(["born": "soon"]).decode(Born.self) }
    #expect(text?.description == "the cell “friends/Ada”: the property “born” is a text, but Date is wanted")
    let data = #expect(throws: PropertyDecodingError.self) { try row(["photo": "-"]).decode(Photo.self) }
    #expect(data?.description == "the cell “friends/Ada”: the property “photo” is a text, but Data is wanted")
  }

  @Test("Types can decode nested containers themselves")
  func containers() throws {
    class Base: Decodable {
      let base: Int
    }
    final class Derived: Base {
      let pair: [String]
      let nested: String

      private enum Keys: String, CodingKey { case pair, nested, inner }

      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        var elements = try container.nestedUnkeyedContainer(forKey: .pair)
        pair = [
          try elements.decode(String.self), try elements.decodeNil() ? "null" : "", try elements.decode(String.self),
        ]
        nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .nested).decode(String.self, forKey: .inner)
        try super.init(from: container.superDecoder())
      }
    }
    let properties: [String: PropertyValue] = [
      "pair": .array(["a", .null, "b"]), "nested": .dictionary(["inner": "c"]),
      "super": .dictionary(["base": .integer(7)]),
    ]
    let derived = try row(properties).decode(Derived.self)
    #expect((derived.base, derived.nested) == (7, "c"))
    #expect(derived.pair == ["a", "null", "b"])
    let short = #expect(throws: PropertyDecodingError.self) {
      try row(properties.merging(["pair": .array(["a"])]) { $1 }).decode(Derived.self)
    }
    #expect(short?.description == "the cell “friends/Ada”: the property “pair[1]” is missing, but Derived needs it")
  }

  @Test("Properties decode only as an object, and a type's own error is reported")
  func wholes() throws {
    struct Never: Decodable {
      struct Reason: Error, CustomStringConvertible { let description = "not today" }

      init(from decoder: any Decoder) throws { throw Reason() }
    }
    let array = #expect(throws: PropertyDecodingError.self) { try row([:]).decode([String].self) }
    #expect(array?.description == "the cell “friends/Ada”: the properties are an object, but an array is wanted")
    let never = #expect(throws: PropertyDecodingError.self) { try row([:]).decode(Never.self) }
    #expect(never?.description == "the cell “friends/Ada”: Never refuses the properties: not today")
    #expect(try row(["a": "b"]).decode([String: String].self) == ["a": "b"])
  }

  private func row(_ properties: [String: PropertyValue]) -> VisibleRow {
    let cell = FormCell(key: "friends/Ada", kind: .custom, properties: properties)
    let section = FormSection(key: "friends", cells: [cell])
    guard let place = VisibleRow.Place(of: 0, in: section, CompactNesting(of: section)) else {
      preconditionFailure("a section has its own first cell")
    }
    return VisibleRow(
      cell: cell, place: place, path: RowPath(section: 0, row: 0), isExpanded: false, height: .automatic,
      state: ResponseState(), form: FormDefinition(key: "friends", sections: [section]))
  }
}

extension PropertyValue: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .string(text) }
}
