import Foundation

// libFuzzer calls one reader with one document after another, and keeps those that reach code that none before did.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The reader that `FORMSTATE_READER` names.
private let reader: @Sendable (Data) throws -> Void = {
  let name = ProcessInfo.processInfo.environment["FORMSTATE_READER"] ?? ""
  guard let reader = FuzzedReaders.all[name] else {
    let names = FuzzedReaders.all.keys.sorted().joined(separator: ", ")
    let words = "Error: FORMSTATE_READER is “\(name)”; name one of \(names)\n"
    FileHandle.standardError.write(Data(words.utf8))
    exit(64)
  }
  return reader
}()

// SwiftPM gives the main function the name of the module.
@_cdecl("Fuzz_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  var (count, arguments) = (count, arguments)
  _ = reader
  return runDriver(&count, &arguments) { start, count in
    try? reader(Data(UnsafeRawBufferPointer(start: start, count: count)))
    return 0
  }
}
