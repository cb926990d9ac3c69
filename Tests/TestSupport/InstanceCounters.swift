import FormState

/// Instances of repeats by their counters, as people call them.
extension ResponseState {
  /// The number of the instance with a counter; the counter itself if there is none.
  public func number(_ counter: Int) -> Int {
    instances.keys.first { $0.instance >> 32 == counter && counter > 0 }?.instance ?? counter
  }

  /// A cell in the instance with a counter, or that instance itself.
  public func subject(_ key: String, _ counter: Int, setAsideFrom version: Int? = nil) -> StateSubject {
    var subject = StateSubject.response
    (subject.key, subject.instance, subject.setAsideFrom) = (key, number(counter), version)
    return subject
  }
}
