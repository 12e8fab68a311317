import Foundation
import PersonalOSGenerators
import PersonalOSReference
import StorageContract

/// Which part of the overlap a task works for. A dashboard's own tasks inherit it.
private enum Worker {
  @TaskLocal static var part: Int?
}

/// Several operations on one dashboard at a time. It counts itself how many are under way, and compares
/// whenever it can: at each gate, when an operation has ended, and in between.
@MainActor
final class OverlapDriver {
  private enum End { case succeeded, failed, cancelled }

  let dashboard: any SocialDashboard
  private(set) var contradictions: [String] = []
  private(set) var classes: Set<String> = []
  /// Of those that were not cancelled.
  private(set) var outcomes: [String] = []
  let overlap: PostOverlap
  let store: any Store
  let announcements: Announcements
  let announcedBefore: Int
  /// The parts that are under way.
  private var underWay: Set<Int> = []
  private(set) var asked: [Int] = []
  private(set) var unsaved: Set<Int> = []
  private(set) var succeeded: Set<Int> = []
  /// Saves that were asked for while the same post was being deleted.
  private var asksDuringDeletion: Set<Int> = []
  private var openGates: Set<Int> = []
  private var held: [Int: [CheckedContinuation<Void, Never>]] = [:]

  init(_ system: PersonalOSSystem, _ overlap: PostOverlap) async throws {
    self.overlap = overlap
    let store = try await system.openStore()
    try await store.write { transaction in
      for post in overlap.stored {
        try transaction.put(post.storedFields, at: post.storageKey, in: SocialPost.collection)
      }
    }
    self.store = store
    let announcements = Announcements()
    self.announcements = announcements
    let visit = Visit()
    let posts = ScriptedPosts(try await system.openPosts(store)) {
      guard let part = Worker.part else { return nil }
      return ScriptedPosts.Script(failure: overlap.parts[part].failure) { moment in
        await visit.session?.pass(moment == .called ? 2 * part : 2 * part + 1)
        if moment == .called { try Task.checkCancellation() }
      }
    }
    dashboard = system.social.makeDashboard(
      SocialSetup(repository: posts) { announcements.note($0) })
    try await dashboard.loadPosts()
    announcedBefore = announcements.all.count
    visit.session = self
  }

  /// Whom the repository's gates belong to, once it is there.
  @MainActor
  private final class Visit {
    weak var session: OverlapDriver?
  }

  func end() async throws { try await store.close() }

  /// Runs all parts, opens the gates in their order, and looks on.
  func run() async throws {
    let tasks = overlap.parts.indices.map { part in
      Worker.$part.withValue(part) {
        Task(name: "operation \(part)") { await self.perform(part) }
      }
    }
    let cancelling = overlap.parts.enumerated().compactMap { part, plan in
      plan.isCancelledAfter.map { turns in
        Task(name: "cancels \(part)") {
          for _ in 0..<turns { await Task.yield() }
          tasks[part].cancel()
        }
      }
    }
    let opening = Task(name: "opens the gates") {
      for gate in self.overlap.gates {
        for _ in 0...self.overlap.turnsBetweenGates { await Task.yield() }
        self.open(gate)
      }
    }
    // For a while only: a task that looks until the others have ended is all that runs in some schedules.
    let looking = Task(name: "looks on") {
      for _ in 0..<80 {
        self.look("in between")
        await Task.yield()
      }
    }
    for task in tasks + cancelling + [opening, looking] { await task.value }
  }

  private func perform(_ part: Int) async {
    let plan = overlap.parts[part]
    for _ in 0..<plan.startsAfter { await Task.yield() }
    underWay.insert(part)
    asked.append(part)
    classify(part)
    let end: End
    do {
      switch plan.operation {
      case .save(let post): try await dashboard.savePost(post)
      case .delete(let number): try await dashboard.deletePost(Self.post(number))
      case .load: try await dashboard.loadPosts()
      }
      end = .succeeded
    } catch is CancellationError {
      end = .cancelled
    } catch {
      end = .failed
    }
    underWay.remove(part)
    if end == .succeeded { succeeded.insert(part) }
    if end != .succeeded, case .save = plan.operation {
      unsaved.insert(part)
      if asksDuringDeletion.contains(part) { classes.insert("is deleted, and not saved again") }
    }
    look("once operation \(part) has ended")
    if end == .cancelled { classes.insert("is cancelled") } else {
      outcomes.append("\(plan.operation.type) \(end == .succeeded)")
    }
    if !underWay.isEmpty {
      if end == .failed { classes.insert("fails while others run") }
      if end == .cancelled { classes.insert("is cancelled while others run") }
    }
  }

  private func classify(_ part: Int) {
    if underWay.count > 1 { classes.insert("two overlap") }
    if underWay.count > 2 { classes.insert("three overlap") }
    let id = overlap.parts[part].operation.postID
    if id != nil, underWay.contains(where: { $0 != part && overlap.parts[$0].operation.postID == id }) {
      classes.insert("two overlap on one post")
    }
    let isBeingDeleted = underWay.contains {
      if case .delete(let number) = overlap.parts[$0].operation { UUID.post(number) == id } else { false }
    }
    if isBeingDeleted, case .save = overlap.parts[part].operation { asksDuringDeletion.insert(part) }
  }

  private func look(_ moment: String) {
    if dashboard.isLoading != !underWay.isEmpty {
      contradictions.append(
        "\(moment), with \(underWay.count) under way: isLoading is \(dashboard.isLoading)")
    }
  }

  private func pass(_ gate: Int) async {
    look("at gate \(gate)")
    if !openGates.contains(gate) { await withCheckedContinuation { held[gate, default: []].append($0) } }
    look("past gate \(gate)")
  }

  private func open(_ gate: Int) {
    openGates.insert(gate)
    for waiting in held.removeValue(forKey: gate) ?? [] { waiting.resume() }
  }

  private static func post(_ number: Int) -> SocialPost {
    SocialPost(
      id: .post(number), text: "Hello", createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .draft)
  }
}

extension PostOperation {
  var type: OperationType {
    switch self {
    case .save: .save
    case .delete: .delete
    case .load: .load
    }
  }

  var postID: UUID? {
    switch self {
    case .save(let post): post.id
    case .delete(let number): .post(number)
    case .load: nil
    }
  }
}
