#if CommandLine
import FlyingSocks
import Foundation
import FormStateScreen

/// A long body that is read from its connection on demand.
actor ArrivingBody {
  /// The maximum bytes of a part.
  private static let largestPart = 256 * 1024
  /// How long a part may take to arrive.
  private static let partTime = Duration.seconds(30)

  private let socket: AsyncSocket
  private let length: Int
  private var begun: [UInt8]
  private var awaitsContinue: Bool
  /// The number of unread bytes.
  private(set) var missing: Int

  /// Makes the body of a request.
  init(of request: ReadRequest, on socket: AsyncSocket) {
    self.socket = socket
    length = request.head.bodyLength
    begun = request.body
    missing = length - request.body.count
    awaitsContinue = request.head.expectsContinue && request.body.isEmpty
  }

  /// The body for the routes.
  nonisolated var source: LongBody { LongBody(length: length) { try await self.next() } }

  private func next() async throws -> [UInt8] {
    if !begun.isEmpty {
      defer { begun = [] }
      return begun
    }
    if awaitsContinue {
      awaitsContinue = false
      try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    let (socket, limit) = (socket, min(missing, Self.largestPart))
    let part = try await within(Self.partTime, orThrow: RequestFault.tooSlow) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(limit)
      while bytes.count < limit { bytes += try await socket.read(atMost: limit - bytes.count) }
      return bytes
    }
    missing -= part.count
    return part
  }
}
#endif
