import FormState
import Testing

@testable import FormStateCollector

@Suite("The key of tokens") struct TokenKeyTests {
  private let key = TokenKey([UInt8](repeating: 7, count: 32))

  @Test(
    "The token of a header",
    arguments: [
      ("Bearer TOKEN", true), ("bearer TOKEN", true), ("BEARER  TOKEN", true), ("Bearer", false),
      ("Basic TOKEN", false), ("Bearer TOKEN x", false), ("TOKEN", false), ("Bearer TOKEN0", false),
    ])
  func header(text: String, isToken: Bool) {
    let token = key.token()
    let digest = key.token(inHeader: text.replacing("TOKEN", with: token))
    #expect(digest == (isToken ? TokenDigest(of: Array(token.utf8)) : nil))
  }

  @Test("A token is good with its key alone, and none that differs anywhere is")
  func proof() {
    let token = key.token()
    #expect(token.wholeMatch(of: /formstate_[0-9a-f]{96}/) != nil && token != key.token())
    #expect(TokenKey([UInt8](repeating: 8, count: 32)).token(inHeader: "Bearer \(token)") == nil)
    for place in token.indices {
      var other = token
      other.replaceSubrange(place...place, with: token[place] == "a" ? "b" : "a")
      #expect(key.token(inHeader: "Bearer \(other)") == nil, "\(other)")
    }
    for other in ["", String(token.dropLast()), token.uppercased(), String(repeating: "0", count: token.count)] {
      #expect(key.token(inHeader: "Bearer \(other)") == nil, "\(other)")
    }
    #expect(key.token(inHeader: nil) == nil)
  }
}
