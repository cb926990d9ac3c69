import FormState
import FormStateInterchange
import Foundation

/// A folder in which devices exchange files: on a stick, on a share, or one that another program copies.
///
/// Each device has a folder of its own in it, and writes only there, a file each time: `9f3c…/000042-5a83….jsonl`. A
/// file gets its name when it is whole, and the name has the beginning of its SHA-256, so a file that was copied in
/// part is noticed. Files never change; only one with an answer that was cleared gives way to one without it.
public struct SyncFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Names a folder.
  ///
  /// - Parameter path: the path of a folder that exists.
  public init(path: String) { self.path = path }

  /// A file of a device.
  struct File: Hashable, Comparable, Sendable {
    let peer: String
    let number: Int
    /// The beginning of the SHA-256 of its contents.
    let digest: String

    /// Its path in the folder.
    var name: String {
      let digits = String(number)
      return "\(peer)/\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits)-\(digest)\(Self.ending)"
    }

    static let ending = ".jsonl"

    init(peer: String, number: Int, contents: Data) {
      (self.peer, self.number, digest) = (peer, number, Self.digest(of: contents))
    }

    /// Reads the name of a file; `nil` for any other name.
    init?(_ name: String) {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isDigits(parts[0], count: 16), parts[1].hasSuffix(Self.ending) else { return nil }
      let words = parts[1].dropLast(Self.ending.count).split(separator: "-", omittingEmptySubsequences: false)
      guard words.count == 2, let number = Int(words[0]), number > 0, Self.isDigits(words[1], count: 16) else {
        return nil
      }
      (peer, self.number, digest) = (String(parts[0]), number, String(words[1]))
      guard self.name == name else { return nil }
    }

    static func isDigits(_ text: Substring, count: Int) -> Bool {
      text.utf8.count == count && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
    }

    static func digest(of contents: Data) -> String {
      Array(PortableSHA256.digest(of: Array(contents)).prefix(8)).hexadecimalText
    }

    /// Earlier files first, so that what goes on after others comes after them.
    static func < (left: File, right: File) -> Bool {
      (left.number, left.peer, left.digest) < (right.number, right.peer, right.digest)
    }
  }

  /// The folder of an attached file: few folders hold many files.
  func place(ofAttachment name: AttachmentName) -> String { "\(path)/files/\(name.digits.prefix(2))" }

  /// The most bytes of a file that is read.
  static let mostBytes = 256 << 20

  // MARK: - The folder

  /// The file that names the folder.
  static let nameFile = "formstate-sync.json"

  /// What the file says that names the folder.
  private struct Name: Codable {
    var version: Int
    var folder: String

    enum CodingKeys: String, CodingKey {
      case version = "formstate-sync"
      case folder
    }
  }

  /// The name of the folder as a destination; a folder gets its name when it is first used.
  ///
  /// - Parameter isNaming: whether to name a folder that has no name.
  /// - Returns: `nil` for a folder without a name.
  /// - Throws: ``SyncError``.
  func destination(naming isNaming: Bool) throws -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw SyncError("the folder “\(path)” does not exist; make it first, or plug the stick in")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SyncError("“\(path)” is no folder") }
    if let name = try readName() { return "folder \(name)" }
    guard isNaming else { return nil }
    let random = UInt64.random(in: .min ... .max)
    let name = Name(version: 1, folder: withUnsafeBytes(of: random, Array.init).hexadecimalText)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try write(try encoder.encode(name) + Data("\n".utf8), to: Self.nameFile, mayReplace: false, 0o666)
    // Another device may have been faster.
    guard let given = try readName() else { throw SyncError("“\(path)/\(Self.nameFile)” cannot be read back") }
    return "folder \(given)"
  }

  private func readName() throws -> String? {
    let file = "\(path)/\(Self.nameFile)"
    guard isThere(file) else { return nil }
    let data = try InputFile.contents(of: file, atMost: 1 << 16, for: "name of a folder")
    guard let name = try? JSONDecoder().decode(Name.self, from: data), File.isDigits(name.folder[...], count: 16) else {
      throw SyncError(
        "“\(file)” does not name a folder for sync; if the folder is one, delete this file, and it gets a new name")
    }
    guard name.version == 1 else {
      throw SyncError("“\(file)” is of version \(name.version) of the format; use a FormState that supports it")
    }
    return name.folder
  }

  // MARK: - Files

  /// The files of all devices, and what else lies in their folders.
  ///
  /// - Throws: ``SyncError``.
  func files() throws -> (files: Set<File>, others: [String]) {
    var (files, others) = (Set<File>(), [String]())
    for peer in try names(in: path) where File.isDigits(peer[...], count: 16) && isFolder("\(path)/\(peer)") {
      for name in try names(in: "\(path)/\(peer)") where !name.hasPrefix(".") {
        if let file = File("\(peer)/\(name)") { files.insert(file) } else { others.append("\(peer)/\(name)") }
      }
    }
    return (files, others.sorted())
  }

  private func names(in folder: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw SyncError("the folder “\(folder)” cannot be read")
    }
  }

  /// The contents of a file; `nil` if it is not whole, or was changed.
  ///
  /// - Throws: ``InputFileError`` if it cannot be read, or is too large.
  func contents(of file: File) throws -> Data? {
    var status = stat()
    // A pipe would never end.
    guard lstat("\(path)/\(file.name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let data = try InputFile.contents(of: "\(path)/\(file.name)", atMost: Self.mostBytes, for: "file of a sync")
    return File.digest(of: data) == file.digest ? data : nil
  }

  /// Writes a file of a device: whole, and on the disk, before it has its name.
  ///
  /// - Parameter permissions: the permissions of the file that the contents come from, which restrict its own.
  /// - Throws: ``SyncError``.
  func write(_ contents: Data, as file: File, permissions: mode_t) throws {
    let folder = "\(path)/\(file.peer)"
    if mkdir(folder, self.permissions(besides: permissions) | 0o700) != 0, errno != EEXIST {
      throw SyncError("“\(folder)” cannot be made (\(Descriptor.SystemError.last))")
    }
    try write(contents, to: file.name, mayReplace: true, permissions)
    Descriptor.synchronizeFolder(path)
  }

  /// Deletes a file, and its device's folder if that is empty then.
  ///
  /// - Throws: ``SyncError``.
  func remove(_ file: File) throws {
    defer { rmdir("\(path)/\(file.peer)") }
    guard unlink("\(path)/\(file.name)") == 0 || errno == ENOENT else {
      throw SyncError("“\(path)/\(file.name)” cannot be deleted (\(Descriptor.SystemError.last))")
    }
  }

  /// The permissions of what is written: those of the folder, as far as others may read the file that it comes from.
  private func permissions(besides file: mode_t) -> mode_t {
    var status = stat()
    let folder = stat(path, &status) == 0 ? mode_t(status.st_mode) & 0o777 : 0o700
    return folder & (file | (file & 0o444) >> 2) | 0o600
  }

  private func write(_ contents: Data, to name: String, mayReplace: Bool, _ permissions: mode_t) throws {
    let target = "\(path)/\(name)"
    let folder = name.contains("/") ? "\(path)/\(name.prefix { $0 != "/" })" : path
    let draft = "\(folder)/.formstate-\(UUID().uuidString.lowercased())"
    defer { unlink(draft) }
    do {
      let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Descriptor.SystemError.last }
      defer { close(descriptor) }
      try Descriptor.write(contents, to: descriptor)
      // A file system without permissions, as on a stick, refuses to set them.
      _ = fchmod(descriptor, self.permissions(besides: permissions) & 0o666)
      guard fsync(descriptor) == 0 else { throw Descriptor.SystemError.last }
      guard mayReplace || !isThere(target) else { return }
      guard rename(draft, target) == 0 else { throw Descriptor.SystemError.last }
      Descriptor.synchronizeFolder(folder)
    } catch let error as Descriptor.SystemError {
      throw SyncError("“\(target)” cannot be written (\(error))")
    }
  }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Why a sync cannot go on.
public struct SyncError: FormStateError, Hashable {
  /// What happened and what to do, as a sentence without its capital and full stop.
  public let description: String

  init(_ description: String) { self.description = description }
}
