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
  /// The name of the form that it answers, as its root says.
  public let formID: String?
  /// The version of the form, as its root says.
  public let version: String?
  /// What names the submission itself: `uuid:…`.
  public let instanceID: String?
  /// What messages call it.
  public let sourceName: String
  let root: XMLTree.Element

  /// The most bytes that a submission may have; a caller that reads files need not read any further.
  public static let largestDocument = DocumentLimits.submission.maximumBytes

  /// Reads a submission.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - sourceName: what messages call it.
  /// - Throws: ``ImportError`` where it is no XML, or an XForm or a property list instead.
  /// - Complexity: O(n) in the size of the document.
  public init(_ data: Data, sourceName: String) throws(ImportError) {
    let tree = try XMLTree.read(
      data, sourceName: sourceName, limits: .submission, wayOut: "this is the limit for a submission; is it the right file?")
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

  /// What a document is that answers nothing.
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

  /// Whether the submission says that it answers a form: by the name that the form's XForm has, or else by the form's
  /// key.
  ///
  /// - Complexity: O(n) in the size of what the form keeps of its XForm.
  public func answers(_ form: FormDefinition) -> Bool {
    let skeleton = form.properties.keptOfXForm("instance").flatMap { try? XFormSkeleton(xml: $0) }
    let names = [skeleton?.attribute("id"), form.key].compactMap { $0?.canonicalKey }
    if let formID { return names.contains(formID.canonicalKey) }
    // Where nothing is called anything, the namespace of the root tells one form from another.
    return skeleton?.attribute("id") == nil && root.name.namespace != nil
      && skeleton?.attribute("xmlns") == root.name.namespace
  }

  /// The version that a form says of itself where submissions do; `nil` for none.
  public static func version(of form: FormDefinition) -> String? { form.properties.keptOfXForm("version") }

  /// Determines what leads a response to what the submission says.
  ///
  /// Actions are decided in memory, each on what those before it have done, until nothing is left to do; so each of
  /// them is accepted where they are applied in their order. What is there already is left alone, and so is what the
  /// submission does not mention.
  ///
  /// - Parameters:
  ///   - contents: the response as it is; a fresh one for a new response.
  ///   - form: its definition with all options of its lists, as a store gives it by itself; a response that was read
  ///     has left those of long lists in the store, and then no option of them would be found.
  /// - Returns: the actions, and what of the submission has no place in the response.
  /// - Throws: ``ExportError`` where what the form keeps of its XForm was damaged.
  /// - Complexity: O(n) for n nodes, a few times over.
  public func plan(for contents: ResponseContents, of form: FormDefinition? = nil) throws -> SubmissionPlan {
    var planning = try SubmissionPlanning(self, contents, of: form ?? contents.form)
    return try planning.run()
  }
}

/// What leads a response to what a submission says.
public struct SubmissionPlan: Hashable, Sendable {
  /// What to apply, in this order.
  public let actions: [FormAction]
  /// What they do, decided on the response as it was; before them what its form calculates at first.
  package let decisions: [Decision]
  /// What of the submission has no place in the response, with its line, in the order of the document; at most
  /// ``mostMisfits``.
  public let misfits: [Diagnostic]
  /// How many misfits there are, including those that ``misfits`` leaves out.
  public let misfitCount: Int
  /// Whether the response then goes out under the name that the submission came with: its key is that name, `uuid:…`,
  /// or the cell of `meta/instanceID` holds it. `true` for a submission without a name.
  public let keepsInstanceID: Bool

  /// How many misfits a plan keeps; a submission can have millions of them.
  public static let mostMisfits = 1_000
}
