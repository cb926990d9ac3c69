import FormState
import FormStateInterchange
import FormStateStore

/// Why a request is refused.
struct ScreenRefusal: Error, Sendable, CustomStringConvertible {
  /// The status.
  let status: Int
  /// The problem and the remedy, without a full stop.
  private(set) var sentence: String
  /// The same in words; `nil` for one that only a program causes, or that is said already.
  private var wording: Wording?
  /// The methods that the path supports; empty if another one would not help.
  var allowedMethods: [String] = []
  /// The state of the file of a form that does not exist yet; `nil` if that is not the reason.
  var preview: PreviewReport?
  /// The current answer by someone else, as typed; `nil` if that is not the reason.
  var changedText: String?

  /// Whether access is refused, whatever was requested.
  private(set) var isShutOut = false

  var description: String { sentence }

  /// Refuses a request.
  init(_ status: Int, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  /// Refuses a request of a person.
  init(_ status: Int, _ wording: Wording) {
    self.init(status, wording.english)
    self.wording = wording
  }

  /// Refuses access.
  static func shutOut(_ sentence: String) -> ScreenRefusal {
    var refusal = ScreenRefusal(403, sentence)
    refusal.isShutOut = true
    return refusal
  }

  /// Refuses an unsupported method.
  init(method: String, path: String, allowing methods: [String]) {
    self.init(
      405, "“\(path.shortened)” does not support \(method.shortened); send \(methods.joined(separator: " or "))")
    allowedMethods = methods
  }

  /// Reports that there is no form yet, and why.
  init(waitingFor preview: PreviewReport?) {
    self.init(409, "there is no form yet; correct its file, and it shows by itself")
    self.preview = preview
  }

  /// Refuses with the words of an error.
  ///
  /// - Parameters:
  ///   - isAction: whether the request was an action, of which an unknown cell is a part, and not a query.
  ///   - speech: the words.
  init(_ error: any Error, isAction: Bool = false, in speech: Speech = .english) {
    switch error {
    case let refusal as ScreenRefusal:
      self = refusal
      if let wording { sentence = wording.text(in: speech) }
      wording = nil
    case let error as StaleRowsError: self.init(409, error.description)
    case let error as ChangedValueError:
      self.init(409, error.text(in: speech))
      changedText = error.text
    case let error as ActionError:
      let said = speech.isForPeople ? error.said(in: speech) : error
      self.init(isAction ? 422 : Self.status(of: error), said.description)
    case let error as StoreError: self.init(Self.status(of: error), error.text(in: speech))
    case let error as JSONLinesError: self.init(400, "the action is not understood: \(error.problem)")
    case let error as ImportError: self.init(400, error.descriptionOfFaults)
    case let error as ExportError: self.init(422, error.description)
    case is CancellationError: self.init(503, "the action was cancelled before it began; try again")
    default: self.init(500, "\(error)")
    }
  }

  private static func status(of error: ActionError) -> Int {
    switch error.code {
    case .unknownCell, .noSuchInstance, .needsInstance, .standsInNoRepeat, .namesInstance: 404
    default: 422
    }
  }

  private static func status(of error: StoreError) -> Int {
    switch error.code {
    case .unknownForm, .unknownResponse, .unknownRevision, .unknownLanguage, .unknownVersion: 404
    case .readOnly: 403
    case .responseExists: 409
    case .unusableKey, .unusableName: 400
    case .unfitMapping: 422
    case .busy, .interrupted, .suspended, .filesLost, .missingFile, .cannotOpen, .notAStore, .diskError, .commitFailed,
      .outcomeUnknown:
      503
    default: 500
    }
  }
}

extension FormStore {
  /// Refuses a change of a read-only file.
  func requireWriting() throws(ScreenRefusal) {
    guard isReadOnly else { return }
    throw ScreenRefusal(403, Wording(.storeReadOnly))
  }
}
