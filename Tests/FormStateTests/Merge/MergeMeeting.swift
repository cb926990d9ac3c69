import Testing

@testable import FormState

/// A meeting of devices that began with the same entries.
final class MergeMeeting {
  let world = MergeWorld()
  private var devices: [MergeDevice]

  /// Begins with actions of the first device.
  init(of names: [String] = ["north", "south"], _ actions: [FormAction]) throws {
    devices = names.map { MergeDevice($0) }
    try act(0, actions)
    for device in devices.indices { devices[device].known = devices[0].known }
  }

  func act(_ device: Int, _ actions: [FormAction]) throws {
    for action in actions {
      try #require(try devices[device].act(action, in: world, seed: UInt64(7 + device)), "\(action)")
    }
  }

  func undo(_ device: Int) throws { try #require(try devices[device].undo(in: world)) }

  /// The number of the instance that people call by a counter, on a device.
  func number(_ counter: Int, on device: Int = 0) throws -> Int {
    let numbers = try world.response(of: devices[device].known).state.instances.keys.map(\.instance)
    let found = numbers.filter { InstanceNumber.counter(of: $0) == counter }
    return try #require(found.count == 1 ? found.first : nil)
  }

  /// Some devices, or all, get all of their entries.
  @discardableResult
  func meet(of some: [Int]? = nil) throws -> MergeWorld.Response {
    let some = some ?? Array(devices.indices)
    let all = some.reduce(into: Set<Int>()) { $0.formUnion(devices[$1].known) }
    for device in some { devices[device].known = all }
    return try world.response(of: all)
  }
}
