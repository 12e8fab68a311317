import ArgusReference
import PropertyTesting
import StorageContract
import StorageFaults

/// Something that the user does, which may fail.
enum UserAction: String, Sendable, CaseIterable {
  case save, saveWhileTheStoreFails, updateWhatIsGone, updateFromAnOldVersion
  /// A mark, while others edit the article twice, or each time.
  case mark, markInVain
  /// An operation of which its view has gone.
  case cancelled
  /// With an error that the app knows nothing of.
  case failUnforeseen

  /// What the log calls the failure; nil if there is none.
  private var failure: String? {
    switch self {
    case .save, .mark: nil
    case .saveWhileTheStoreFails, .failUnforeseen: "transactionFailed"
    case .updateWhatIsGone: "notFound"
    case .updateFromAnOldVersion, .markInVain: "conflict"
    case .cancelled: "cancelled"
    }
  }

  /// - Parameter edits: how many updates somebody else's edit goes before.
  /// - Returns: what the log calls the failure; nil if there is none.
  func run(on device: ArgusDevice, _ edits: Remembered<Int>) async throws -> String? {
    defer { edits.set(0) }
    var found: String?
    do {
      try await act(on: device, edits)
    } catch let error as ArgusError {
      found = ErrorProperties.kind(error)
    } catch is CancellationError {
      found = "cancelled"
    } catch is UnforeseenError {
      found = "transactionFailed"
    }
    try expect("what the caller of “\(rawValue)” is told", found, equals: failure)
    return failure
  }

  private func act(on device: ArgusDevice, _ edits: Remembered<Int>) async throws {
    let app = device.app
    switch self {
    case .save: try await app.perform { _ = try await $0.save(ArticleModel(id: "a")) }
    case .saveWhileTheStoreFails:
      device.faults.inject(StoreFault(.commit, .fails, times: 2))
      defer { device.faults.heal() }
      try await app.perform { _ = try await $0.save(ArticleModel(id: "b")) }
    case .updateWhatIsGone: try await app.perform { _ = try await $0.update(ArticleModel(id: "gone"), expectedVersion: 1) }
    case .updateFromAnOldVersion:
      try await app.articleStore.transaction { _ = try $0.save(ArticleModel(id: "c")) }
      try await app.perform { _ = try await $0.update(ArticleModel(id: "c"), expectedVersion: 0) }
    case .mark: try await mark(app, edits, 2)
    case .markInVain: try await mark(app, edits, 3)
    case .cancelled: try await app.perform { _ in throw CancellationError() }
    case .failUnforeseen: try await app.perform { _ in throw UnforeseenError() }
    }
  }
}

extension UserAction {
  /// Turns the mark of an article into what it is not.
  private func mark(_ app: ArgusApp, _ edits: Remembered<Int>, _ count: Int) async throws {
    let was = try await app.articles.save(ArticleModel(id: "d", url: "https://news.example/d")).isBookmarked
    edits.set(count)
    do {
      try await app.operations.setBookmarked(!was, of: "d")
    } catch {
      app.errors.surface(error)
      throw error
    }
    try expect("the mark that was set while others edited", try await app.articles.article("d")?.isBookmarked, equals: !was)
  }
}

/// Of somebody else's code.
struct UnforeseenError: Error {}
