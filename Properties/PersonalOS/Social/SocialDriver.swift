import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// What a user sees of the dashboard at one moment.
struct DashboardScreen: Sendable {
  let posts: [SocialPost]
  let drafts: [SocialPost]
  let isLoading: Bool
  let error: AppError?
  let lastOperation: OperationResult?
  /// Everything that was announced so far, oldest first.
  let announced: [OperationResult]
}

/// A dashboard over a store, and what must be in both.
struct SocialDriver {
  private let system: PersonalOSSystem
  private let announced: Announcements
  private let refusal: Refusal
  private var store: any Store
  private var posts: ScriptedPosts
  private var dashboard: any SocialDashboard
  private(set) var model = DashboardModel()

  /// Stores `stored`, opens the dashboard, and loads.
  init(_ system: PersonalOSSystem, holding stored: [SocialPost]) async throws {
    self.system = system
    announced = Announcements()
    refusal = Refusal()
    let refusal = refusal
    store = StoreTrace(try await system.openStore()) { _, event in try refusal.judge(event) }.store
    try await store.write { transaction in
      for post in stored {
        try transaction.put(post.storedFields, at: post.storageKey, in: SocialPost.collection)
      }
    }
    posts = ScriptedPosts(try await system.openPosts(store))
    dashboard = await Self.makeDashboard(system, posts, announced)
    model.hold(stored)
    try await dashboard.loadPosts()
  }

  /// The app ends and starts again.
  mutating func reopen() async throws {
    try await store.close()
    store = try await system.openStore()
    posts = ScriptedPosts(try await system.openPosts(store))
    dashboard = await Self.makeDashboard(system, posts, announced)
    try await dashboard.loadPosts()
  }

  func end() async throws { try await store.close() }

  private static func makeDashboard(
    _ system: PersonalOSSystem, _ posts: ScriptedPosts, _ announced: Announcements
  ) async -> any SocialDashboard {
    await system.social.makeDashboard(
      SocialSetup(repository: posts) { announced.note($0) })
  }

  func screen() async -> DashboardScreen { await Self.screen(dashboard, announced) }

  @MainActor
  private static func screen(
    _ dashboard: any SocialDashboard, _ announced: Announcements
  ) -> DashboardScreen {
    DashboardScreen(
      posts: dashboard.posts, drafts: dashboard.drafts, isLoading: dashboard.isLoading,
      error: dashboard.error, lastOperation: dashboard.lastOperation, announced: announced.all)
  }

  /// Does what the step says, and brings the model up to date with what must come of it.
  mutating func perform(_ step: PostHistory.Step) async throws -> PostReport {
    let before = await screen()
    let (dashboard, announced, refusal) = (dashboard, announced, refusal)
    let moments = Mutex<[DashboardScreen]>([])
    refusal.refuses(step.failure == .storeRefuses)
    posts.setNext(
      ScriptedPosts.Script(failure: step.failure) { moment in
        let screen = await Self.screen(dashboard, announced)
        moments.withLock { $0.append(screen) }
        guard moment == .called, let post = step.meanwhile else { return }
        refusal.refuses(false)
        try await dashboard.savePost(post)
        refusal.refuses(step.failure == .storeRefuses)
      })
    let subject = try subject(of: step.operation)
    var thrown: (any Error)?
    do {
      switch step.operation {
      case .save(let post): try await dashboard.savePost(post)
      case .delete: try await dashboard.deletePost(subject)
      case .load: try await dashboard.loadPosts()
      }
    } catch { thrown = error }
    refusal.refuses(false)
    posts.setNext(nil)
    let moment = moments.withLock { $0.first }
    if moment != nil, let meanwhile = step.meanwhile { model.save(meanwhile, succeeds: true) }
    let isThere = model.has(subject.id)
    update(step, subject)
    return PostReport(
      before: before, whenCalled: moment, after: await screen(), thrown: thrown, wasThere: isThere,
      stored: try await storedPosts())
  }

  private mutating func update(_ step: PostHistory.Step, _ subject: SocialPost) {
    switch step.operation {
    case .save(let post): model.save(post, succeeds: step.failure == nil)
    case .delete: if step.failure == nil && model.has(subject.id) { model.delete(subject.id) }
    case .load: break
    }
  }

  /// The post that an operation concerns, as the user sees it.
  private func subject(of operation: PostOperation) throws -> SocialPost {
    switch operation {
    case .save(let post): return post
    case .delete(let number):
      let phantom = SocialPost(
        id: .post(number), text: "Hello", createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .draft)
      return model.stored[UUID.post(number).uuidString] ?? phantom
    case .load:
      return SocialPost(
        id: .post(255), text: "", createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .draft)
    }
  }

  func storedPosts() async throws -> [PostBytes] {
    try await store.read { try $0.scan(SocialPost.collection) }.map { PostBytes($0) }
  }

  /// The list and the store have what the model has, byte for byte.
  func expectListAndStoreMatchModel() async throws {
    try expect("the list", await screen().posts.bytes, equals: model.list.bytes)
    try expect(
      "the store", try await storedPosts(),
      equals: model.stored.values.sorted { $0.storageKey < $1.storageKey }.bytes)
  }
}

/// What the dashboard announced.
final class Announcements: Sendable {
  private let results = Mutex<[OperationResult]>([])

  var all: [OperationResult] { results.withLock { $0 } }

  func note(_ result: OperationResult) { results.withLock { $0.append(result) } }
}

/// Has a store refuse what would change it, as long as it is switched on.
private final class Refusal: Sendable {
  private let isOn = Mutex(false)

  func refuses(_ isOn: Bool) { self.isOn.withLock { $0 = isOn } }

  func judge(_ event: StoreTrace.Event) throws {
    if isOn.withLock({ $0 }) {
      throw StoreError.io(operation: "append", path: "posts", reason: "no space left")
    }
  }
}

extension PersonalOSSystem {
  func openPosts(_ store: any Store) async throws -> any SocialPostRepository {
    try await parts.social.openRepository(parts.dataAccess.openData(store))
  }
}
