/// What a caller's closure threw, on its way out of a transaction: it reaches the caller as it was, whatever it is.
struct CallersError: Error {
  let error: any Error

  init(_ error: any Error) {
    self.error = error
  }
}
