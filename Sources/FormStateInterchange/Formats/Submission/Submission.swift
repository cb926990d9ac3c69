import FormState
import Foundation

/// A submission that was read: the XML that ODK's apps send, or that ``SubmissionDocument`` writes.
///
/// ```swift
/// let submission = try Submission(data, sourceName: "household.xml")
/// let plan = try submission.plan(for: try store.contents(of: key))
/// try store.group("Submission", in: key) { group in
///   for action in plan.actions { try group.apply(action) }
/// }
/// ```
public struct Submission: Sendable {
  /// The name of its form, from its root.
  package let formID: String?
  /// The version of the form, from its root.
  package let version: String?
  /// The name of the submission itself: `uuid:…`.
  public let instanceID: String?
  /// Its name in messages.
  package let sourceName: String
  let root: XMLTree.Element

  /// The most bytes that a submission may have; a caller that reads files need not read any further.
  package static let largestDocument = DocumentLimits.submission.maximumBytes

  /// Reads a submission.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - sourceName: its name in messages.
  /// - Throws: ``ImportError`` if it is not XML, or an XForm or a property list instead.
  /// - Complexity: O(n) in the size of the document.
  public init(_ data: Data, sourceName: String) throws {
    let tree = try XMLTree.read(
      data, sourceName: sourceName, limits: .submission,
      wayOut: "this is the limit for a submission; is it the right file?")
    root = tree.root
    self.sourceName = sourceName
    if let fault = Self.fault(of: root) {
      var faults = FaultList()
      faults.add(fault)
      throw ImportError(sourceName: sourceName, faults: faults)
    }
    formID = root.attribute("id")
    version = root.attribute("version")
    let meta = root.elements.first { $0.name.local == "meta" }
    let name = meta?.elements.first { $0.name.local == "instanceID" }?.text.trimmed
    instanceID = name.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The kind of a document without answers.
  private static func fault(of root: XMLTree.Element) -> Diagnostic? {
    switch root.name.local {
    case "html":
      Diagnostic(
        key: "line \(root.line)", problem: "this is a form, not a submission",
        action: "import it with formstate import")
    case "plist":
      Diagnostic(
        key: "line \(root.line)", problem: "this is a property list, not a submission",
        action: "import it with formstate import")
    default: nil
    }
  }

  /// Whether the submission names a form: by the name in the form's XForm, or else by the form's key.
  ///
  /// - Complexity: O(n) in the size of the form's kept XForm parts.
  public func answers(_ form: FormDefinition) -> Bool {
    let skeleton = form.properties.keptOfXForm("instance").flatMap { try? XFormSkeleton(xml: $0) }
    let names = [skeleton?.attribute("id"), form.key].compactMap { $0?.canonicalKey }
    if let formID { return names.contains(formID.canonicalKey) }
    // Without a name, the namespace of the root distinguishes forms.
    return skeleton?.attribute("id") == nil && root.name.namespace != nil
      && skeleton?.attribute("xmlns") == root.name.namespace
  }

  /// The version of a form for submissions; `nil` for none.
  package static func version(of form: FormDefinition) -> String? { form.properties.keptOfXForm("version") }

  /// Determines the actions that make a response match the submission.
  ///
  /// Actions are decided in memory, each on the result of those before it, until nothing is left to do, so each is
  /// accepted when they are applied in order. Matching answers are left alone, and so is everything that the
  /// submission does not mention.
  ///
  /// - Parameters:
  ///   - contents: the current response; a fresh one for a new response.
  ///   - form: its definition with all options of its lists, as a store returns it; a response that was read has left
  ///     those of long lists in the store, and their options would not be found.
  /// - Returns: the actions, and the misfits.
  /// - Throws: ``ExportError`` if the form's kept XForm parts are damaged.
  /// - Complexity: O(n) for n nodes, a few times over.
  public func plan(for contents: ResponseContents, of form: FormDefinition? = nil) throws -> SubmissionPlan {
    let form = form ?? contents.form
    var layout = try SubmissionLayout(form)
    // Exports have this node, so an import recognizes it.
    layout.addInstanceID()
    let given = layout.givenInstanceID(of: contents.key, in: contents.state)
    let reader = SubmissionReader(self, layout, givenName: given)
    var plan = try AnswerPlan(reader.draft, contents, FormIndex(form))
    var (misfits, keptCount) = (reader.misfits, 0)
    try plan.run()
    try plan.forEachMisfit { misfit in
      if misfit.outcome == .kept { keptCount += 1 }
      misfits.add(reader.places[misfit.place], misfit.problem, action: misfit.outcome.rawValue)
    }
    let name = layout.givenInstanceID(of: contents.key, in: plan.planned.reader.state)
    return SubmissionPlan(
      actions: plan.planned.actions, decisions: plan.planned.decisions, misfits: misfits.first,
      misfitCount: misfits.count, keptCount: keptCount, keepsInstanceID: instanceID == nil || instanceID == name)
  }
}

/// The plan that makes a response match a submission.
public struct SubmissionPlan: Hashable, Sendable {
  /// The actions, in order.
  public let actions: [FormAction]
  /// Their changes, decided on the current response, preceded by the form's initial calculations.
  package let decisions: [Decision]
  /// The misfits of the submission, with their lines, in the order of the document; at most 1,000.
  public let misfits: [Diagnostic]
  /// The number of misfits, including those that ``misfits`` omits.
  package let misfitCount: Int
  /// How many misfits are values that are kept although their question is not relevant.
  package let keptCount: Int
  /// Whether the response is then exported under the submission's name: its key is that name, `uuid:…`, or the cell of
  /// `meta/instanceID` holds it. `true` for a submission without a name.
  package let keepsInstanceID: Bool
}
