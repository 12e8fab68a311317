import ArgusGenerators
import ArgusReference
import PropertyTesting
import StorageContract
import StorageFaults

/// A deletion of which each save takes a while, and during which somebody else may write, or the store may fail: ARG-59.
struct LoggedDeletion: Sendable, CounterexampleDescribable {
  enum Anomaly: Sendable, Equatable {
    case none
    /// An article of so many topics comes in with this commit.
    case article(commit: Int, topics: Int)
    /// A topic comes in with this commit, or an article that was seen.
    case topic(commit: Int)
    case seen(commit: Int)
    /// Somebody else deletes the last of what was seen with this commit.
    case theft(commit: Int)
    /// This commit fails, and its second attempt.
    case failure(commit: Int)
  }

  let deletion: DeletionCase
  /// How long each save takes, in seconds.
  let seconds: Int
  let anomaly: Anomaly

  var counterexampleDescription: String { "\(describe(deletion)), \(seconds) s a save, \(describe(anomaly))" }

  func run(in system: ArgusSystem, _ trial: Trial) async throws {
    let commits = Remembered(0)
    let clock = Remembered<ArgusDevice?>(nil)
    let (seconds, anomaly) = (seconds, anomaly)
    var hooks = StoreHooks()
    let steps = Remembered<[(before: StoredLinks, after: StoredLinks?)]>([])
    hooks.write = { store, body in
      guard let device = clock.now else { return try await store.write { try body($0) } }
      let before = try await StoredLinks(store)
      if case .failure(let place) = anomaly, commits.now == place {
        // Both attempts.
        steps.withValue { if $0.count == place { $0.append((before, nil)) } }
        throw StoreError.io(operation: "commit", path: "", reason: "planned")
      }
      device.clock.advance(by: .seconds(seconds))
      try await store.write { transaction in
        try body(transaction)
        if case .article(let place, let topics) = anomaly, commits.now == place {
          let article = ArticleModel(id: "z", title: "new", topicNames: (0..<topics).map { "z\($0)" })
          try transaction.put(article.sealedFields, at: "z", in: ArticleModel.collection)
        }
        if case .topic(let place) = anomaly, commits.now == place {
          try transaction.put(TopicModel(name: "z").sealedFields, at: "z", in: TopicModel.collection)
        }
        if case .seen(let place) = anomaly, commits.now == place {
          let seen = SeenArticleModel(articleID: "z", seenAt: ArticleNames.date(0))
          try transaction.put(seen.sealedFields, at: "z", in: SeenArticleModel.collection)
        }
        if case .theft(let place) = anomaly, commits.now == place,
          let last = try transaction.scan(SeenArticleModel.collection).last
        {
          try transaction.delete(last.key, in: SeenArticleModel.collection)
        }
      }
      commits.withValue { $0 += 1 }
      steps.append((before, try await StoredLinks(store)))
    }
    try await ArgusDevice.use(system, hooks: hooks, prepare: deletion.put) { device in
      let known = device.app.logger.entries.count
      device.clock.advance(by: .seconds(100))
      clock.set(device)
      defer { clock.set(nil) }
      do {
        try await device.app.deletion.deleteAll(batchSize: deletion.batchSize)
      } catch ArgusError.transactionFailed {
        trial.label("a batch fails")
      }
      let found = device.app.logger.entries.dropFirst(known).filter { $0.category == "Deletion" }
      try expectEntries(Array(found), steps.now, trial)
    }
  }

  private func expectEntries(
    _ entries: [LogEntry], _ steps: [(before: StoredLinks, after: StoredLinks?)], _ trial: Trial
  ) throws {
    let hasFailed = steps.last.map { $0.after == nil } ?? false
    try expect("how many entries there are", entries.count, equals: steps.count + (hasFailed ? 0 : 1))
    let planned = deletion.batches.prefix(steps.count).map(\.step) + (hasFailed ? [] : ["cleanup"])
    try expect("the steps in the log", entries.map(\.message), equals: planned)
    for ((entry, step), count) in zip(zip(entries, steps), deletion.batches.map(\.deleted)) {
      let words = "of the entry “\(entry.message)”"
      try expect("the count before \(words)", entry.counts["before"], equals: step.before.count(entry.message))
      guard let after = step.after else {
        try expect("the level \(words)", entry.level, equals: .error)
        try expect("the links there were \(words)", entry.counts["relations"], equals: step.before.linkCount)
        continue
      }
      try expect("the count after \(words)", entry.counts["after"], equals: after.count(entry.message))
      try expect("the links left \(words)", entry.counts["relations"], equals: after.linkCount)
      try expect("the duration \(words)", entry.duration, equals: .seconds(seconds))
      let fell = step.before.count(entry.message) - after.count(entry.message)
      try expect("the deleted records \(words)", entry.counts["deleted"], equals: count)
      let isExpected = entry.message == "nullify" ? fell > 0 : fell == count
      trial.label("somebody writes in between", if: !isExpected)
      try expect("the level \(words)", entry.level, equals: isExpected ? .info : .warning)
    }
    guard !hasFailed else { return }
    let left = steps.last?.after?.count("cleanup") ?? 0
    trial.label("something is left at the end", if: left > 0)
    try expect("what is left, by the last entry", entries.last?.counts["after"], equals: left)
    try expect("what there was, by the last entry", entries.last?.counts["before"], equals: left)
    try expect("the links left, by the last entry", entries.last?.counts["relations"], equals: steps.last?.after?.linkCount ?? 0)
    try expect("the duration of the last entry", entries.last?.duration, equals: .zero)
    try expect("what the last entry has deleted", entries.last?.counts["deleted"], equals: 0)
    try expect("the level of the last entry", entries.last?.level, equals: left == 0 ? .info : .warning)
  }
}

extension Remembered {
  fileprivate func append<Element>(_ element: Element) where Value == [Element] { withValue { $0.append(element) } }
}

extension DeletionCase {
  /// The step of each batch, and how many records it deletes; one that breaks links deletes none.
  fileprivate var batches: [(step: String, deleted: Int)] {
    let linked = links.filter { !$0.isEmpty }.count
    let kinds = [("nullify", linked), ("seen", seenCount), ("topics", topicCount), ("articles", links.count)]
    return kinds.flatMap { step, count in
      stride(from: 0, to: count, by: size).map { (step, step == "nullify" ? 0 : min(size, count - $0)) }
    }
  }
}

extension StoredLinks {
  var linkCount: Int { articles.values.reduce(0) { $0 + $1.count } + topics.values.reduce(0) { $0 + $1.count } }

  /// Of what a step of the log is about.
  fileprivate func count(_ step: String) -> Int {
    switch step {
    case "nullify": linkCount
    case "seen": seen.count
    case "topics": topics.count
    case "articles": articles.count
    default: articles.count + topics.count + seen.count
    }
  }
}

extension Generator where Value == LoggedDeletion {
  static var loggedDeletion: Generator {
    Generator { source in
      let deletion = try source(.deletionCase)
      let all = deletion.batches.count
      let commit = try source(.int(in: 0...max(0, all - 1)))
      // One that comes with a batch of its kind is one that the count does not fall by, and so are as many links as are broken.
      let kinds: [LoggedDeletion.Anomaly] = all == 0 ? [.none] : [
        .none, .article(commit: all - 1, topics: 0), .article(commit: commit, topics: try source(.int(in: 0...4))),
        .topic(commit: commit), .seen(commit: commit), .theft(commit: commit), .failure(commit: commit),
      ]
      return LoggedDeletion(
        deletion: deletion, seconds: try source(.int(in: 0...3)), anomaly: try source(.element(of: kinds)))
    }
  }
}
