import ArgusGenerators
import ArgusReference
import PropertyTesting

/// Lists and articles, from whatever layer has them, while articles change: ARG-31 to ARG-34, and ARG-36.
enum CacheMachine {
  typealias CacheCommand = Command<CacheModel, CacheDriver>

  static let switching = machine([call(.frequency((5, .list()), (6, .saveOrDelete())))])
  static let writing = machine(
    [
      call(
        .frequency(
          (4, .constant(.look)), (8, .write), (3, Generator<ArticleEdit>.cachedEdit().map(CacheCall.saveWhileListed)),
          (2, .saveBeforeKept()), (1, .dropBeforeKept()), (1, .constant(.mend))))
    ], closing: [call(.constant(.look))])
  /// Of few lists, so that one is asked for again.
  static let failing = machine([
    call(.frequency((4, .list(of: [0, nil])), (4, .list(of: [0, nil], isInVain: true)), (6, .saveOrDelete())))
  ])
  static let cold = machine(
    [
      call(.frequency((4, .list(isInVain: true)), (6, .saveOrDelete()), (1, .constant(.relaunch)), (4, .list())))
        .weighing(15),
      ListUpdate.command.weighing(2),
    ], closing: [call(.constant(.relaunch)), call(.list(isInVain: true))])
  static let evicting = machine(
    [
      call(
        .frequency(
          (20, Generator<Int>.int(in: 0...3).map { .read($0) }), (3, .saveOrDelete(articles: 0...3)),
          (2, .saveBeforeKept(articles: 0...3)), (1, .dropBeforeKept(articles: 0...3)), (1, .constant(.memoryWarning))))
    ],
    initially: Generator<Int>.frequency((1, .int(in: 0...3)), (1, .int(in: 2...3))).map {
      try CacheModel(ofFourWithRoom: $0)
    }
  )
  .keeping(Invariant("articles in memory", model: \.memory.count, system: { try await $0.parts.memory.size() }))
  .settingUp { driver, _ in for step in CacheModel.fourArticles { _ = try await driver.perform(.write(step)) } }
  .labelling("no room") { $0.room == 0 }
  .labelling("room") { $0.room > 0 }

  private static func machine(
    _ commands: [CacheCommand], closing: [CacheCommand] = [], initially model: Generator<CacheModel>? = nil
  ) -> StateMachine<CacheModel, CacheDriver> {
    let machine = model.map { StateMachine(initially: $0, commands: commands) }
      ?? StateMachine(initially: CacheModel(), commands: commands, closing: closing)
    return machine.withLongCases.withoutSwarm.showing {
      "\(describe($0.book)), fresh lists of \(describe($0.freshTopics)), in memory \(describe($0.memory))"
    }
  }

  private static func call(_ call: Generator<CacheCall>) -> CacheCommand {
    CacheCommand("call", with: call) { model, call in
      try model.perform(call)
    } system: { driver, call in
      try await driver.perform(call)
    }
    .labelled("from the cache") { $0.answers { $0.contains("] from the cache") } }
    .labelled("stale from the cache") { $0.answers { $0.hasSuffix("] from the cache, stale") } }
    .labelled("an empty list") { $0.answers { $0.hasPrefix("[]") } }
    .labelled("filtered in memory") { $0.answers { $0.contains("] from the memoryList") && !$0.hasPrefix("[]") } }
    .labelled("a list is asked for during a write") {
      switch $0.argument(CacheCall.self) {
      case .saveWhileListed, .saveBeforeKept: true
      default: false
      }
    }
    .labelled("caches keep what a commit does not concern") {
      !$0.after.freshTopics.isEmpty && $0.after.freshTopics.count < $0.before.freshTopics.count
    }
    .labelled("an article leaves a topic") { step in
      guard case .write(.save(let edit)) = step.argument(CacheCall.self) else { return false }
      let left = step.before.freshTopics.filter { topic in topic.map { !edit.topics.contains($0) } ?? false }
      return left.contains { !step.after.freshTopics.contains($0) }
    }
    .labelled("something is evicted") { step in
      guard case .read = step.argument(CacheCall.self), step.before.room > 0 else { return false }
      return step.before.memory.contains { !step.after.memory.contains($0) }
    }
  }
}

extension CommandStep {
  fileprivate func answers(_ isSo: (String) -> Bool) -> Bool { result([String].self)?.contains(where: isSo) == true }
}

extension Generator where Value == CacheCall {
  fileprivate static func list(of topics: [Int?] = [nil, 0, 1, 2], isInVain: Bool = false) -> Generator {
    Generator<Int?>.element(of: topics).map { .list($0, isInVain: isInVain) }
  }

  fileprivate static func saveOrDelete(articles: ClosedRange<Int> = 0...2) -> Generator {
    .frequency(
      (2, Generator<ArticleEdit>.cachedEdit(of: articles).map { .write(.save($0)) }),
      (1, Generator<Int>.int(in: articles).map { .write(.delete($0)) }))
  }

  fileprivate static let write = Generator.frequency(
    (6, .saveOrDelete()), (1, Generator<Int>.int(in: 0...2).map { .write(.deleteTopic($0)) }),
    (1, Generator<Int>.int(in: 0...2).map { .write(.markSeen($0, second: 0)) }))

  fileprivate static func saveBeforeKept(articles: ClosedRange<Int> = 0...2) -> Generator {
    .build({ .saveBeforeKept($0, $1) }, from: .cachedEdit(of: articles), .anyCase())
  }

  fileprivate static func dropBeforeKept(articles: ClosedRange<Int> = 0...2) -> Generator {
    .build({ .dropBeforeKept($0, $1, isMended: $2) }, from: .int(in: articles), .anyCase(), .bool)
  }
}

extension Generator where Value == ArticleEdit {
  /// Without an address, and of few texts, topics and articles.
  static func cachedEdit(of articles: ClosedRange<Int> = 0...2) -> Generator {
    .build(
      { ArticleEdit(article: $0, address: nil, form: 0, text: $1, topics: $2, isRead: $3) }, from: .int(in: articles),
      .int(in: 0...2), .subsequence(of: [0, 1, 2]), .bool)
  }
}
