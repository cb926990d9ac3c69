import Testing

@testable import FormState

@Suite("The portable SHA-256")
struct PortableSHA256Tests {
  // The first four are the examples of FIPS 180-4 and of NIST's list of examples.
  @Test(
    "The published examples give their digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func published(text: String, expected: String) {
    #expect(digest(of: Array(text.utf8), inPiecesOf: [Int.max]) == expected)
    #expect(digest(of: Array(text.utf8), inPiecesOf: [1]) == expected)
  }

  @Test("A million letters give the published digest in pieces of any size")
  func million() {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(digest(of: letters, inPiecesOf: [1_000_000]) == expected)
    #expect(digest(of: letters, inPiecesOf: [1, 3, 63, 64, 65, 127, 4_099, 0, 777]) == expected)
  }

  // The digests that sha256sum gives for as many letters a.
  @Test(
    "Lengths around block edges give the right digest in pieces of any size",
    arguments: [
      (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
      (57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"),
      (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
      (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
      (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
      (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
      (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
      (127, "c57e9278af78fa3cab38667bef4ce29d783787a2f731d4e12200270f0c32320a"),
      (128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"),
      (129, "c12cb024a2e5551cca0e08fce8f1c5e314555cc3fef6329ee994a3db752166ae"),
    ])
  func edges(count: Int, expected: String) {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    for pieces in [[count], [1], [7, 1, 13], [55, 9], [63, 2], [64], [0, 65]] {
      #expect(digest(of: letters, inPiecesOf: pieces) == expected, "fed in pieces of \(pieces)")
    }
  }

  /// The digest as text, of bytes fed in pieces whose sizes repeat in order.
  private func digest(of bytes: [UInt8], inPiecesOf sizes: [Int]) -> String {
    var hash = PortableSHA256()
    var rest = bytes[...]
    var turn = 0
    while !rest.isEmpty {
      let piece = rest.prefix(sizes[turn % sizes.count])
      Array(piece).withUnsafeBytes { hash.update(bufferPointer: $0) }
      rest = rest.dropFirst(piece.count)
      turn += 1
    }
    return hash.finalize().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
