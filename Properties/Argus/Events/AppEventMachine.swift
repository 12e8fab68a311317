import ArgusReference
import PropertyTesting

/// ARG-S4: things that happen in an app, each of which some part may want to hear of. After each command everything has come to
/// rest.
enum AppEventMachine {
  typealias EventCommand = Command<AppEventModel, AppEventsDriver>

  /// An article that comes with the news.
  static let newsID = 9

  /// How a background refresh goes.
  enum Run: String, Sendable, CaseIterable {
    case succeeds
    /// Without news, just within the limit of 25 seconds.
    case takesItsTime
    case takesTooLong
    case isRefused
    case expires
    /// For longer than the limit, which does not count.
    case waitsForTheNetwork

    var outcome: BackgroundOutcome {
      switch self {
      case .succeeds, .takesItsTime, .waitsForTheNetwork: .succeeded
      case .takesTooLong: .timedOut
      case .isRefused: .failed
      case .expires: .expired
      }
    }

    /// Of the backend, in milliseconds.
    var delay: Int { self == .takesItsTime ? 24_900 : self == .takesTooLong || self == .expires ? 25_500 : 0 }
  }

  /// Cloud operations that end so, one after the other.
  static let report = EventCommand("report", weight: 8, with: .array(of: .anyCase(), count: 1...4)) {
    (model: inout AppEventModel, outcomes: [OperationOutcome]) in
    for outcome in outcomes { model.report(outcome) }
  } system: { app, outcomes in
    for outcome in outcomes { try await app.report(outcome) }
  }
  .labelled("the health changes") { $0.before.healthChanges.count < $0.after.healthChanges.count }
  .labelled("the mode changes") { $0.before.modes.count < $0.after.modes.count }

  static let setAccount = EventCommand("setAccount", weight: 4, with: .bool) {
    (model: inout AppEventModel, isThere: Bool) in
    model.setAccount(isThere)
  } system: { app, isThere in
    try await app.setAccount(isThere)
  }
  .labelled("the mode changes") { $0.before.modes.count < $0.after.modes.count }

  /// Nothing of the app depends on it.
  static let setPower = EventCommand("setPower", weight: 2, with: .bool) { (_: inout AppEventModel, _: Bool) in
  } system: { app, isThere in
    try await app.setPower(isThere)
  }
  .labelled("the power changes while the app is local") { $0.before.mode == .local }

  static let save = EventCommand("save", weight: 4, with: .int(in: 0...2)) { (model: inout AppEventModel, id: Int) in
    model.articles.insert(id)
    model.commit()
  } system: { app, id in
    try await app.save(id)
  }

  static let delete = EventCommand("delete", weight: 3, with: .int(in: 0...2)) { (model: inout AppEventModel, id: Int) in
    if model.articles.remove(id) != nil { model.commit() }
  } system: { app, id in
    try await app.delete(id)
  }
  .labelled("nothing is written") { $0.before.commits == $0.after.commits }

  static let markSeen = EventCommand("markSeen", weight: 2, with: .int(in: 0...2)) { (model: inout AppEventModel, id: Int) in
    if model.seen.insert(id).inserted { model.commit() }
  } system: { app, id in
    try await app.markSeen(id)
  }

  static let run = EventCommand("run", weight: 6, with: .anyCase()) { (model: inout AppEventModel, kind: Run) in
    model.run(kind)
  } system: { app, kind in
    try await app.run(kind)
  }
  .labelled("a background run succeeds") { $0.argument(Run.self)?.outcome == .succeeded }
  .labelled("a background run does not succeed") { $0.argument(Run.self)?.outcome != .succeeded }

  /// One of two settings, to one of two values or none.
  static let set = EventCommand(
    "set", weight: 4,
    with: Generator<(String, String?)>.zip(.element(of: ["theme", "language"]), .optional(.element(of: ["a", "b"])))
  ) { (model: inout AppEventModel, change: (String, String?)) in
    model.set(change.1, for: change.0)
  } system: { app, change in
    try await app.set(change.1, for: change.0)
  }
  .labelled("a setting changes") { $0.before.settings != $0.after.settings }
  .labelled("a setting stays") { $0.before.settings == $0.after.settings }

  private static func posts(
    _ claim: String, _ name: ArgusEvent.Name, _ lines: @escaping @Sendable (AppEventModel) -> [String]
  ) -> Invariant<AppEventModel, AppEventsDriver> {
    Invariant(claim, model: lines, system: { $0.lines(of: name) })
  }

  static let machine = StateMachine(
    initially: Generator<StorageModePolicy>.anyCase().map { AppEventModel(policy: $0) },
    commands: [report, setAccount, setPower, save, delete, markSeen, run, set],
    invariants: [
      posts("events on the health", .healthChanged, \.healthChanges), posts("events on the mode", .storageModeChanged, \.modes),
      posts("events on articles", .articlesChanged, \.articleChanges),
      posts("events on background runs", .backgroundTaskEnded, \.runs),
      posts("events on settings", .settingsChanged, \.settingsChanges),
      Invariant("the log's entries on background runs", model: \.logLines, system: { $0.logLines }),
    ]
  )
  .showing(\.summary)
  .withLongCases
  .withoutSwarm
}
