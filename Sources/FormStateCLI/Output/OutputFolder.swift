#if CommandLine
import FormStateInterchange
import Foundation

/// A folder that a command writes files into: all of them, or none that was not there before.
struct OutputFolder {
  private let path: String
  private let database: DatabasePaths
  /// The files, by their paths.
  private var written: [String] = []
  /// Those that replace none.
  private var added: [String] = []

  private init(path: String, database: DatabasePaths) {
    (self.path, self.database) = (path, database)
  }

  /// Writes files into a folder, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - database: the database that the data comes from, see ``OutputFile``.
  ///   - work: writes the files, one after another.
  /// - Returns: the paths of the files.
  /// - Throws: what `work` throws; new files and folders are removed then, and files that were replaced are whole.
  static func write(
    into path: String, besides database: DatabasePaths, _ work: (_ folder: inout Self) throws -> Void
  ) throws -> [String] {
    let made = try database.makeFolder(path)
    var folder = Self(path: path, database: database)
    do {
      try work(&folder)
    } catch {
      for file in folder.added { unlink(file) }
      PrivateFolder.remove(made)
      throw error
    }
    return folder.written
  }

  /// Writes a file, see ``OutputFile/write(to:besides:_:)``.
  mutating func write(
    _ name: String, _ content: (_ sink: @escaping (Data) throws -> Void) throws -> Void
  ) throws {
    let file = "\(path)/\(name)"
    var former = stat()
    let isNew = lstat(file, &former) != 0
    try OutputFile.write(to: file, besides: database, content)
    if isNew { added.append(file) }
    written.append(file)
  }
}
#endif
