#if CommandLine || Collect
import CZlib
import Foundation

/// The format gzip (RFC 1952), as bodies of HTTP have it, by zlib.
///
/// Both directions read and write in pieces, so memory does not grow with what passes through.
package enum Gzip {
  /// Reads at most so many bytes; none at the end.
  package typealias Reading = (_ limit: Int) throws -> Data
  /// Takes the next bytes.
  package typealias Writing = (Data) throws -> Void

  private static let pieceSize = 64 << 10
  /// The largest window, with the header and the checksum of gzip.
  private static let windowBits: Int32 = 15 + 16

  /// Compresses bytes.
  ///
  /// - Throws: ``GzipFault/outOfMemory``; what reading and writing throw.
  package static func compress(_ read: Reading, into write: Writing) throws {
    try withStream { stream in
      let began = deflateInit2_(
        stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      guard began == Z_OK else { throw GzipFault.outOfMemory }
      defer { deflateEnd(stream) }
      var isLast = false
      while !isLast {
        let piece = try read(pieceSize)
        isLast = piece.isEmpty
        try pass(piece, through: stream, into: write) { deflate($0, isLast ? Z_FINISH : Z_NO_FLUSH) }
      }
    }
  }

  /// Expands compressed bytes.
  ///
  /// - Parameter mostExpanded: the most bytes of the content; a small body may contain a very long one.
  /// - Throws: ``GzipFault``; what reading and writing throw.
  package static func expand(_ read: Reading, atMost mostExpanded: Int, into write: Writing) throws {
    try withStream { stream in
      let began = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      guard began == Z_OK else { throw GzipFault.outOfMemory }
      defer { inflateEnd(stream) }
      var (count, status) = (0, Z_OK)
      while true {
        let piece = try read(pieceSize)
        if piece.isEmpty { break }
        guard status != Z_STREAM_END else { throw GzipFault.damaged }
        let left = try pass(piece, through: stream) {
          count += $0.count
          guard count <= mostExpanded else { throw GzipFault.tooLong(mostExpanded) }
          try write($0)
        } by: {
          status = inflate($0, Z_NO_FLUSH)
          return status
        }
        guard left == 0 else { throw GzipFault.damaged }
      }
      guard status == Z_STREAM_END else { throw GzipFault.cutOff }
    }
  }

  /// Keeps the stream in one place: zlib refers to it.
  private static func withStream(_ body: (UnsafeMutablePointer<z_stream>) throws -> Void) throws {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    try body(stream)
  }

  /// Passes a piece through zlib.
  ///
  /// - Parameter step: a call of zlib, with its status.
  /// - Returns: how many bytes zlib did not take.
  @discardableResult
  private static func pass(
    _ piece: Data, through stream: UnsafeMutablePointer<z_stream>, into write: Writing,
    by step: (UnsafeMutablePointer<z_stream>) -> Int32
  ) throws -> Int {
    var input = [UInt8](piece)
    var output = [UInt8](repeating: 0, count: pieceSize)
    return try input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      while true {
        let (status, count) = output.withUnsafeMutableBufferPointer { output in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          return (step(stream), output.count - Int(stream.pointee.avail_out))
        }
        // Without room or input there is nothing to do, which is no fault.
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
          throw status == Z_MEM_ERROR ? GzipFault.outOfMemory : GzipFault.damaged
        }
        if count > 0 { try write(Data(output[..<count])) }
        if status == Z_STREAM_END || stream.pointee.avail_out > 0 { return Int(stream.pointee.avail_in) }
      }
    }
  }
}

extension Gzip {
  /// Bytes, compressed.
  ///
  /// - Throws: ``GzipFault/outOfMemory``.
  package static func compressed(_ data: Data) throws -> Data {
    var (rest, whole) = (data, Data())
    try compress({ takePiece(of: &rest, atMost: $0) }, into: { whole += $0 })
    return whole
  }

  /// Compressed bytes, expanded.
  ///
  /// - Throws: ``GzipFault``.
  package static func expanded(_ data: Data, atMost mostExpanded: Int) throws -> Data {
    var (rest, whole) = (data, Data())
    try expand({ takePiece(of: &rest, atMost: $0) }, atMost: mostExpanded, into: { whole += $0 })
    return whole
  }

  private static func takePiece(of rest: inout Data, atMost count: Int) -> Data {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

/// Why compressed bytes cannot be expanded, or bytes not compressed.
package enum GzipFault: Error, Equatable, CustomStringConvertible {
  /// They are not what gzip writes, or were changed since.
  case damaged
  /// They end too early.
  case cutOff
  /// Their content has more than so many bytes.
  case tooLong(Int)
  /// There is not enough memory.
  case outOfMemory

  package var description: String {
    switch self {
    case .damaged: "the compressed data is damaged"
    case .cutOff: "the compressed data is cut off"
    case .tooLong(let limit): "the compressed data has a content of more than \(limit) bytes"
    case .outOfMemory: "there is not enough memory to compress data or expand it"
    }
  }
}
#endif
