import FormState

/// Where the person stands, restored when the model is made again, and kept while it is used.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// How long the view rests before its place is written.
  private static let rest = Duration.milliseconds(400)

  /// Keeps where the person stands, once no other place has been reported for a moment.
  ///
  /// Call it whenever the view has scrolled or the focus has moved. It is no action, and a place that cannot be kept is
  /// no failure: it is tried again after the next action or report, for example once the response has begun.
  ///
  /// - Parameter place: the place, see ``FormSession/keep(_:isolation:)``. ``place`` stays as it was on opening.
  public func keep(_ place: FormPlace) {
    guard place != reported else { return }
    reported = place
    isPlaceKept = false
    keepReported(after: Self.rest)
  }

  /// Keeps the reported place at once, for example when the app leaves the foreground.
  ///
  /// - Returns: whether it was kept, or there was none to keep.
  @discardableResult
  public func keepPlace() async -> Bool {
    resting?.cancel()
    resting = nil
    guard let place = reported, !isPlaceKept else { return true }
    let isKept = await session.keep(place)
    if place == reported { isPlaceKept = isKept }
    return isKept
  }

  /// Keeps the reported place after a while, unless it is there already.
  func keepReported(after rest: Duration = .zero) {
    guard reported != nil, !isPlaceKept else { return }
    resting?.cancel()
    // The model stays until its place is written, for example of a view that was just closed.
    resting = Task {
      guard (try? await Task.sleep(for: rest)) != nil else { return }
      // Not within this task, which the next report cancels: the place would be lost with it.
      Task { await keepPlace() }
    }
  }
}
