import ArgusGenerators
import ArgusReference
import PropertyTesting

/// Articles that come, are seen, go and come again: ARG-63.
enum SeenMachine {
  typealias SeenCommand = Command<SeenModel, ArgusDevice>

  static let machine = StateMachine(
    initially: SeenModel(), commands: [importing, markSeen, delete, relaunch], closing: [relaunch],
    invariants: [
      Invariant("the articles that there are", model: { $0.present.sorted() }, system: { try await $0.presentNumbers() }),
      Invariant("what was seen, and when", model: { $0.seenLines }, system: { try await $0.seenLines() }),
    ]
  )
  .withLongCases
  .withoutSwarm
  .showing { "there \(describe($0.present.sorted())), seen \(describe($0.seenLines))" }

  static let importing = SeenCommand("import", weight: 4, with: .array(of: .int(in: 0...3), count: 1...4)) { model, numbers in
    numbers.map { model.importOne($0) }.sorted()
  } system: { device, numbers in
    let articles = numbers.map { ArticleModel(id: ArticleNames.ids[$0], title: "T") }
    let report = try await device.app.articles.importArticles(articles, batchSize: 2)
    func words(_ ids: [String], _ word: String) -> [String] {
      ids.map { "\(ArticleNames.number(of: $0, in: ArticleNames.ids)) \(word)" }
    }
    return (words(report.added, "added") + words(report.updated, "updated") + words(report.skipped, "skipped")
      + words(report.failed, "failed")).sorted()
  }
  .labelled("one that was seen and deleted comes again") { $0.result([String].self)?.contains { $0.hasSuffix("skipped") } == true }
  .labelled("new ones are added") { $0.result([String].self)?.contains { $0.hasSuffix("added") } == true }

  static let markSeen = SeenCommand("markSeen", weight: 3, with: .zip(.int(in: 0...3), .int(in: 0...5))) {
    (model: inout SeenModel, argument: (Int, Int)) in
    model.now += argument.1
    if model.seen[argument.0] == nil { model.seen[argument.0] = model.now }
    return model.seen[argument.0]
  } system: { device, argument in
    device.clock.advance(by: .seconds(argument.1))
    let seen = try await device.app.articles.markSeen(ArticleNames.ids[argument.0])
    return Int(seen.seenAt.timeIntervalSinceReferenceDate) as Int?
  }
  .labelled("seen again later") { step in
    guard let (number, seconds) = step.argument((Int, Int).self) else { return false }
    return seconds > 0 && step.before.seen[number] != nil
  }

  static let delete = SeenCommand("delete", weight: 2, with: .int(in: 0...3)) { model, number in
    model.present.remove(number) != nil
  } system: { device, number in
    try await device.app.articles.delete(ArticleNames.ids[number])
  }

  static let relaunch = SeenCommand("relaunch") { _ in
  } system: { device in
    try await device.relaunch()
  }
}

struct SeenModel: Sendable {
  var present: Set<Int> = []
  /// The first time, in seconds.
  var seen: [Int: Int] = [:]
  var now = 0

  mutating func importOne(_ number: Int) -> String {
    if present.contains(number) { return "\(number) updated" }
    if seen[number] != nil { return "\(number) skipped" }
    present.insert(number)
    return "\(number) added"
  }

  var seenLines: [String] { seen.keys.sorted().map { "\($0) at \(seen[$0] ?? 0) s" } }
}

extension ArgusDevice {
  fileprivate func presentNumbers() async throws -> [Int] {
    try await app.articleStore.read { try $0.articles().map { ArticleNames.number(of: $0.id, in: ArticleNames.ids) } }.sorted()
  }

  fileprivate func seenLines() async throws -> [String] {
    try await app.articleStore.read { try $0.seenArticles() }.map {
      (ArticleNames.number(of: $0.articleID, in: ArticleNames.ids), Int($0.seenAt.timeIntervalSinceReferenceDate))
    }.sorted { $0.0 < $1.0 }.map { "\($0) at \($1) s" }
  }
}
