import FormState
import Foundation
import Testing

@Suite("Properties that no file can represent")
struct PropertyCheckTests {
  @Test("A number or date that is not finite is reported with its place at any depth")
  func places() {
    let cell = FormCell(
      key: "c", kind: .text, properties: ["a": .array([.integer(1), .dictionary(["b": .real(.nan)])])])
    let section = FormSection(key: "s", cells: [cell], properties: ["x": .real(-.infinity)])
    let form = FormDefinition(
      key: "f", sections: [section],
      properties: ["y": .date(Date(timeIntervalSinceReferenceDate: .infinity)), "z": .real(.greatestFiniteMagnitude)])
    let number = "is a number that is not finite, which no file can hold; write a finite number, or a text"
    #expect(
      form.definitionFaults().map(\.description) == [
        "form (f), properties.y: is a date that is not finite, which no file can hold; write a date, or a text",
        "section 0 (s), properties.x: \(number)",
        "section 0, row 0 (c), properties.a[1].b: \(number)",
      ])
  }

  @Test("At most 100 faults are reported, and deep nesting needs no recursion")
  func many() {
    let many = FormDefinition(
      key: "f", properties: ["a": .array([PropertyValue](repeating: .real(.nan), count: 10_000))])
    #expect(many.definitionFaults().count == 100)
    var deep = PropertyValue.real(.infinity)
    for _ in 0..<2000 { deep = .array([deep]) }
    let faults = FormDefinition(key: "f", properties: ["a": deep]).definitionFaults()
    #expect(faults.count == 1)
    #expect(faults.first?.property.hasPrefix("properties.a[0][0][0]") == true)
    #expect(
      faults.first?.problem == "is nested more than 254 levels deep, which no file can hold; flatten it")
  }
}
