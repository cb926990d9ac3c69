import Foundation

/// An Excel workbook with nothing but rows of texts, as a file.
public enum WorkbookFile {
  /// A sheet: its name, and its rows from above.
  public typealias Sheet = (name: String, rows: [[String]])

  /// The workbook with some sheets; a text that is empty is a cell that is not there.
  public static func data(_ sheets: [Sheet]) -> Data {
    var archive = StoredArchive()
    for (name, text) in parts(sheets) { archive.add(name, Data(text.utf8)) }
    return archive.data
  }

  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  private static func parts(_ sheets: [Sheet]) -> [(name: String, text: String)] {
    let numbers = sheets.indices
    let overrides = numbers.map {
      #"<Override PartName="/xl/sheet\#($0).xml" ContentType="\#(type).worksheet+xml"/>"#
    }
    let names = numbers.map { #"<sheet name="\#(sheets[$0].name)" sheetId="\#($0 + 1)" r:id="sheet\#($0)"/>"# }
    let links = numbers.map {
      #"<Relationship Id="sheet\#($0)" Type="\#(office)/worksheet" Target="sheet\#($0).xml"/>"#
    }
    return [
      (
        "[Content_Types].xml",
        #"<Types xmlns="\#(package)/content-types">"#
          + #"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
          + #"<Override PartName="/xl/workbook.xml" ContentType="\#(type).sheet.main+xml"/>\#(overrides.joined())</Types>"#
      ),
      (
        "_rels/.rels",
        #"<Relationships xmlns="\#(package)/relationships">"#
          + #"<Relationship Id="a" Type="\#(office)/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
      ),
      (
        "xl/workbook.xml",
        #"<workbook xmlns="\#(main)" xmlns:r="\#(office)"><sheets>\#(names.joined())</sheets></workbook>"#
      ),
      (
        "xl/_rels/workbook.xml.rels",
        #"<Relationships xmlns="\#(package)/relationships">\#(links.joined())</Relationships>"#
      ),
    ] + numbers.map { ("xl/sheet\($0).xml", text(of: sheets[$0])) }
  }

  private static func text(of sheet: Sheet) -> String {
    let rows = sheet.rows.enumerated().map { row, texts in
      let cells = zip("ABCDEFGHIJ", texts).filter { !$0.1.isEmpty }.map { column, text in
        #"<c r="\#(column)\#(row + 1)" t="inlineStr"><is><t>\#(text)</t></is></c>"#
      }
      return #"<row r="\#(row + 1)">\#(cells.joined())</row>"#
    }
    return #"<worksheet xmlns="\#(main)"><sheetData>\#(rows.joined())</sheetData></worksheet>"#
  }
}

/// A ZIP archive whose files are not packed.
private struct StoredArchive {
  private var files = Data()
  private var directory = Data()
  private var count = 0

  mutating func add(_ name: String, _ content: Data) {
    let place = files.count
    // The version that is needed, no flags, not packed, and a day in 2026.
    let fields = [
      (20, 2), (0, 6), (0x5C21, 2), (Int(Self.checksum(content)), 4), (content.count, 4), (content.count, 4),
      (name.utf8.count, 2),
    ]
    append("PK\u{3}\u{4}", fields + [(0, 2)], to: \.files)
    files += Data(name.utf8) + content
    append("PK\u{1}\u{2}", [(20, 2)] + fields + [(0, 12), (place, 4)], to: \.directory)
    directory += Data(name.utf8)
    count += 1
  }

  var data: Data {
    var archive = self
    let fields = [(0, 4), (count, 2), (count, 2), (directory.count, 4), (files.count, 4), (0, 2)]
    archive.files += directory
    archive.append("PK\u{5}\u{6}", fields, to: \.files)
    return archive.files
  }

  /// Appends a mark, and numbers of so many bytes each.
  private mutating func append(
    _ mark: String, _ fields: [(number: Int, width: Int)], to part: WritableKeyPath<StoredArchive, Data>
  ) {
    self[keyPath: part] += Data(mark.utf8)
    for (number, width) in fields {
      for byte in 0..<width {
        self[keyPath: part].append(byte < 8 ? UInt8(truncatingIfNeeded: number >> (byte * 8)) : 0)
      }
    }
  }

  private static func checksum(_ content: Data) -> UInt32 {
    var sum = UInt32.max
    for byte in content {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let half = sum >> 1
        sum = sum & 1 == 0 ? half : half ^ 0xEDB8_8320
      }
    }
    return ~sum
  }
}
