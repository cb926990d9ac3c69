import FormState

extension ResponseKey: Shape {
  package static let meaning = "Which response something is about."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, Meaning.form)
    m("response", \.response, Meaning.response)
  }
}

/// A response in an output.
package struct PrintedResponse: Shape {
  package static let meaning = "A response."

  private let key: ResponseKey
  private let stream: StreamName?
  private let version: Int?
  private let revision: Int
  private let digest: String?
  private let isCompleted: Bool
  private let updated: Timestamp?

  /// Describes a response.
  ///
  /// - Parameters:
  ///   - version: the number of its version, if that is told.
  ///   - digest: its digest, if that is told: it covers the whole response.
  ///   - updated: when something was last done to it, if that is told.
  package init(
    key: ResponseKey, stream: StreamName? = nil, version: Int? = nil, revision: Int, digest: String? = nil,
    isCompleted: Bool, updated: Timestamp? = nil
  ) {
    (self.key, self.stream, self.version, self.revision) = (key, stream, version, revision)
    (self.digest, self.isCompleted, self.updated) = (digest, isCompleted, updated)
  }

  /// Describes a response that was read.
  package init(_ contents: ResponseContents, digest: String? = nil) {
    self.init(
      key: contents.key, stream: contents.stream, version: contents.version, revision: contents.revision,
      digest: digest, isCompleted: contents.state.isCompleted)
  }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m.ifAny(
      "stream", \.stream,
      "Its random name, the same in all copies of it; left out for one that has not begun, and in `watch`.")
    m.ifAny("version", \.version, "The number of its version of the form; left out in `watch`.")
    m("revision", \.revision, Meaning.revision)
    m.ifAny(
      "digest", \.digest,
      "The digest of definition and state; in lists only with --digests, and left out in `answers` and `status`.")
    m("completed", \.isCompleted, "Whether it is completed.")
    m.ifAny("updated", \.updated, "When it was last changed, in UTC; only in lists, and left out if it never was.")
  }
}

/// Which cell something is about.
package struct PrintedAddress: Shape {
  package static let meaning = "Which cell something is about."

  /// The key of the cell.
  package let cell: String
  /// The number of its instance of a repeat; 0 outside of repeats.
  package let instance: Int
  /// What commands and actions call the cell.
  package let address: String

  /// Addresses a cell.
  ///
  /// - Parameter address: what people call it.
  package init(_ cell: String, in instance: Int, called address: String) {
    (self.cell, self.address) = (cell, address)
    let short = InstanceNames().brief(instance)
    self.instance = instance == 0 || address == "\(cell):\(short)" ? short : instance
  }

  /// Addresses a cell of a response with instances.
  package init(_ cell: String, in instance: Int, naming names: InstanceNames) {
    self.init(cell, in: instance, called: names.address(of: cell, in: instance))
  }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("cell", \.cell, "The key of the cell.")
    m(
      "instance", \.instance,
      "The number of the instance of a repeat that has the cell: the one in the address, or where several instances have that the whole number; 0 outside of repeats."
    )
    m(
      "address", \.address,
      "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, `name:7k` where several instances have that number, and the key outside of repeats."
    )
  }
}

extension CellKind: PrintedWord {}
extension Answer.Source: PrintedWord {}
