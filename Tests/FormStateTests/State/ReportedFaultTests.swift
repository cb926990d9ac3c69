import Testing

@testable import FormState

@Suite("Reported faults as the text of a field")
struct ReportedFaultTests {
  @Test("Any reported faults round-trip through their text")
  func roundTrip() throws {
    let faults = [
      ReportedFault("Taken.", from: "server"), ReportedFault("“\"\\\n日本”", from: nil),
      ReportedFault("Taken.", from: nil),
    ]
    let reports = try #require(ReportedFaults(faults))
    #expect(reports.text == #"["server","Taken.","","“\"\\\u000a日本”","","Taken."]"#)
    #expect(ReportedFaults(text: reports.text)?.faults == faults)
    #expect(ReportedFaults(reports.content).faults == faults)
    #expect(ReportedFaults([])?.content == nil && ReportedFaults(nil).faults.isEmpty)
  }

  @Test(
    "Any other text is refused, even another spelling of the same faults",
    arguments: [
      "", "Taken.", "[]", #"["server"]"#, #"["server",""]"#, #"["server"," "]"#, #"[ "server","Taken."]"#,
      #"["","Taken.","","Taken."]"#, #"["cafe\u0301","Taken."]"#, #"["","a","b"]"#, #"{"server":"Taken."}"#,
      #"[["server","Taken."]]"#, #"["\#(String(repeating: "x", count: 101))","Taken."]"#,
      #"["","\#(String(repeating: "x", count: 1_001))"]"#,
      "[" + (0..<21).map { #""","\#($0)""# }.joined(separator: ",") + "]",
    ])
  func refused(text: String) {
    #expect(ReportedFaults(text: text) == nil)
    #expect(ReportedFaults(.text(text)).faults.isEmpty)
  }

  @Test("Each fault is added once, at the end, and removed by its reporter")
  func adding() throws {
    var reports = ReportedFaults(nil)
    func add(_ message: String, _ reporter: String?) -> Bool { reports.add(ReportedFault(message, from: reporter)) }
    for (message, reporter) in [("A", "x"), ("B", "y"), ("A", "x"), ("A", nil)] {
      #expect(add(message, reporter))
    }
    #expect(reports.text == #"["x","A","y","B","","A"]"#)
    reports.removeAll(from: "x")
    #expect(reports.text == #"["y","B","","A"]"#)
    reports.removeAll(from: nil)
    reports.removeAll(from: "z")
    #expect(reports.text == #"["y","B"]"#)
    for number in 1..<20 { #expect(add("\(number)", "y")) }
    #expect(!add("One more.", "y") && add("B", "y"))
    #expect(ReportedFaults(text: reports.text) == reports)
  }
}
