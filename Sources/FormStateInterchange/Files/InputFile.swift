import Foundation

/// A file that a person names to be read.
package enum InputFile {
  /// The name of a file in messages; `-` is standard input.
  package static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// The whole content of a file, which may be a pipe too, or of standard input, named `-`.
  ///
  /// A file that is too large is not read at all; input without a size is read only up to the limit.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that it may have.
  ///   - content: the kind of document expected in it.
  /// - Throws: ``InputFileError`` that names the file.
  package static func contents(
    of path: String, atMost limit: Int = DefinitionImporter.largestDocument, for content: String = "form"
  ) throws -> Data {
    let reader = try InputFileReader(path)
    let tooLarge = tooLarge(path, limit: limit, for: content)
    guard reader.size <= limit else { throw tooLarge }
    var data = Data()
    data.reserveCapacity(reader.size)
    while true {
      let bytes = try reader.next(atMost: 1 << 20)
      if bytes.isEmpty { return data }
      guard data.count + bytes.count <= limit else { throw tooLarge }
      data.append(contentsOf: bytes)
    }
  }

  static func tooLarge(_ path: String, limit: Int, for content: String) -> InputFileError {
    InputFileError("“\(path)” has more than \(limit >> 20) MB, the limit for a \(content); is it the right file?")
  }

  /// The tables, maps and XML files of a folder, by their names.
  ///
  /// - Throws: ``InputFileError`` that names the folder, or a file of it.
  static func attachments(inFolder path: String) throws -> [String: Data] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw InputFileError("the folder “\(path)” cannot be read; name the one with the lists of the form")
    }
    var attachments: [String: Data] = [:]
    var left = DefinitionImporter.largestDocument
    for name in names.sorted() where [".csv", ".xml", ".geojson"].contains(where: name.lowercased().hasSuffix) {
      let file = path + "/" + name
      guard canBeReadAgain(file) else { continue }
      let data = try contents(of: file)
      left -= data.count
      guard left >= 0 else {
        throw InputFileError(
          "the lists in “\(path)” have more than \(DefinitionImporter.largestDocument >> 20) MB together, the limit for a form; "
            + "keep only the files of one form there")
      }
      attachments[name] = data
    }
    return attachments
  }

  /// More tables than a form has repeats.
  private static let mostTables = 1000

  /// The tables of a folder, in the order of their names; `nil` if the path names no folder.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that they may have together.
  ///   - content: the kind of documents expected there.
  /// - Throws: ``InputFileError`` that names the folder, or a file of it.
  package static func tables(
    inFolder path: String, atMost limit: Int, for content: String
  ) throws -> [(name: String, data: Data)]? {
    var isFolder: ObjCBool = false
    guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return nil
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw InputFileError("the folder “\(path)” cannot be read")
    }
    var left = limit
    let tables = try names.sorted().filter { $0.lowercased().hasSuffix(".csv") }.map { name in
      let data = try contents(of: path + "/" + name, atMost: left, for: content)
      left -= data.count
      return (name: name, data: data)
    }
    guard (1...mostTables).contains(tables.count) else {
      throw InputFileError(
        tables.isEmpty
          ? "the folder “\(path)” holds no tables; they end in .csv"
          : "the folder “\(path)” holds \(tables.count) tables, more than \(mostTables)")
    }
    return tables
  }

  /// The size of a file in bytes; 0 for input without a size, such as a pipe.
  ///
  /// - Throws: ``InputFileError`` for a device other than a terminal or nothing, since it need not have an end.
  fileprivate static func size(of descriptor: Int32, path: String) throws -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw InputFileError("“\(path)” cannot be read (\(Descriptor.SystemError.last))")
    }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFBLK || (kind == S_IFCHR && isatty(descriptor) == 0 && !isNothing(status)) {
      throw InputFileError("“\(path)” is a device, not a file")
    }
    return kind == S_IFREG ? Int(clamping: status.st_size) : 0
  }

  /// Whether a device is the one that is always empty, also under another name.
  private static func isNothing(_ device: stat) -> Bool {
    var nothing = stat()
    return stat("/dev/null", &nothing) == 0 && nothing.st_rdev == device.st_rdev
  }

  /// Opens a file for reading; the caller closes it.
  ///
  /// - Throws: ``InputFileError`` that names the file.
  package static func open(_ path: String) throws -> Int32 {
    try requireFile(path)
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw InputFileError("“\(path)” cannot be read (\(Descriptor.SystemError.last))")
    }
    return descriptor
  }

  /// Checks that a file exists, without opening it: the writer of a pipe would notice.
  ///
  /// - Throws: ``InputFileError`` that names the file.
  package static func requireFile(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputFileError("there is no file “\(path)”")
    }
    if isFolder.boolValue { throw InputFileError("“\(path)” is a folder, not a file") }
  }

  /// Whether a file can be read more than once, as a pipe cannot.
  package static func canBeReadAgain(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }
}

/// Reads a file, which may be a pipe too, from its beginning to its end.
package final class InputFileReader {
  /// The size of the file in bytes; 0 for input without a size, such as a pipe.
  package let size: Int
  private let path: String
  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``InputFileError`` that names the file.
  package init(_ path: String) throws {
    self.path = path
    let descriptor = path == "-" ? STDIN_FILENO : try InputFile.open(path)
    self.descriptor = descriptor
    do {
      size = try InputFile.size(of: descriptor, path: path)
    } catch {
      if path != "-" { close(descriptor) }
      throw error
    }
  }

  /// Returns the whole file again; `nil` for one that can be read only once.
  var again: (() throws -> Data)? {
    let path = path
    return InputFile.canBeReadAgain(path) ? { try InputFile.contents(of: path) } : nil
  }

  deinit { if path != "-" { close(descriptor) } }

  /// Waits for the next bytes or the end.
  ///
  /// - Returns: whether ``next(atMost:)`` does not wait any more.
  package func isReady(within time: Duration) -> Bool {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, Int32(time / .milliseconds(1))) > 0
  }

  /// The next bytes; none at the end.
  ///
  /// - Throws: ``InputFileError`` that names the file.
  package func next(atMost limit: Int = 1 << 16) throws -> Data {
    do {
      return Data(try Descriptor.read(from: descriptor, atMost: limit))
    } catch {
      throw InputFileError("“\(path)” cannot be read (\(error))")
    }
  }
}

/// A file cannot be read.
package struct InputFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and its file, without a full stop.
  package let description: String

  init(_ description: String) { self.description = description }
}
