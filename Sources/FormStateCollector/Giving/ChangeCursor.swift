import FormState

/// Where a list of changes ended, as a device keeps it: after the receipt of a stream at a time.
struct ChangeCursor: Equatable {
  /// In microseconds since 1970.
  var time: Int64 = 0
  /// `nil` comes before all streams.
  var stream: StreamName?
  /// While a list goes on, the time up to which nothing can be received any more since it began, and the last place
  /// before it; `nil` for a list that begins.
  var safe: Safe?

  /// What a list that goes on keeps of its beginning.
  struct Safe: Equatable {
    /// Up to here, all is committed since the list began.
    let limit: Int64
    /// The last place of the list up to there.
    var time: Int64
    var stream: StreamName?
  }

  /// The cursor as text, with what it is about: with other rights everything is listed again.
  func text(about subject: String) -> String {
    var words = [subject, "\(time)", stream?.description ?? ""]
    if let safe { words += ["\(safe.limit)", "\(safe.time)", safe.stream?.description ?? ""] }
    return words.joined(separator: ".")
  }

  /// Reads a cursor; one of something else, or none, is the beginning.
  init(_ text: String?, about subject: String) {
    let words = (text ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard [3, 6].contains(words.count), words[0] == subject, let time = Self.time(words[1]) else { return }
    var safe: Safe?
    if words.count == 6 {
      guard let limit = Self.time(words[3]), let before = Self.time(words[4]) else { return }
      safe = Safe(limit: limit, time: before, stream: StreamName(String(words[5])))
    }
    (self.time, stream, self.safe) = (time, StreamName(String(words[2])), safe)
  }

  /// A time that PostgreSQL has.
  private static func time(_ text: Substring) -> Int64? {
    Int64(text).flatMap { (0...100_000_000_000_000_000).contains($0) ? $0 : nil }
  }

  /// The next cursor of a list.
  ///
  /// - Parameters:
  ///   - places: what was listed, in order.
  ///   - limit: the time up to which all is committed now.
  ///   - hasMore: whether the list goes on.
  func after(_ places: [(time: Int64, stream: StreamName)], safeUpTo limit: Int64, hasMore: Bool) -> ChangeCursor {
    var safe = self.safe ?? Safe(limit: limit, time: time, stream: stream)
    if let last = places.last(where: { $0.time <= safe.limit }) { (safe.time, safe.stream) = (last.time, last.stream) }
    var next = self
    if hasMore, let last = places.last {
      (next.time, next.stream, next.safe) = (last.time, last.stream, safe)
    } else {
      (next.time, next.stream, next.safe) = (safe.time, safe.stream, nil)
    }
    return next
  }
}
