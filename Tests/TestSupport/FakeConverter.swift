import Foundation

/// A program called `xls2xform` in a separate folder, controlled by a test.
public enum FakeConverter {
  /// A program that writes a form of one question, named after the file, as the real one does for a workbook without
  /// settings.
  ///
  /// - Parameters:
  ///   - report: its final report, in JSON.
  ///   - itemsets: the lists that it writes beside the form; none when left out.
  public static func script(
    report: String = #"{"code": 100, "message": "Ok!", "warnings": []}"#, itemsets: String? = nil
  )
    -> String
  {
    let lists = itemsets.map { "printf '%s' '\($0)' > \"$(dirname \"$4\")/itemsets.csv\"\n" } ?? ""
    return """
      [ "$1 $2" = "--json --skip_validate" ] && [ -s "$3" ] && [ $# = 4 ] || exit 64
      name=$(basename "$3"); name=${name%.*}
      printf '%s' '<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head>\
      <h:title>Made</h:title><model><instance><data id="'"$name"'"><who/></data></instance>\
      <bind nodeset="/data/who" type="string" foo="1"/></model></h:head><h:body><input ref="/data/who">\
      <label>Your name</label></input></h:body></h:html>' > "$4"
      \(lists)\(says(report))
      """
  }

  /// A program that finds the workbook faulty.
  public static func refusing(_ message: String) -> String {
    let text = message.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
      .replacingOccurrences(of: "\n", with: "\\n")
    return says(#"{"code": 999, "message": "\#(text)", "warnings": []}"#)
  }

  private static func says(_ report: String) -> String {
    "cat >&2 <<'END'\n\(report)\nEND"
  }

  /// Puts the program into a folder, which is created if it is missing.
  public static func write(_ script: String, inFolder folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/xls2xform"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }
}
