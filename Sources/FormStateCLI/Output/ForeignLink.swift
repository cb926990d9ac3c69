#if CommandLine
import Foundation

/// A link that another user has put in a folder for all users, such as `/tmp`: it could lead to any file of this one.
///
/// Linux refuses to follow it where `fs.protected_symlinks` is set, and by the same rule; a program that resolves links
/// itself must ask.
enum ForeignLink {
  /// Refuses a path whose last name is such a link.
  ///
  /// - Throws: ``CommandFailure`` that names it.
  static func refuse(_ path: String) throws {
    var (link, folder) = (stat(), stat())
    let above = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK, stat(above, &folder) == 0 else { return }
    let isForAll = folder.st_mode & S_ISVTX != 0 && folder.st_mode & S_IWOTH != 0
    guard isForAll, link.st_uid != geteuid(), link.st_uid != folder.st_uid else { return }
    throw CommandFailure("“\(path)” is a link that another user has made in a folder for all; choose another name")
  }
}
#endif
