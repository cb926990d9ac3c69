#if CommandLine
import FormState
import FormStateInterchange
import FormStateScreen
import FormStateStore

/// The subject of the page: a response in a file, or a form that is being written.
struct ServedSubject {
  let models: ScreenModels
  private let watching: Task<Void, Never>?

  /// Opens the subject.
  ///
  /// - Throws: `StoreError` if the file cannot be used.
  init(_ order: ScreenOrder) async throws {
    let isPreview = order.file != nil
    let access: FormStore.Access = order.isReadOnly == true ? .read : isPreview ? .create : .write
    @Sendable func open(_ access: FormStore.Access) throws -> FormStore {
      try FormStore(
        path: order.database, access: access, settings: FormStore.Settings(busyTimeout: order.busyTimeout ?? 10)
      ).acting(as: order.author)
    }
    // A file that was moved away is not created again.
    let reopen: @Sendable () throws -> FormStore = { try open(access == .create ? .write : access) }
    let store = try open(access)
    let response = order.response ?? ResponseKey.standardResponse
    guard let file = order.file else {
      models = ScreenModels(store: store, form: order.form, response: response, reopen: reopen)
      watching = nil
      return
    }
    let watch = FileWatch(
      FormFile(
        path: file, formKey: order.form, layout: order.layout, sectionTitles: order.sectionTitles,
        titleKey: order.titleKey, attachments: order.attach), store: store, response: response, reopen: reopen)
    // The first page should have its form.
    await watch.look()
    models = watch.models
    watching = Task { await watch.run() }
  }

  /// Ends every stream, and releases the file: until then its log stays beside it.
  func close() async {
    watching?.cancel()
    await watching?.value
    await models.close()
  }
}
#endif
