import Testing

@testable import FormStateScreen
@testable import FormStateServe

@Suite struct ScreenOrderTests {
  @Test("An order is read from the JSON that formstate passes")
  func order() throws {
    let order = try ScreenOrder.read([
      #"{"database":"a.sqlite","file":"form.plist","form":null,"author":"Ada","sectionTitles":["A","B"],"port":0,"opensBrowser":false}"#
    ])
    #expect(order.database == "a.sqlite" && order.file == "form.plist" && order.form == nil)
    #expect(order.author == "Ada")
    #expect(order.sectionTitles == ["A", "B"] && order.port == 0 && !order.opensBrowser)
  }

  @Test("An order can name a socket and a public address")
  func proxy() throws {
    let order = try ScreenOrder.read([
      #"{"database":"a.sqlite","port":0,"socket":"/run/a.sock","publicAddress":{"origin":"https://forms.example.org","path":"/clinic/","nameHeader":"X-Remote-User"},"opensBrowser":false}"#
    ])
    #expect(order.socket == "/run/a.sock")
    #expect(
      order.publicAddress
        == PublicAddress(origin: "https://forms.example.org", path: "/clinic/", nameHeader: "X-Remote-User"))
    #expect(order.publicAddress?.text == "https://forms.example.org/clinic/")
  }

  @Test("Arguments other than an order are refused", arguments: [[], ["serve"], ["{}"], ["{}", "{}"]])
  func byHand(arguments: [String]) {
    #expect(throws: ServeError.noOrder) { try ScreenOrder.read(arguments) }
  }

  @Test("Each error says what to do")
  func wording() {
    #expect(
      "\(ServeError.noOrder)"
        == "formstate runs formstate-serve and passes what to show; try: formstate serve --help")
    #expect(
      "\(ServeError.portTaken(80))"
        == "port 80 of 127.0.0.1 is unavailable; name another with --port, or omit it to use any free port")
    #expect(
      "\(ServeError.socketTaken("/run/a.sock"))"
        == "“/run/a.sock” is used by another program, or is not your socket; name another path with --socket")
    #expect(
      "\(ServeError.socketPathTooLong(107))"
        == "the path of a socket has at most 107 bytes; name a shorter one with --socket")
    #expect(
      "\(ServeError.socketUnusable("/run/a.sock", reason: "Permission denied"))"
        == "the socket “/run/a.sock” cannot be created (Permission denied); name another path with --socket")
  }
}
