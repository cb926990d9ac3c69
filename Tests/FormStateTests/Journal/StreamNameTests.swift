import FormState
import Testing

@Suite("Names of streams")
struct StreamNameTests {
  @Test("A name is 16 bytes, written as 32 digits in lower case and read in either case")
  func texts() throws {
    let bytes: [UInt8] = [0, 1, 15, 16, 127, 128, 171, 255] + [UInt8](repeating: 9, count: 8)
    let name = try #require(StreamName(bytes: bytes))
    #expect(name.description == "00010f107f80abff0909090909090909")
    #expect(StreamName(name.description) == name)
    #expect(StreamName(name.description.uppercased()) == name)
    #expect(StreamName(name.description)?.bytes == bytes)
  }

  @Test(
    "Any other text is refused",
    arguments: [
      "", "00010f107f80abff09090909090909", "00010f107f80abff090909090909090", "00010f107f80abff090909090909090900",
      "00010f107f80abff090909090909090g", "0x010f107f80abff0909090909090909", "+0010f107f80abff0909090909090909",
      " 0010f107f80abff0909090909090909", "00010f10-7f80-abff-0909-09090909", "00010f107f80abff09090909090909é",
    ])
  func refusedTexts(text: String) {
    #expect(StreamName(text) == nil)
  }

  @Test("Another number of bytes is refused", arguments: [0, 1, 15, 17, 32])
  func refusedBytes(count: Int) {
    #expect(StreamName(bytes: [UInt8](repeating: 0, count: count)) == nil)
  }

  @Test("A thousand random names are all different")
  func random() {
    let names = (0..<1000).map { _ in StreamName.random() }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.bytes.count == 16 && StreamName($0.description) == $0 })
  }
}
