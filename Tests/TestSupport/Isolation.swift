import Dispatch

private let mainQueue: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the caller runs on the main actor.
///
/// The compiler may prove it, and an optimized build still run the code elsewhere, so a test of code that the main
/// actor is to run asserts it. Not by the thread: outside Apple's systems any thread may run the main queue.
public func isOnMainActor() -> Bool { DispatchQueue.getSpecific(key: mainQueue) == true }
