#if Collect
import FormState

/// A request of a device that was let in.
struct DeviceVisit: Sendable {
  /// The device.
  let device: CollectorDevices.Owner
  /// What is counted of the request.
  let tally = Locked(RequestTally())
  fileprivate let token: TokenDigest
  fileprivate let turn: PoolTurns
}

/// Lets devices in: by a proof that costs no query, a look-up whose answer counts for a while, and a bucket each.
///
/// What others send ends with the proof, so no flood of bad tokens takes anything from a device, and no restart: each
/// bucket is full when the first request of its token arrives.
final class DeviceAdmission: Sendable {
  /// How devices are let in.
  struct Settings: Sendable {
    /// How often each may ask.
    var rate = TokenBucket.Rate(burst: 100, perSecond: 10)
    /// The most requests of a device that are not answered yet. A phone whose network breaks off leaves some behind,
    /// which nobody notices until they are too slow.
    var mostOpen = 4
    /// How long the answer of a look-up counts: the several requests of a sync need one.
    var lookTime = Duration.seconds(10)
    /// The most devices in memory.
    var mostDevices = 10_000
  }

  /// What a request is for.
  enum Use { case answers, metrics }

  private struct Known {
    var bucket: TokenBucket
    var openCount = 0
    let turn: PoolTurns
    var looked: (owner: CollectorDevices.Owner?, time: ContinuousClock.Instant)?
  }

  private let key: TokenKey
  private let settings: Settings
  private let patience: Duration
  private let looks: PostgresPool
  private let known = Locked<[TokenDigest: Known]>([:])

  /// Begins without a device.
  ///
  /// - Parameters:
  ///   - key: what good tokens were made with.
  ///   - patience: how long a request waits for the one before of its device.
  ///   - looks: where tokens are looked up.
  init(key: TokenKey, settings: Settings, patience: Duration, looks: PostgresPool) {
    (self.key, self.settings, self.patience, self.looks) = (key, settings, patience, looks)
  }

  /// How many devices are in memory.
  var deviceCount: Int { known.withLock { $0.count } }

  /// Lets a device in, until ``leave(_:)``.
  ///
  /// - Parameter header: the header `Authorization` of its request.
  /// - Throws: ``CollectorRefusal``; what prevents the look-up.
  func enter(_ header: String?, for use: Use, at now: ContinuousClock.Instant = .now) async throws -> DeviceVisit {
    guard let token = key.token(inHeader: header) else { throw CollectorRefusal.unauthorized }
    let (turn, looked) = try begin(token, at: now)
    do {
      let owner =
        if let looked, looked.time + settings.lookTime > now { looked.owner } else {
          try await look(token, former: looked?.owner, at: now)
        }
      guard let owner else { throw CollectorRefusal.unauthorized }
      try Self.require(owner, for: use)
      return DeviceVisit(device: owner, token: token, turn: turn)
    } catch {
      end(token)
      throw error
    }
  }

  /// Ends a request.
  func leave(_ visit: DeviceVisit) { end(visit.token) }

  private func begin(
    _ token: TokenDigest, at now: ContinuousClock.Instant
  ) throws -> (PoolTurns, (owner: CollectorDevices.Owner?, time: ContinuousClock.Instant)?) {
    try known.withLock { known in
      var device = known[token] ?? added(to: &known, at: now)
      defer { known[token] = device }
      if let seconds = device.bucket.wait(at: now) { throw CollectorRefusal.tooOften(seconds) }
      guard device.openCount < settings.mostOpen else { throw CollectorRefusal.tooManyOpen(settings.mostOpen) }
      device.bucket.count()
      device.openCount += 1
      return (device.turn, device.looked)
    }
  }

  /// A device that is new in memory, or was forgotten.
  ///
  /// - Complexity: O(1); O(n) for n devices once there are ``Settings/mostDevices``.
  private func added(to known: inout [TokenDigest: Known], at now: ContinuousClock.Instant) -> Known {
    if known.count >= settings.mostDevices {
      // A full bucket says nothing.
      known = known.filter { entry in
        var bucket = entry.value.bucket
        return entry.value.openCount > 0 || !bucket.isFull(at: now)
      }
      if known.count >= settings.mostDevices { known = known.filter { $0.value.openCount > 0 } }
    }
    return Known(bucket: TokenBucket(settings.rate, at: now), turn: PoolTurns(count: 1, patience: patience))
  }

  private func look(
    _ token: TokenDigest, former: CollectorDevices.Owner?, at now: ContinuousClock.Instant
  ) async throws -> CollectorDevices.Owner? {
    do {
      let owner = try await looks.run { try CollectorDevices(connection: $0).owner(of: token) }
      known.withLock { $0[token]?.looked = (owner, now) }
      return owner
    } catch {
      // What counts when PostgreSQL is away is in the metrics, and they contain no answers.
      if let former, former.rights.readsMetrics { return former }
      known.withLock { $0[token]?.bucket.takeBack() }
      throw error
    }
  }

  private func end(_ token: TokenDigest) { known.withLock { $0[token]?.openCount -= 1 } }

  private static func require(_ owner: CollectorDevices.Owner, for use: Use) throws {
    switch use {
    case .answers where owner.rights.readsMetrics:
      throw CollectorRefusal(
        403,
        "the token of “\(owner.name)” reads metrics and does nothing else; make one for a device with "
          + "formstate-collect device add")
    case .metrics where !owner.rights.readsMetrics:
      throw CollectorRefusal(
        403,
        "the device “\(owner.name)” reads no metrics; make a token for that with "
          + "formstate-collect device add NAME --metrics")
    case .answers, .metrics: break
    }
  }
}

extension PostgresPool {
  /// Runs work for a device, after the work that it asked for before, so that none takes all connections.
  ///
  /// A phone that lost the answer sends the same again: that waits for what is being taken, and is answered `had`.
  ///
  /// - Throws: what ``run(_:)`` throws; ``Busy`` also if the work before takes too long.
  func run<Outcome: Sendable>(
    for visit: DeviceVisit, _ work: @escaping @Sendable (PostgresConnection) throws -> Outcome
  ) async throws -> Outcome {
    guard let turn = await visit.turn.take() else { throw Busy() }
    do {
      let outcome = try await run(work)
      await visit.turn.giveBack(turn)
      return outcome
    } catch {
      await visit.turn.giveBack(turn)
      throw error
    }
  }
}
#endif
