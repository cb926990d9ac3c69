import Testing

@testable import FormState

@Suite("The keyed digest")
struct KeyedDigestTests {
  private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

  // The fifth one of RFC 4231 is cut to 128 bits, which nothing here does.
  @Test(
    "The examples of RFC 4231 give their digests",
    arguments: [
      (bytes(0x0B, 20), Array("Hi There".utf8), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
      (
        Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (bytes(0xAA, 20), bytes(0xDD, 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
      (Array(1...25), bytes(0xCD, 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
      (
        bytes(0xAA, 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      (
        bytes(0xAA, 131),
        Array(
          ("This is a test using a larger than block-size key and a larger than block-size data. "
            + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
      ),
    ])
  func published(key: [UInt8], text: [UInt8], expected: String) {
    let digest = KeyedDigest(key: key)
    #expect(digest.digest(of: text).hexadecimalText == expected)
    #expect(digest.digest(of: text).hexadecimalText == expected, "the second time")
  }

  @Test("Bytes are equal if all of them are")
  func comparison() {
    #expect(KeyedDigest.isEqual([1, 2, 3], [1, 2, 3]))
    #expect(KeyedDigest.isEqual([], []))
    for other: [UInt8] in [[0, 2, 3], [1, 2, 4], [1, 2], [1, 2, 3, 0], []] {
      #expect(!KeyedDigest.isEqual([1, 2, 3], other))
    }
  }
}
