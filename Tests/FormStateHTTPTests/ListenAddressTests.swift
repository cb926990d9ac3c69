import Testing

@testable import FormStateHTTP

@Suite("Addresses to listen at") struct ListenAddressTests {
  @Test(
    "An address is read",
    arguments: [
      ("127.0.0.1:8080", ListenAddress.ip4("127.0.0.1", port: 8080), true),
      ("localhost:0", .ip4("127.0.0.1", port: 0), true), ("0.0.0.0:65535", .ip4("0.0.0.0", port: 65535), false),
      ("[::1]:80", .ip6("::1", port: 80), true), ("[::]:80", .ip6("::", port: 80), false),
      ("unix:/run/a b.sock", .unix(path: "/run/a b.sock"), true),
    ])
  func valid(text: String, address: ListenAddress, isOfThisMachine: Bool) {
    #expect(ListenAddress(text) == address)
    #expect(address.isOfThisMachine == isOfThisMachine)
  }

  @Test(
    "Anything else is no address",
    arguments: [
      "", ":", "8080", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
      "127.0.0.1: 1", "127.1:80", "1.2.3.4.5:80", "::1:80", "[::1]", "[::1:80", "[x]:80", "[127.0.0.1]:80",
      "example.org:80", "unix:", "unix:relative", "unix:/a\0b", "[]:80", "[:80",
    ])
  func invalid(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
