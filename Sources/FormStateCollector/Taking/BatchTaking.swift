#if Collect
import FormState
import FormStateInterchange

/// Takes batches into a database.
package final class BatchTaking {
  private let connection: PostgresConnection
  private let definitions: CollectedDefinitions
  /// How much was taken so far.
  private(set) var counts = BatchCounts()

  /// The most entries of a transaction, if its parts allow it.
  private static let mostEntries = PushBatchReader.mostEntries
  /// The most bytes of the entries of a transaction with several parts.
  private static let mostBytes = 8 << 20
  /// The most streams of a transaction.
  private static let mostStreams = 500

  /// Begins with a connection.
  package init(connection: PostgresConnection) {
    self.connection = connection
    definitions = CollectedDefinitions(connection: connection)
  }

  /// Takes a batch, one group of parts after another.
  ///
  /// - Parameters:
  ///   - reader: the batch.
  ///   - device: the name of the device that a token proves, in place of the one in the batch.
  ///   - mayDefine: whether definitions that are not here yet are stored; parts that need them are refused otherwise.
  ///   - answer: receives the answers of a group, once its transaction is committed.
  /// - Throws: ``JSONLinesError`` for a batch that is not whole, after its whole parts were taken; ``PostgresError``;
  ///   what `answer` throws.
  /// - Complexity: O(n log m) for n entries of the batch and m of the database; one group is in memory.
  package func take(
    _ reader: PushBatchReader, device: String? = nil, mayDefine: Bool = true,
    _ answer: ([PushAnswer]) throws -> Void
  ) throws {
    var reader = reader
    var group: [PushedPart] = []
    var streams: Set<StreamName> = []
    var (entryCount, byteCount) = (0, 0)
    func takeGroup() throws {
      guard !group.isEmpty else { return }
      let taking = GroupTaking(
        connection: connection, definitions: definitions, device: device ?? reader.device ?? "",
        sender: device)
      let taken = try taking.take(group)
      counts.add(taken.answers, entries: entryCount, stored: taken.storedCount)
      try answer(taken.answers)
      (group, streams, entryCount, byteCount) = ([], [], 0, 0)
    }
    do {
      while let element = try reader.next() {
        switch element {
        case .definition(let definition): try definitions.store(definition, ifNew: mayDefine)
        case .part(let part):
          let isFull =
            entryCount + part.entries.count > Self.mostEntries || byteCount + part.byteCount > Self.mostBytes
            || streams.count >= Self.mostStreams
          if isFull || streams.contains(part.stream) { try takeGroup() }
          group.append(part)
          streams.insert(part.stream)
          entryCount += part.entries.count
          byteCount += part.byteCount
        }
      }
    } catch let error as JSONLinesError {
      try takeGroup()
      throw error
    }
    try takeGroup()
  }
}
#endif
