import Foundation
import PersonalOSReference

/// Another dashboard, with one defect: what POS-47 to POS-51 must catch.
///
/// It is written apart from the reference, as an adopter's would be: operations on one post one at a time, by
/// ticket. Without a defect it holds all five.
@MainActor
final class DefectiveDashboard: SocialDashboard {
  enum Defect: Sendable {
    // Saving.
    case reportsBeforeItWrites, leavesOldErrors, listsEditsTwice, announcesTwice, saysNothing
    case keepsOptimisticSaves, givesNoReason, givesEveryReason, callsFailuresSuccesses, reloadsOverErrors, swallowsErrors
    case dropsDrafts
    // Deleting.
    case removesByText, removesAnotherAfterAnInsert, removesFromTheListOnly, confirmsDeletionsOfNothing
    case losesFailedDeletions, restoresAtTheEnd, hidesDeletionErrors
    case dropsDraftsOfFailedDeletions
    // Several at a time.
    case resetsLoadingWithTheFirst, staysLoadingAfterFailures, loadsAfterTheAwait
    case staysLoadingAfterCancellations, hopsBeforeLoading, loadsStaleLists, takesNoTurns
    case deletesNewerDrafts, savesTakeNewerDrafts, takesTurnsBackwards
  }

  private(set) var posts: [SocialPost] = []
  private(set) var drafts: [SocialPost] = []
  private(set) var isLoading = false
  private(set) var error: AppError?
  private(set) var lastOperation: OperationResult?

  private let setup: SocialSetup
  private let defect: Defect?
  private var running = 0
  private var writes = 0
  /// How often each post was given to be saved: a draft goes only while that is as it was.
  private var versions: [UUID: Int] = [:]
  private var isBusy: Set<UUID> = []
  private var lastTicket = 0
  /// The tickets of those who wait for a post.
  private var tickets: [UUID: [Int]] = [:]
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ setup: SocialSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func savePost(_ post: SocialPost) async throws {
    if defect == .keepsOptimisticSaves { show(post) }
    if defect == .reportsBeforeItWrites { tell(.save, nil, "Saved") }
    let version = versions[post.id, default: 0] + 1
    versions[post.id] = version
    let draftIndex = drafts.firstIndex { $0.id == post.id }
    if defect != .dropsDrafts {
      if let draftIndex { drafts[draftIndex] = post } else { drafts.append(post) }
    }
    do {
      try await counted(post.id) {
        try await self.setup.repository.save(post)
        self.writes += 1
        self.show(post)
        if self.versions[post.id] == version || self.defect == .savesTakeNewerDrafts {
          self.drafts.removeAll { $0.id == post.id }
        }
      } outcome: { failure in
        if self.defect == .reportsBeforeItWrites && failure == nil { self.error = nil } else {
          self.tell(.save, failure, "Saved")
        }
      }
    } catch {
      if defect == .reloadsOverErrors, !(error is CancellationError) {
        posts = sorted(try await setup.repository.fetchAll())
        self.error = nil
      }
      if defect == .swallowsErrors, !(error is CancellationError) { return }
      throw error
    }
  }

  func deletePost(_ post: SocialPost) async throws {
    let listBefore = posts
    let version = versions[post.id]
    let index = posts.firstIndex { $0.id == post.id }
    if [.losesFailedDeletions, .restoresAtTheEnd].contains(defect) { posts.removeAll { $0.id == post.id } }
    do {
      try await counted(post.id) {
        do {
          if self.defect != .removesFromTheListOnly { try await self.setup.repository.delete(post) }
        } catch SocialPostError.notFound where self.defect == .confirmsDeletionsOfNothing {}
        self.writes += 1
        if self.versions[post.id] == version || self.defect == .deletesNewerDrafts {
          self.drafts.removeAll { $0.id == post.id }
        }
        switch self.defect {
        case .removesByText: self.posts.removeAll { $0.text == post.text }
        case .removesAnotherAfterAnInsert:
          if let index, self.posts.indices.contains(index) { self.posts.remove(at: index) }
        default: self.posts.removeAll { $0.id == post.id }
        }
      } outcome: { self.tell(.delete, $0, "Deleted") }
    } catch {
      if defect == .restoresAtTheEnd { posts += listBefore.filter { $0.id == post.id } }
      if defect == .hidesDeletionErrors { self.error = nil }
      if defect == .dropsDraftsOfFailedDeletions { drafts.removeAll { $0.id == post.id } }
      throw error
    }
  }

  func loadPosts() async throws {
    try await counted(nil) {
      var fetched: [SocialPost]
      var before: Int
      repeat {
        try Task.checkCancellation()
        before = self.writes
        fetched = try await self.setup.repository.fetchAll()
      } while before != self.writes && self.defect != .loadsStaleLists
      self.posts = self.sorted(fetched)
    } outcome: { self.tell(.load, $0, "Loaded") }
  }

  /// Runs `body` with the indicator on, and tells how it ended.
  private func counted(
    _ id: UUID?, _ body: () async throws -> Void, outcome: ((any Error)?) -> Void
  ) async throws {
    if defect == .hopsBeforeLoading { await Task.yield() }
    running += 1
    if defect != .loadsAfterTheAwait { isLoading = true }
    do {
      try await inTurn(id) {
        try Task.checkCancellation()
        try await body()
      }
      if defect == .loadsAfterTheAwait { isLoading = true }
      outcome(nil)
    } catch {
      running -= 1
      let isCancelled = error is CancellationError
      let stays =
        isCancelled
        ? defect == .staysLoadingAfterCancellations : defect == .staysLoadingAfterFailures
      if !stays { stopLoading() }
      if isCancelled { throw error }
      outcome(error)
      throw appError(error)
    }
    running -= 1
    stopLoading()
  }

  private func stopLoading() {
    isLoading = defect != .resetsLoadingWithTheFirst && running > 0
  }

  /// Looks again whenever anything has ended, whether nobody else is at the post.
  private func inTurn(_ id: UUID?, _ body: () async throws -> Void) async throws {
    guard let id, defect != .takesNoTurns else { return try await body() }
    lastTicket += 1
    let ticket = lastTicket
    tickets[id, default: []].append(ticket)
    while isBusy.contains(id) || ticket != next(of: id) {
      await withCheckedContinuation { waiting.append($0) }
    }
    tickets[id]?.removeAll { $0 == ticket }
    isBusy.insert(id)
    defer {
      isBusy.remove(id)
      for waiter in waiting { waiter.resume() }
      waiting = []
    }
    try await body()
  }

  private func next(of id: UUID) -> Int? {
    defect == .takesTurnsBackwards ? tickets[id]?.last : tickets[id]?.first
  }

  private func tell(_ type: OperationType, _ failure: (any Error)?, _ done: String) {
    if let failure {
      let shown = appError(failure)
      error = defect == .hidesDeletionErrors && type == .delete ? nil : shown
      var reason = defect == .givesNoReason ? "Something went wrong" : "No: \(shown.userMessage)"
      if defect == .givesEveryReason { reason = Self.everyReason(with: shown) }
      announce(OperationResult(type: type, success: defect == .callsFailuresSuccesses, message: reason))
    } else {
      if defect != .leavesOldErrors { error = nil }
      announce(OperationResult(type: type, success: true, message: defect == .saysNothing ? "" : done))
    }
  }

  /// One text for all failures that it knows of, among them this one.
  private static func everyReason(with error: AppError) -> String {
    let network: [NetworkError] = [.noConnection, .timeout, .rateLimited, .invalidResponse]
    let database: [DatabaseError] = [.corruptedData, .constraintViolation, .concurrencyConflict, .migrationFailed("")]
    let known = network.map(\.userMessage) + database.map(\.userMessage)
    return known.contains(error.userMessage) ? known.joined(separator: " ") : error.userMessage
  }

  private func announce(_ result: OperationResult) {
    lastOperation = result
    setup.announce(result)
    if defect == .announcesTwice { setup.announce(result) }
  }

  private func appError(_ error: any Error) -> AppError {
    switch error {
    case let error as AppError: error
    case let error as NetworkError: .network(error, retryable: true)
    case let error as DatabaseError: .database(error, recoverable: false)
    default: .database(.corruptedData, recoverable: false)
    }
  }

  private func show(_ post: SocialPost) {
    let others = defect == .listsEditsTwice ? posts : posts.filter { $0.id != post.id }
    posts = sorted(others + [post])
  }

  private func sorted(_ posts: [SocialPost]) -> [SocialPost] {
    posts.sorted { ($1.createdAt, $0.id.uuidString) < ($0.createdAt, $1.id.uuidString) }
  }
}
