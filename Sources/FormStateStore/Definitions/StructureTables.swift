import FormState
import Foundation
import GRDB

/// Writes and reads the structure of a version.
struct StructureTables {
  let db: Database
  let version: DefinitionRepository.Version

  /// Writes a structure. O(n) for n cells.
  func insert(_ structure: FormStructure) throws {
    let bytes = StructureBytes(structure)
    try db.execute(
      sql: "INSERT INTO formstate_structure (version_id, levels, traits, rows, checksum) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        version.id, bytes.levels, bytes.traits, bytes.rows, bytes.checksum(structure.rowKinds, structure.repeats),
      ])
    for (number, kind) in structure.rowKinds.enumerated() {
      try db.cachedStatement(
        sql: """
          INSERT INTO formstate_row_kind (
            version_id, number, identifier, is_inline, collapsed_height, expanded_height
          ) VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        version.id, number, kind.identifier, kind.heights != nil, kind.heights?.collapsed.points,
        kind.heights?.expanded.points,
      ])
    }
  }

  /// Reads the structure.
  ///
  /// - Parameter cellCounts: the number of cells of each section.
  /// - Throws: ``StoreError/Code/damaged`` if it differs from the written one.
  /// - Complexity: O(n) for n cells.
  func structure(cellCounts: [Int]) throws -> FormStructure {
    let statement = try db.cachedStatement(
      sql: "SELECT levels, traits, rows, checksum FROM formstate_structure WHERE version_id = ?")
    let kinds = try rowKinds()
    let repeats = try RepeatTable(db: db, versionID: version.id).nesting()
    let rows = try Row.fetchCursor(statement, arguments: [version.id])
    guard let row = try rows.next() else { throw damage("its structure is missing") }
    guard let levels = row.bytes(atIndex: 0), let traits = row.bytes(atIndex: 1),
      let kindNumbers = row.bytes(atIndex: 2)
    else { throw damage("its structure is not made of bytes") }
    let bytes = StructureBytes(levels: levels, traits: traits, rows: kindNumbers)
    guard try row.decode(Int64.self, atIndex: 3) == bytes.checksum(kinds, repeats),
      let structure = bytes.structure(cellCounts: cellCounts, kinds, repeats)
    else { throw damage("its structure is not the one that was written") }
    return structure
  }

  private func damage(_ description: String) -> StoreError {
    .damaged("version \(version.number) of a form: \(description)")
  }

  private func rowKinds() throws -> [FormStructure.RowKind] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT identifier, is_inline, collapsed_height, expanded_height
        FROM formstate_row_kind
        WHERE version_id = ?
        ORDER BY number
        """)
    return try Row.fetchAll(statement, arguments: [version.id]).map { row in
      FormStructure.RowKind(
        identifier: try row.decode(atIndex: 0),
        heights: try row.decode(Bool.self, atIndex: 1)
          ? FormStructure.RowKind.Heights(
            collapsed: RowHeight(storedPoints: try row.decode(atIndex: 2)),
            expanded: RowHeight(storedPoints: try row.decode(atIndex: 3))) : nil)
    }
  }
}

extension Row {
  /// Bytes; `nil` for anything else.
  fileprivate func bytes(atIndex index: Int) -> Data? {
    if case .blob(let bytes) = (self[index] as DatabaseValue).storage { bytes } else { nil }
  }
}

/// A structure as it is stored.
private struct StructureBytes {
  let levels: Data
  let traits: Data
  let rows: Data

  init(levels: Data, traits: Data, rows: Data) {
    (self.levels, self.traits, self.rows) = (levels, traits, rows)
  }

  init(_ structure: FormStructure) {
    levels = Data(structure.levels)
    traits = Data(structure.traits.map { $0.intersection(.own).rawValue })
    rows =
      switch structure.rowKinds.count {
      case ...0x100: Data(structure.rowNumbers.map { UInt8(truncatingIfNeeded: $0) })
      case ...0x1_0000: Self.littleEndian(structure.rowNumbers.map { UInt16(truncatingIfNeeded: $0).littleEndian })
      default: Self.littleEndian(structure.rowNumbers.map(\.littleEndian))
      }
  }

  private static func littleEndian<Number: FixedWidthInteger>(_ numbers: [Number]) -> Data {
    numbers.withUnsafeBytes { Data($0) }
  }

  /// The structure; `nil` if these are not the bytes of one. O(n) for n cells.
  func structure(
    cellCounts: [Int], _ kinds: [FormStructure.RowKind], _ repeats: RepeatNesting
  ) -> FormStructure? {
    guard let numbers = rowNumbers else { return nil }
    return FormStructure(
      cellCounts: cellCounts, levels: Array(levels), traits: Array(traits), rowNumbers: numbers, rowKinds: kinds,
      repeats: repeats)
  }

  /// The numbers of the kinds of rows; `nil` if they are not equally wide.
  private var rowNumbers: [UInt32]? {
    rows.withUnsafeBytes { bytes in
      switch bytes.count {
      case levels.count:
        [UInt32](unsafeUninitializedCapacity: bytes.count) { numbers, count in
          count = bytes.count
          for number in 0..<count { numbers.initializeElement(at: number, to: UInt32(bytes[number])) }
        }
      case 2 * levels.count:
        (0..<levels.count).map {
          UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)))
        }
      case 4 * levels.count:
        (0..<levels.count).map {
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
        }
      default: nil
      }
    }
  }

  /// A number that follows from the bytes and everything else of a structure, and differs if any of it is damaged. O(n)
  /// for n cells.
  func checksum(_ kinds: [FormStructure.RowKind], _ repeats: RepeatNesting) -> Int64 {
    var sum: UInt64 = 0
    for part in [levels, traits, rows] { part.withUnsafeBytes { sum.mix($0) } }
    for kind in kinds {
      var identifier = kind.identifier
      identifier.withUTF8 { sum.mix(UnsafeRawBufferPointer($0)) }
      for height in [kind.heights?.collapsed, kind.heights?.expanded] {
        sum.mix(height.map { $0.points?.bitPattern ?? 1 } ?? 0)
      }
    }
    for each in repeats.all {
      for number in [each.section, each.position, each.end, each.minimum, each.atFirst] {
        sum.mix(UInt64(bitPattern: Int64(number)))
      }
    }
    return Int64(bitPattern: sum)
  }
}

extension UInt64 {
  /// Adds bytes and their number.
  fileprivate mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    let words = bytes.count / 8
    for word in 0..<words { mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self))) }
    for byte in bytes[(8 * words)...] { mix(UInt64(byte)) }
    mix(UInt64(bytes.count))
  }

  /// Adds a word; an odd factor loses no bit.
  fileprivate mutating func mix(_ word: UInt64) {
    self = (self ^ word) &* 0x9E37_79B9_7F4A_7C15
    self ^= self >> 32
  }
}
