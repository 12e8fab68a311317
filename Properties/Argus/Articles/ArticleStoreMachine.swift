import ArgusGenerators
import ArgusReference
import PropertyTesting
import StorageFaults

/// Transactions on the store of articles, with everything that may happen to one: ARG-38 to ARG-40, ARG-43 and ARG-60.
enum ArticleStoreMachine {
  typealias StoreCommand = Command<ArticleBook, ArgusDevice>

  /// That ends as the closure ends.
  static let atomicity = machine([plan([.commits, .throwsAtTheEnd, .isCancelled, .dies(done: false)]), readByFilter])
  /// Whose backend fails.
  static let fallback = machine([
    plan([
      .commits, .commitFails(times: 1), .commitFails(times: 2), .commitIsUnknown(done: true), .commitIsUnknown(done: false),
      .commitStaysUnknown(done: true), .commitStaysUnknown(done: false),
      .callFails(.put, at: 1), .callFails(.get, at: 1), .callFails(.scan, at: 0), .callFails(.delete, at: 0), .everyPutFails,
      .dies(done: true), .dies(done: false),
    ])
  ])
  /// Editors who have all read the same version. In every order, one wins.
  static let editors = machine([
    plan([.commits]),
    atOnce(when: { !$0.articles.isEmpty }) { book in
      Generator { source in
        let number = try source(.element(of: book.articles.keys.sorted()))
        let edit = Generator<ArticleEdit>.articleEdit(of: number...number, isAddressed: false)
        return try source(.array(of: edit.map { .update($0, versionsOff: 0) }, count: 2...4))
      }
    },
  ])
  static let savers = machine([
    plan([.commits]), atOnce { _ in .array(of: Generator<ArticleEdit>.articleEdit().map { .save($0) }, count: 2...3) },
  ])
  static let relationships = machine([plan([.commits], of: .linkStep)])

  static func launch(_ system: ArgusSystem) async throws -> ArgusDevice {
    var system = system
    system.parts.render = { ArticleNames.rendered($0) }
    return try await ArgusDevice(system)
  }

  private static func machine(_ commands: [StoreCommand]) -> StateMachine<ArticleBook, ArgusDevice> {
    let relaunch = StoreCommand("relaunch") { _ in } system: { try await $0.relaunch() }
    return StateMachine(
      initially: ArticleBook(), commands: commands + [relaunch], closing: [relaunch],
      invariants: [
        Invariant("what the store holds", model: \.lines, system: { try await $0.app.articleStore.lines() }),
        Invariant("articles whose rich text is stored", model: { $0.articles.keys.sorted() }, system: { try await $0.articlesWithRichText() }),
      ]
    )
    .withLongCases.withoutSwarm.showing { describe($0.lines) }
  }

  private static func plan(_ endings: [TransactionPlan.Ending], of step: Generator<ArticleStep> = .articleStep) -> StoreCommand {
    StoreCommand(
      "transaction", weight: 5, with: .transactionPlan(endings, of: step), requiring: { !$1.failsInTwoWays(in: $0) }
    ) { book, plan in
      plan.apply(to: &book)
    } system: { device, plan in
      try await plan.run(on: device)
    }
    .labelled("rolled back with something to undo") { $0.before == $0.after && $0.steps.count > 1 }
    .labelled("a nested one fails and is caught") { $0.argument(TransactionPlan.self)?.nestedFails == true }
    .labelled("committed") { $0.before != $0.after }
    .labelled("refused as stale") { $0.result(String.self)?.contains("conflict") == true }
    .labelled("failed for good") { $0.result(String.self)?.contains("transactionFailed") == true }
    .labelled("an article goes by its address") { step in
      step.steps.contains { change in
        guard case .save(let edit) = change, let address = edit.address else { return false }
        return step.before.articles.contains { $0.key != edit.article && $0.value.address == address }
      }
    }
    .labelled("a topic with articles is deleted") { step in
      step.before.articles.values.contains { !$0.topics.isEmpty } && step.before.topics.count > step.after.topics.count
    }
  }

  /// With a database that does not answer: what is in memory shows through.
  private static let readByFilter = StoreCommand("readByFilter", weight: 2) { book in
    book.articles.keys.sorted()
  } system: { device in
    device.faults.inject(StoreFault(.read, .fails, times: nil))
    defer { device.faults.heal() }
    return await device.app.articles.articles(topic: nil).articles.map { ArticleNames.number(of: $0.id, in: ArticleNames.ids) }.sorted()
  }

  /// Steps of which each is a transaction of its own, in a task of its own.
  private static func atOnce(
    when applies: @escaping @Sendable (ArticleBook) -> Bool = { _ in true },
    _ steps: @escaping @Sendable (ArticleBook) -> Generator<[ArticleStep]>
  ) -> StoreCommand {
    StoreCommand(
      "atOnce", weight: 3, with: steps, when: applies,
      requiring: { book, steps in
        steps.allSatisfy { if case .update(let edit, _) = $0 { book.articles[edit.article] != nil } else { true } }
      },
      foreseeing: { book, steps in book = book.afterEachOrder(of: Array(steps.enumerated()))[0].book }
    ) { device, steps in
      try await device.app.articleStore.apply(atOnce: steps)
    } judging: { book, steps, found in
      let outcomes = book.afterEachOrder(of: Array(steps.enumerated()))
      let outcome = outcomes.first { $0.book.lines == found.lines && $0.refused == found.refused }
      try expect("some order of the steps refuses \(describe(found.refused)) and leads to \(describe(found.lines))", outcome != nil)
      if let outcome { book = outcome.book }
    }
    .labelled("several edit one version") { $0.saves.isEmpty }
    .labelled("one article is saved twice at once") {
      let addresses = $0.saves.compactMap(\.address)
      return Set($0.saves.map(\.article)).count < $0.saves.count || Set(addresses).count < addresses.count
    }
  }
}

extension CommandStep<ArticleBook> {
  fileprivate var steps: [ArticleStep] { argument(TransactionPlan.self)?.steps ?? argument() ?? [] }
  fileprivate var saves: [ArticleEdit] { steps.compactMap { if case .save(let edit) = $0 { edit } else { nil } } }
}

extension Generator where Value == TransactionPlan {
  static func transactionPlan(_ endings: [TransactionPlan.Ending], of step: Generator<ArticleStep>) -> Generator {
    Generator { source in
      let steps = try source(.array(of: step, count: 1...4))
      let isNested = try source(.int(in: 0...3)) == 3
      return TransactionPlan(
        steps: steps, nestedFrom: isNested ? try source(.int(in: 0...steps.count - 1)) : nil,
        nestedFails: isNested ? try source(.bool) : false, ending: try source(.element(of: endings)))
    }
  }
}
