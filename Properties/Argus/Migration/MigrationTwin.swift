import ArgusReference
import Foundation
import PropertyTesting
import StorageContract

/// A second migration: it reads all old rows at once and goes through them by index.
actor MigrationTwin: MigrationCoordinating {
  enum Defect: String, CaseIterable, Sendable {
    // Once.
    case marksTheAppAlone = "marks completion only in the app's settings"
    case marksNothing = "marks completion nowhere"
    case repeatsAtEachLaunch = "migrates whatever the marks say"
    case looksAtTheDeviceAlone = "ignores the mark in the app's settings"
    case runsTwiceAtOnce = "begins a second run while one runs"
    // Resuming.
    case savesProgressFirst = "stores the progress before the batch"
    case startsOver = "starts again with the first row and overwrites migrated articles"
    case skipsARow = "resumes one row too far"
    case storesWhatItCan = "ignores the store's refusal of an article"
    // Articles that are there.
    case overwritesExisting = "replaces the new article with the old one"
    case ignoresStatus = "leaves an existing article as it is"
    case matchesByTitle = "looks for an article by its title"
    case joinsStatus = "sets flags that are set on either side"
    case matchesByIDAlone = "overwrites an article of the same address that has another id"
    case writesWhatIsSo = "writes an article again that has the same status"
    // Articles that are not.
    case skipsEmptyBodies = "does not create articles without a body"
    case dropsStatus = "creates articles unread"
    case makesNewIDs = "gives articles new ids"
    case datesArticlesAnew = "creates articles without their date"
    case endsWhereARowIsNoArticle = "treats a row that is no article as the end of the old database"
    // The old database.
    case marksRows = "marks old rows as migrated"
    case deletesAfterSuccess = "deletes the old rows in the end"
    case upgradesTheSchema = "sets the old database's schema version"
    // Progress.
    case showsProgressOfTheRun = "restarts the progress at 0 when it resumes"
    case completesBeforeTheLastBatch = "shows completion before the last batch"
    case dividesByNothing = "divides by the number of rows, even if it is 0"
    case showsFailuresAtNothing = "shows a failure as if nothing had been migrated"
    case notesWhatItCan = "ignores the store's refusal of the progress"
    // The modal.
    case hidesBeforeTheLastBatch = "hides the modal when the last batch begins"
    case hidesOnResume = "shows no modal when it goes on"
    case throwsWhatTheStoreThrows = "throws the error of the old database as it is"
    case takesCancellationForFailure = "treats a cancellation as a failure of the store"
    case isStuckAfterAFailure = "shows progress after a failure, for ever"
    case letsTheUserIn = "shows the modal and blocks nothing before it begins"
    // Completion.
    case marksAtTheStart = "marks completion before the first batch"
    case marksWhateverHappened = "marks completion also when it fails"
    case marksBeforeTheLastBatch = "marks completion before the last batch"
    case marksTheAppFirst = "marks completion in the app's settings before the device's"
  }

  static let twin = Twin<ArgusSystem, Defect>("MigrationTwin") { system, defect in
    system.parts.makeMigration = { MigrationTwin($0, defect) }
  }

  private let setup: MigrationSetup
  private let defect: Defect?
  private(set) var modal: MigrationModal
  private var isBusy = false

  init(_ setup: MigrationSetup, _ defect: Defect?) {
    (self.setup, self.defect) = (setup, defect)
    modal = Self.isMarked(setup, defect) || defect == .letsTheUserIn || setup.legacyStore == nil ? .hidden : .shown(progress: 0)
  }

  private static func isMarked(_ setup: MigrationSetup, _ defect: Defect?) -> Bool {
    defect != .looksAtTheDeviceAlone && setup.appSettings.preferences["twin"] != nil || setup.deviceSettings.preferences["twin"] != nil
  }

  private func mark() {
    guard defect != .marksNothing else { return }
    if defect == .marksTheAppFirst { setup.appSettings.setPreference("yes", for: "twin") }
    if defect != .marksTheAppAlone { setup.deviceSettings.setPreference("yes", for: "twin") }
    if defect != .marksTheAppFirst { setup.appSettings.setPreference("yes", for: "twin") }
  }

  func runIfNeeded() async throws -> Bool {
    guard let legacy = setup.legacyStore, defect == .repeatsAtEachLaunch || !Self.isMarked(setup, defect),
      !isBusy || defect == .runsTwiceAtOnce
    else { return false }
    isBusy = true
    defer { isBusy = false }
    do {
      if defect == .marksAtTheStart { mark() }
      if defect == .upgradesTheSchema { try await legacy.write { try $0.setSchemaVersion(2) } }
      try await migrate(legacy)
    } catch {
      if defect == .marksWhateverHappened { mark() }
      if defect != .isStuckAfterAFailure { await show(.failed(progress: defect == .showsFailuresAtNothing ? 0 : modal.progress ?? 0)) }
      if defect == .throwsWhatTheStoreThrows { throw error }
      if error is CancellationError && defect != .takesCancellationForFailure { throw error }
      throw error is ArgusError ? error : ArgusError.transactionFailed
    }
    if defect == .deletesAfterSuccess {
      try await legacy.write { for row in try $0.scan("notification_data") { try $0.delete(row.key, in: "notification_data") } }
    }
    mark()
    await show(.hidden)
    return true
  }

  private func migrate(_ legacy: any Store) async throws {
    var rows = try await legacy.read { transaction in
      try transaction.scan("notification_data").map { record -> LegacyArticle? in
        guard case .bytes(let bytes)? = record.fields["article"] else { return nil }
        return try? JSONDecoder().decode(LegacyArticle.self, from: Data(bytes))
      }
    }
    if defect == .endsWhereARowIsNoArticle, let end = rows.firstIndex(where: { $0 == nil }) { rows.removeSubrange(end...) }
    var start = try await setup.articles.read { reader -> Int in
      guard case .int64(let next)? = try reader.raw.get("twin", in: "migration")?.fields["next"] else { return 0 }
      return Int(next)
    }
    let resumed = start > 0
    if defect == .startsOver { start = 0 }
    if defect == .skipsARow, resumed { start += 1 }
    func fraction(_ done: Int) -> Double {
      if rows.isEmpty { return defect == .dividesByNothing ? Double(done) / Double(rows.count) : 1 }
      return Double(done) / Double(rows.count)
    }
    if !(defect == .hidesOnResume && resumed) { await show(.shown(progress: defect == .showsProgressOfTheRun ? 0 : fraction(min(start, rows.count)))) } else { await show(.hidden) }
    var next = start
    while next < rows.count {
      let end = min(rows.count, next + max(1, setup.batchSize))
      let isLast = end == rows.count
      if isLast, defect == .completesBeforeTheLastBatch { await show(.shown(progress: 1)) }
      if isLast, defect == .hidesBeforeTheLastBatch { await show(.hidden) }
      if isLast, defect == .marksBeforeTheLastBatch { mark() }
      let batch = rows[next..<end].compactMap { $0 }
      if defect == .savesProgressFirst { try await setup.articles.transaction { try Self.note(end, in: $0) } }
      try await setup.articles.transaction { transaction in
        for row in batch {
          do {
            try self.store(row, isAgain: self.defect == .startsOver && resumed, in: transaction)
          } catch where self.defect == .storesWhatItCan {}
        }
        do { try Self.note(end, in: transaction) } catch where self.defect == .notesWhatItCan {}
      }
      if defect == .marksRows { try await legacy.write { _ = try $0.put(["done": .int64(Int64(end))], at: "done", in: "marks") } }
      next = end
      let isHidden = defect == .hidesOnResume && resumed || isLast && defect == .hidesBeforeTheLastBatch
      if !isHidden { await show(.shown(progress: fraction(defect == .showsProgressOfTheRun ? next - start : next))) }
    }
  }

  private static func note(_ next: Int, in transaction: any ArticleTransaction) throws {
    try transaction.writer.put(["next": .int64(Int64(next))], at: "twin", in: "migration")
  }

  private nonisolated func store(_ row: LegacyArticle, isAgain: Bool, in transaction: any ArticleTransaction) throws {
    let old = setup.convert(row)
    let known: ArticleModel?
    switch defect {
    case .matchesByTitle: known = try transaction.articles().first { $0.title == old.title && $0.id != old.id } ?? transaction.article(old.id)
    case .matchesByIDAlone: known = try transaction.article(old.id)
    default: known = try transaction.article(old.id) ?? transaction.article(at: old.url)
    }
    guard var article = known, !isAgain else {
      if defect == .skipsEmptyBodies, old.body.isEmpty { return }
      var made = old
      if defect == .datesArticlesAnew { made.publishedAt = ArticleModel.unknownDate }
      if defect == .dropsStatus { (made.isRead, made.isBookmarked, made.isArchived) = (false, false, false) }
      if defect == .makesNewIDs {
        made = ArticleModel(
          id: "new \(old.id)", url: old.url, title: old.title, body: old.body, topicNames: old.topicNames,
          publishedAt: old.publishedAt, isRead: old.isRead, isBookmarked: old.isBookmarked, isArchived: old.isArchived)
      }
      try transaction.save(made)
      return
    }
    if defect == .ignoresStatus { return }
    if defect == .overwritesExisting { article = old }
    let joins = defect == .joinsStatus
    article.isRead = old.isRead || joins && article.isRead
    article.isBookmarked = old.isBookmarked || joins && article.isBookmarked
    article.isArchived = old.isArchived || joins && article.isArchived
    if article != known || defect == .writesWhatIsSo { try transaction.save(article) }
  }

  private func show(_ next: MigrationModal) async {
    guard modal != next else { return }
    modal = next
    await setup.announce(next)
  }
}

extension MigrationModal {
  /// Nil when it is hidden.
  var progress: Double? {
    switch self {
    case .shown(let progress), .failed(let progress): progress
    case .hidden: nil
    }
  }
}
