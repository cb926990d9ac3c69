import Testing

@testable import FormState

@Suite("What others reported, as a field holds it")
struct ReportedFaultTests {
  @Test("Faults become a text and are the same again, whatever their words are")
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
    "Any other text is none, also one that says the same in other words",
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

  @Test("Each comes once, behind the others, and goes by the name of who reported it")
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
