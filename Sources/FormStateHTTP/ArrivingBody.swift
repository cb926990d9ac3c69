#if CommandLine || Collect
import FlyingSocks
import Foundation

/// A long body that is read from its connection on demand.
actor ArrivingBody {
  /// The maximum bytes of a part.
  private static let largestPart = 256 * 1024

  private let socket: AsyncSocket
  private let state: ConnectionState
  private let partTime: Duration
  private let length: Int
  private var begun: [UInt8]
  private var awaitsContinue: Bool
  /// The number of unread bytes.
  private(set) var missing: Int

  /// Makes the body of a request.
  ///
  /// - Parameters:
  ///   - state: records when the body is awaited.
  ///   - partTime: how long a part may take to arrive.
  init(of request: ReadRequest, on socket: AsyncSocket, state: ConnectionState, partTime: Duration) {
    self.socket = socket
    self.state = state
    self.partTime = partTime
    length = request.head.bodyLength
    begun = request.body
    missing = length - request.body.count
    awaitsContinue = request.head.expectsContinue && request.body.isEmpty
  }

  /// The body for the program.
  nonisolated var source: HTTPBody { HTTPBody(length: length) { try await self.next() } }

  private func next() async throws -> [UInt8] {
    if !begun.isEmpty {
      defer { begun = [] }
      return begun
    }
    try state.beginToRead()
    defer { state.beginToAnswer() }
    if awaitsContinue {
      awaitsContinue = false
      try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    let (socket, limit) = (socket, min(missing, Self.largestPart))
    let part = try await within(partTime, orThrow: RequestFault.tooSlow) {
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
