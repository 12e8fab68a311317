import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// What the user is told of articles that come from the backend.
public enum FeedProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [importantOnly, oneSummary]

  // Feature: argus-system-patterns, Property 70: Only high-priority content raises a push notification
  static let importantOnly = Requirement<ArgusSystem>(
    "ARG-70", "Only high-priority content raises a push notification",
    says: """
      An article of high priority that was stored and not seen raises one push notification, ever, if the user wants any; \
      no other article does, and none that was not stored. So it is if the store does not say whether it has committed, too.
      """,
    covers: "002 Communication Patterns", of: "NotificationUtils", needs: [.storage, .concurrency],
    mustCatch: [.ignoresTheSetting]
  ).holds(
    of: FeedMachine.machine.keeping(FeedMachine.pushes), commands: 0...14, scheduled: .mixed,
    requiring: [
      "an important article comes": 0.25, "an important one comes again": 0.04, "the user wants none": 0.05,
      "the store fails before a push": 0.06, "an important article comes, and a commit is lost": 0.1,
    ],
    making: { try await FeedDriver($0) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 71: Background sync completion raises one local notification
  static let oneSummary = Requirement<ArgusSystem>(
    "ARG-71", "Background sync completion raises one local notification",
    says: """
      If a background refresh succeeds and brings new articles, the app raises one notice with their number. A refresh that \
      brings none, fails, is stopped or runs in the foreground raises none; if it fails in the foreground, the user learns the \
      answer's status. The app stores an article as it came: fields that the article lacks stay empty.
      """,
    covers: "002 Communication Patterns", of: "BackgroundTaskManager, NotificationUtils",
    needs: [.storage, .virtualTime, .concurrency],
    mustCatch: [.tellsInTheForeground]
  ).holds(
    of: FeedMachine.machine.keeping(FeedMachine.summaries, FeedMachine.articles), commands: 0...14, scheduled: .mixed,
    requiring: [
      "new articles come in the background": 0.2, "nothing new comes in the background": 0.1, "a refresh is stopped": 0.1,
      "a refresh is stopped when it has stored news": 0.1,
    ],
    making: { try await FeedDriver($0) }, tearDown: { try await $0.close() })
}

/// ARG-70 and ARG-71: refreshes of all kinds, between which articles are seen and deleted.
enum FeedMachine {
  typealias FeedCommand = Command<FeedModel, FeedDriver>

  struct Arrival: Sendable, CounterexampleDescribable {
    let items: [FeedModel.Item]
    let kind: FeedModel.Refresh
    var counterexampleDescription: String { "\(kind): \(describe(items))" }
  }

  static let refresh = FeedCommand(
    "refresh", weight: 8, with: Generator { source in
      Arrival(
        items: try source(.array(of: .feedItem, count: 0...4)),
        kind: try source(
          .frequency(
            (4, .constant(.background)), (2, .constant(.foreground)), (2, .constant(.expiringLate)),
            (3, .element(of: [.failing, .expiring, .failingInTheForeground, .garbled, .unnoted, .unnoted])))))
    }
  ) { (model: inout FeedModel, arrival: Arrival) in
    model.refresh(arrival.items, arrival.kind)
  } system: { app, arrival in
    try await app.refresh(arrival.items, arrival.kind)
  }
  .labelled("an important article comes") { $0.after.pushes.count > $0.before.pushes.count }
  .labelled("an important one comes again") { step in
    step.argument(Arrival.self).map { arrival in
      arrival.items.contains { $0.isImportant && step.before.told.contains($0.id) } && [.background, .foreground].contains(arrival.kind)
    } ?? false
  }
  .labelled("the user wants none") { step in
    !step.before.isNotifying && step.argument(Arrival.self)?.items.contains { $0.isImportant } == true
  }
  .labelled("new articles come in the background") { $0.after.summaries.count > $0.before.summaries.count }
  .labelled("nothing new comes in the background") { step in
    step.argument(Arrival.self)?.kind == .background && step.after.summaries.count == step.before.summaries.count
  }
  .labelled("a refresh is stopped") { $0.argument(Arrival.self).map { [.expiring, .expiringLate].contains($0.kind) } ?? false }
  .labelled("the store fails before a push") { $0.result(String.self) == "transactionFailed" }
  .labelled("a refresh is stopped when it has stored news") { step in
    step.argument(Arrival.self)?.kind == .expiringLate && step.before.stored != step.after.stored
  }

  struct UnsureArrival: Sendable, CounterexampleDescribable {
    let items: [FeedModel.Item]
    let commit: Int
    let isDone: Bool
    var counterexampleDescription: String {
      "\(describe(items)), and commit \(commit + 1) is \(isDone ? "" : "not ")done, which the store does not say"
    }
  }

  static let refreshUnsure = FeedCommand(
    "refreshUnsure", weight: 3, with: Generator { source in
      UnsureArrival(
        items: try source(.array(of: .feedItem, count: 1...4)), commit: try source(.int(in: 0...3)), isDone: try source(.bool))
    }
  ) { (model: inout FeedModel, arrival: UnsureArrival) in
    model.refresh(arrival.items, .foreground)
  } system: { app, arrival in
    try await app.refresh(arrival.items, unsureAt: arrival.commit, isDone: arrival.isDone)
  }
  .labelled("an important article comes, and a commit is lost") { $0.after.pushes.count > $0.before.pushes.count }

  /// Mostly one that is there.
  static let see = FeedCommand(
    "see", weight: 4, with: { model in
      let any = Generator<Int>.int(in: 0...4)
      return model.stored.isEmpty ? any : .frequency((3, .element(of: model.stored.sorted())), (1, any))
    }
  ) { (model: inout FeedModel, id: Int) in
    model.seen.insert(id)
  } system: { app, id in
    try await app.app().articles.markSeen("\(id)")
  }

  static let delete = FeedCommand("delete", weight: 2, with: .int(in: 0...4)) { model, id in
    model.delete(id)
  } system: { app, id in
    try await app.app().articles.delete("\(id)")
  }

  static let setNotifying = FeedCommand("setNotifying", weight: 3, with: .element(of: [nil, "true", "false", "false"])) {
    (model: inout FeedModel, value: String?) in
    model.isNotifying = value != "false"
  } system: { app, value in
    app.setNotifying(value)
  }

  static let relaunch = FeedCommand("relaunch", weight: 2) { _ in
  } system: { app in
    try await app.relaunch()
  }

  static let pushes = Invariant<FeedModel, FeedDriver>("articles pushed", model: \.pushes, system: { $0.pushes })
  static let summaries = Invariant<FeedModel, FeedDriver>(
    "notices of new articles", model: \.summaries, system: { $0.summaries })
  static let articles = Invariant<FeedModel, FeedDriver>(
    "articles stored", model: { model in model.stored.sorted().compactMap { model.contents[$0]?.line } },
    system: { try await $0.articles })

  static let machine = StateMachine(
    initially: FeedModel(), commands: [refresh, refreshUnsure, see, delete, setNotifying, relaunch], invariants: [pushes, summaries, articles]
  )
  .withLongCases
  .withoutSwarm
}

extension Generator where Value == FeedModel.Item {
  fileprivate static var feedItem: Generator {
    let detail = Generator<Int?>.frequency((1, .constant(nil)), (1, Generator<Int>.int(in: 0...2).map { $0 }))
    return Generator<(Int, Bool, Int?)>.zip(.int(in: 0...4), .bool, detail)
      .map { FeedModel.Item(id: $0, isImportant: $1, detail: $2) }
  }
}

extension Fault<ArgusSystem> {
  static let ignoresTheSetting = Fault("ignoresTheSetting", "raises push notifications although the user wants none") { system in
    system.parts.makeFeed = changingSetup(of: system.parts.makeFeed) { $0.isNotifying = { true } }
  }

  static let tellsInTheForeground = Fault("tellsInTheForeground", "raises a notice while the app is in the foreground") { system in
    system.parts.makeFeed = { TalkativeFeed(setup: $0) }
  }
}

/// Tells of new articles in the foreground too.
private struct TalkativeFeed: FeedSyncing {
  let setup: FeedSetup

  func refresh(in scope: BackgroundScope?) async throws -> ImportReport {
    let report = try await FeedSync(setup).refresh(in: scope)
    if scope == nil && !report.added.isEmpty { setup.notices.tellNew(count: Set(report.added).count) }
    return report
  }
}
