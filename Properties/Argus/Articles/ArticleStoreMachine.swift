import ArgusReference
import PropertyTesting
import StorageFaults

/// Transactions on the store of articles, with everything that may happen to one: ARG-38 to ARG-40, ARG-43 and ARG-60.
enum ArticleStoreMachine {
  typealias StoreCommand = Command<ArticleBook, ArgusDevice>

  /// That ends as the closure ends.
  static let atomicity = machine([plan([.commits, .throwsAtTheEnd, .isCancelled, .dies(done: false)]), relaunch, readByFilter])
  /// Whose backend fails.
  static let fallback = machine([
    plan([
      .commits, .commitFails(times: 1), .commitFails(times: 2), .commitIsUnknown(done: true), .commitIsUnknown(done: false),
      .callFails(.put, at: 1), .callFails(.get, at: 1), .callFails(.scan, at: 0), .callFails(.delete, at: 0), .everyPutFails,
      .dies(done: true), .dies(done: false),
    ]), relaunch,
  ])
  static let editors = machine([plan([.commits]), editAtOnce, relaunch])
  static let savers = machine([plan([.commits]), saveAtOnce, relaunch])
  static let relationships = machine([plan([.commits], of: .linkStep), relaunch])

  static func launch(_ system: ArgusSystem) async throws -> ArgusDevice {
    var system = system
    system.parts.render = { ArticleNames.rendered($0) }
    return try await ArgusDevice(system)
  }

  private static func machine(_ commands: [StoreCommand]) -> StateMachine<ArticleBook, ArgusDevice> {
    StateMachine(
      initially: ArticleBook(), commands: commands, closing: [relaunch],
      invariants: [
        Invariant("what the store holds", model: \.lines, system: { try await $0.app.articleStore.lines() })
      ]
    )
    .withLongCases
    .withoutSwarm
    .showing { describe($0.lines) }
  }

  private static func plan(
    _ endings: [TransactionPlan.Ending], of step: Generator<ArticleStep> = .articleStep
  ) -> StoreCommand {
    StoreCommand(
      "transaction", weight: 5, with: .transactionPlan(endings, of: step), requiring: { !$1.failsInTwoWays(in: $0) }
    ) { book, plan in
      plan.apply(to: &book)
    } system: { device, plan in
      try await plan.run(on: device)
    }
    .labelled("rolled back with something to undo") { step in
      step.before == step.after && (step.argument(TransactionPlan.self)?.steps.count ?? 0) > 1
    }
    .labelled("a nested one fails and is caught") { $0.argument(TransactionPlan.self)?.nestedFails == true }
    .labelled("committed") { $0.before != $0.after }
    .labelled("refused as stale") { $0.result(String.self)?.contains("conflict") == true }
    .labelled("failed for good") { $0.result(String.self)?.contains("transactionFailed") == true }
    .labelled("an article goes by its address") { step in
      step.argument(TransactionPlan.self)?.steps.contains { change in
        guard case .save(let edit) = change, let address = edit.address else { return false }
        return step.before.articles.contains { $0.key != edit.article && $0.value.address == address }
      } == true
    }
    .labelled("a topic with articles is deleted") { step in
      step.before.articles.values.contains { !$0.topics.isEmpty } && step.before.topics.count > step.after.topics.count
    }
  }

  static let relaunch = StoreCommand("relaunch") { _ in
  } system: { device in
    try await device.relaunch()
  }

  /// With a database that does not answer: what is in memory shows through.
  private static let readByFilter = StoreCommand("readByFilter", weight: 2) { book in
    book.articles.keys.sorted()
  } system: { device in
    device.faults.inject(StoreFault(.read, .fails, times: nil))
    defer { device.faults.heal() }
    return await device.app.articles.articles(topic: nil).articles.map { ArticleNames.number(of: $0.id, in: ArticleNames.ids) }.sorted()
  }

  /// Editors who have all read the same version, each in a task of its own: one wins.
  private static let editAtOnce = StoreCommand(
    "editAtOnce", weight: 3, with: { book in
      .zip(.element(of: book.articles.keys.sorted()), .array(of: .int(in: 1...4), count: 2...4))
    }, when: { !$0.articles.isEmpty }, requiring: { $0.articles[$1.0] != nil },
    foreseeing: { (book: inout ArticleBook, edit: (Int, [Int])) in book.win(edit.0, edit.1[0]) }
  ) { device, edit in
    let (number, texts) = edit
    let store = device.app.articleStore
    guard let base = try await store.read({ try $0.article(ArticleNames.ids[number]) }) else { return [Int]() }
    return try await withThrowingTaskGroup(of: Int?.self) { group in
      for (place, text) in texts.enumerated() {
        group.addTask {
          var edited = base
          ArticleNames.fill(&edited, withText: text)
          do {
            let change = edited
            try await store.transaction { _ = try $0.update(change, expectedVersion: base.version) }
            return place
          } catch ArgusError.conflict {
            return nil
          }
        }
      }
      return try await group.reduce(into: []) { if let place = $1 { $0.append(place) } }
    }
  } judging: { book, edit, winners in
    try expect("how many of the editors of one version win", winners.count, equals: 1)
    book.win(edit.0, edit.1[winners[0]])
  }
  .labelled("several edit one version") { _ in true }

  /// Each in a task of its own, in some order.
  private static let saveAtOnce = StoreCommand(
    "saveAtOnce", weight: 3, with: { _ in .array(of: .articleEdit, count: 2...3) },
    foreseeing: { (book: inout ArticleBook, edits: [ArticleEdit]) in book = book.afterEachOrder(of: edits)[0] }
  ) { device, edits in
    let store = device.app.articleStore
    try await withThrowingTaskGroup(of: Void.self) { group in
      for edit in edits {
        group.addTask {
          do {
            try await store.transaction { _ = try $0.save(edit.model) }
          } catch ArgusError.conflict {
            // In some orders another article has the address.
          }
        }
      }
      try await group.waitForAll()
    }
    return try await store.lines()
  } judging: { book, edits, found in
    let outcomes = book.afterEachOrder(of: edits)
    // If it is none of them, the invariant says so.
    book = outcomes.first { $0.lines == found } ?? outcomes[0]
  }
  .labelled("one article is saved twice at once") { step in
    guard let edits = step.argument([ArticleEdit].self) else { return false }
    return Set(edits.map(\.article)).count < edits.count || Set(edits.compactMap(\.address)).count < edits.compactMap(\.address).count
  }
}

extension ArticleBook {
  fileprivate mutating func win(_ number: Int, _ text: Int) {
    articles[number]?.text = text
    articles[number]?.version += 1
  }

  /// The books that saves one after the other come to, in every order.
  fileprivate func afterEachOrder(of edits: [ArticleEdit]) -> [ArticleBook] {
    if edits.isEmpty { return [self] }
    return edits.indices.flatMap { place -> [ArticleBook] in
      var (book, others) = (self, edits)
      let edit = others.remove(at: place)
      var draft = book
      if (try? draft.apply(.save(edit))) != nil { book = draft }
      return book.afterEachOrder(of: others)
    }
  }
}
