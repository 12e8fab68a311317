import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// Tasks from articles over a store, and the model of them.
struct ArticleTaskSession {
  private let system: PersonalOSSystem
  private let ids: [String]
  private let clock = VirtualClock(base: Date(timeIntervalSinceReferenceDate: 0.5))
  private var store: any Store
  private var service: any ArticleTasks
  private var model = ArticleTaskModel()

  init(_ system: PersonalOSSystem, _ pool: ArticlePool) async throws {
    self.system = system
    ids = pool.plainDeliveries.map { system.bookmarks.makeItem($0.article, .api).id }
    store = try await system.openStore()
    service = Self.open(system, store, clock)
  }

  private static func open(
    _ system: PersonalOSSystem, _ store: any Store, _ clock: VirtualClock
  ) -> any ArticleTasks {
    system.bookmarks.openTasks(system.dataAccess.openData(store)) { clock.date }
  }

  /// Each wish by a task of its own. What comes of them must be what would have come of them one after the
  /// other, in some order.
  mutating func fulfil(_ wishes: [ArticleTaskHistory.Wish], _ trial: Trial) async throws {
    label(wishes, trial)
    clock.advance(by: .milliseconds(1_500))
    let (service, system, ids) = (service, system, ids)
    let tasks = wishes.map { wish in
      Task {
        switch wish {
        case .create(let delivery):
          let creation = try await service.createTask(from: system.bookmarks.makeItem(delivery.article, .api))
          return ArticleTaskModel.Outcome.creation(
            title: creation.task.title, isDone: creation.task.isDone, created: creation.created)
        case .complete(let number): return .found(try await service.completeTask(articleID: ids[number]))
        case .delete(let number): return .found(try await service.deleteTask(articleID: ids[number]))
        }
      }
    }
    var outcomes: [ArticleTaskModel.Outcome] = []
    for task in tasks { outcomes.append(try await task.value) }
    let stored = try await service.tasks()
    let results = model.results(of: wishes, at: clock.date)
    noteClaim()
    guard let match = results.first(where: { $0.outcomes == outcomes && $0.after.holds(stored, ids) }) else {
      throw ExpectationFailure(
        claim: "\(describe(wishes)) at once came to \(describe(outcomes)) and left \(describe(stored)); "
          + "one after the other: \(describe(results.map(\.outcomes)))",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
    model = match.after
  }

  private func label(_ wishes: [ArticleTaskHistory.Wish], _ trial: Trial) {
    let created = wishes.compactMap { if case .create(let delivery) = $0 { delivery.number } else { nil } }
    let deleted = wishes.compactMap { if case .delete(let number) = $0 { number } else { nil } }
    trial.label("creates one article's task twice at once", if: Set(created).count < created.count)
    trial.label("deletes and creates at once", if: !Set(created).isDisjoint(with: deleted))
    trial.label("meets a task", if: created.contains { model.tasks[$0] != nil })
    trial.label("meets a task that is done", if: created.contains { model.tasks[$0]?.isDone ?? false })
    trial.label(
      "creates a task anew", if: created.contains { model.deleted.contains($0) && model.tasks[$0] == nil })
  }

  mutating func reopen(_ trial: Trial) async throws {
    trial.label("reopens with tasks", if: !model.tasks.isEmpty)
    try await store.close()
    store = try await system.openStore()
    service = Self.open(system, store, clock)
  }

  func expectTasksMatchModel() async throws {
    let stored = try await service.tasks()
    try expect(
      "\(describe(stored)) are the tasks of the model: \(describe(model.tasks))", model.holds(stored, ids))
  }

  func end() async throws {
    try await store.close()
  }
}

/// The tasks as the requirement tells them, by the number of the article. The oracle of POS-69.
struct ArticleTaskModel {
  struct State: Equatable {
    var title: String
    var isDone: Bool
    var createdAt: Date
  }

  enum Outcome: Equatable, Sendable {
    case creation(title: String, isDone: Bool, created: Bool)
    case found(Bool)
  }

  private(set) var tasks: [Int: State] = [:]
  private(set) var deleted: Set<Int> = []

  /// What may come of the wishes: once for each order in which they may be fulfilled, in the order of the
  /// wishes.
  func results(
    of wishes: [ArticleTaskHistory.Wish], at now: Date
  ) -> [(outcomes: [Outcome], after: ArticleTaskModel)] {
    results(of: Array(wishes.enumerated()), now).map { outcomes, after in
      (wishes.indices.compactMap { outcomes[$0] }, after)
    }
  }

  private func results(
    of wishes: [(offset: Int, element: ArticleTaskHistory.Wish)], _ now: Date
  ) -> [(outcomes: [Int: Outcome], after: ArticleTaskModel)] {
    if wishes.isEmpty { return [([:], self)] }
    return wishes.indices.flatMap { index in
      var next = self
      let outcome = next.fulfil(wishes[index].element, now)
      var rest = wishes
      rest.remove(at: index)
      return next.results(of: rest, now).map { outcomes, after in
        (outcomes.merging([wishes[index].offset: outcome]) { old, _ in old }, after)
      }
    }
  }

  private mutating func fulfil(_ wish: ArticleTaskHistory.Wish, _ now: Date) -> Outcome {
    switch wish {
    case .create(let delivery):
      if let task = tasks[delivery.number] {
        return .creation(title: task.title, isDone: task.isDone, created: false)
      }
      tasks[delivery.number] = State(title: delivery.article.title, isDone: false, createdAt: now)
      return .creation(title: delivery.article.title, isDone: false, created: true)
    case .complete(let number):
      tasks[number]?.isDone = true
      return .found(tasks[number] != nil)
    case .delete(let number):
      let wasThere = tasks.removeValue(forKey: number) != nil
      if wasThere { deleted.insert(number) }
      return .found(wasThere)
    }
  }

  /// Whether these are the stored tasks, to the byte.
  func holds(_ stored: [ArticleTask], _ ids: [String]) -> Bool {
    let expected = tasks.map { number, state in
      ArticleTask(
        articleID: ids[number], title: state.title, createdAt: state.createdAt, isDone: state.isDone)
    }
    return stored.map(Bytewise.init) == expected.sorted { $0.articleID < $1.articleID }.map(Bytewise.init)
  }
}
