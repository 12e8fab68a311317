import ArgusReference
import PropertyTesting

/// ARG-75: two screens show articles while the user, the feed and each other change them. After each command everything has
/// come to rest.
enum ScreensMachine {
  typealias ScreensCommand = Command<ScreensModel, ScreensDriver>

  /// A topic, and how long the answer takes, in milliseconds.
  struct Switch: Sendable, CounterexampleDescribable {
    let topic: Int
    let delay: Int
    var counterexampleDescription: String { "\(ScreensModel.topics[topic] ?? "all") answered after \(delay) ms" }
  }

  /// Several switches, a millisecond after each other: the answers come in any order.
  static let select = ScreensCommand(
    "select", weight: 6,
    with: .array(of: Generator<(Int, Int)>.zip(.int(in: 0...2), .int(in: 0...9)).map { Switch(topic: $0, delay: $1) }, count: 1...3)
  ) { (model: inout ScreensModel, switches: [Switch]) in
    model.topic = switches.last?.topic ?? model.topic
  } system: { screens, switches in
    let isLoading = try await screens.select(switches.map { ($0.topic, $0.delay) })
    try expect("the list says that it loads before the last answer has come", isLoading, equals: switches.last.map { $0.delay > 0 } ?? false)
  }
  .labelled("answers come in another order") { step in
    guard let switches = step.argument([Switch].self), let last = switches.last else { return false }
    return switches.dropLast().enumerated().contains { place, one in
      one.topic != last.topic && one.delay > last.delay + switches.count - 1 - place
    }
  }

  /// Something is written that the screens did not ask for.
  static let save = ScreensCommand(
    "saveElsewhere", weight: 6, with: .zip(.int(in: 0...3), .int(in: 1...2)), when: { !$0.isBroken }
  ) { (model: inout ScreensModel, place: (Int, Int)) in
    model.articles[place.0] = ScreensModel.Article(title: "title \(place.1)", topic: place.1)
  } system: { screens, place in
    try await screens.save(place.0, topic: place.1)
  }
  .labelled("what is on the second screen is written elsewhere") { $0.before.opened == $0.argument((Int, Int).self)?.0 }

  static let setRead = mark("setRead") { $0.isRead = $1 } system: { await $0.list.setRead($2, of: "\($1)") }
  static let setBookmarked = mark("setBookmarked") { $0.isBookmarked = $1 } system: { await $0.list.setBookmarked($2, of: "\($1)") }

  private static func mark(
    _ name: String, model change: @escaping @Sendable (inout ScreensModel.Article, Bool) -> Void,
    system: @escaping @Sendable (ScreensDriver, Int, Bool) async -> Void
  ) -> ScreensCommand {
    ScreensCommand(name, weight: 3, with: .zip(.int(in: 0...3), .bool)) { (model: inout ScreensModel, mark: (Int, Bool)) in
      let was = model.articles[mark.0]
      let isThere = model.change(mark.0) { change(&$0, mark.1) }
      let writes = model.articles[mark.0] != was
      model.message = !isThere ? .notFound : model.isBroken && writes ? .transactionFailed : nil
      if model.isBroken { model.articles[mark.0] = was }
    } system: { screens, mark in
      await system(screens, mark.0, mark.1)
      try await screens.rest()
    }
    .labelled("an action fails") { $0.after.message != nil }
    .labelled("an action succeeds after one that failed") { $0.before.message != nil && $0.after.message == nil }
  }

  /// An action of the user on an article of the list, and how long its answer takes, in milliseconds.
  struct Act: Sendable, CounterexampleDescribable {
    let article: Int
    let isBookmarked: Bool
    let delay: Int
    var counterexampleDescription: String {
      "article \(article) \(isBookmarked ? "" : "not ")bookmarked, an answer after \(delay) ms"
    }
  }

  /// Several actions, a millisecond after each other: the answers come in any order.
  static let act = ScreensCommand(
    "act", weight: 6,
    with: .array(
      of: Generator { source in
        Act(article: try source(.int(in: 0...3)), isBookmarked: try source(.bool), delay: try source(.int(in: 0...6)))
      }, count: 2...3), when: { !$0.isBroken }
  ) { (model: inout ScreensModel, acts: [Act]) in
    for act in acts { model.message = model.change(act.article) { $0.isBookmarked = act.isBookmarked } ? nil : .notFound }
  } system: { screens, acts in
    try await screens.act(acts.map { ("\($0.article)", $0.isBookmarked, $0.delay) })
  }
  .labelled("an action succeeds after a later one that failed") { step in
    guard let acts = step.argument([Act].self), let last = acts.last, step.before.articles[last.article] == nil else { return false }
    return acts.dropLast().enumerated().contains { place, one in
      step.before.articles[one.article] != nil && one.delay > last.delay + acts.count - 1 - place
    }
  }

  /// An article is marked otherwise than it is, while writes fail.
  static let markInVain = ScreensCommand(
    "markInVain", weight: 3,
    with: { model in Generator<(Int, Bool)>.zip(.element(of: model.articles.keys.sorted()), .bool) },
    when: { !$0.isBroken && !$0.articles.isEmpty }
  ) { (model: inout ScreensModel, _: (Int, Bool)) in
    model.message = .transactionFailed
  } system: { screens, mark in
    screens.faults.set(true)
    try await screens.turnMark(of: "\(mark.0)", isRead: mark.1)
    try await screens.rest()
    screens.faults.set(false)
  }
  .labelled("a mark is not stored") { _ in true }

  static let delete = ScreensCommand(
    "delete", weight: 2,
    with: { model in
      let any = Generator<Int>.int(in: 0...3)
      guard let opened = model.opened, model.showsDetail else { return any }
      return .frequency((2, .constant(opened)), (1, any))
    }, when: { !$0.isBroken }
  ) { (model: inout ScreensModel, number: Int) in
    model.message = nil
    model.articles[number] = nil
  } system: { screens, number in
    await screens.list.delete("\(number)")
    try await screens.rest()
  }
  .labelled("what is on the second screen is deleted") { $0.before.opened == $0.argument(Int.self) && $0.before.showsDetail }

  static let open = ScreensCommand(
    "open", weight: 7, with: .int(in: 0...3), when: { !$0.isBroken }
  ) { (model: inout ScreensModel, number: Int) in
    model.opened = number
    model.touch(number, .read(true))
  } system: { screens, number in
    try await screens.open(number)
  }
  .labelled("an article is opened") { $0.after.showsDetail }

  static let bookmarkOpened = ScreensCommand(
    "bookmarkOpened", weight: 3, with: .bool, when: { $0.opened != nil }
  ) { (model: inout ScreensModel, isBookmarked: Bool) in
    guard let opened = model.opened else { return }
    let was = model.articles[opened]
    model.touch(opened, .bookmark(isBookmarked))
    guard model.isBroken, model.articles[opened] != was else { return }
    model.articles[opened] = was
    model.detailMessage = .transactionFailed
  } system: { screens, isBookmarked in
    await screens.detail?.setBookmarked(isBookmarked)
    try await screens.rest()
  }

  static let deleteOpened = ScreensCommand("deleteOpened", when: { $0.opened != nil && !$0.isBroken }) { (model: inout ScreensModel) in
    if let opened = model.opened { model.articles[opened] = nil }
    model.detailMessage = nil
  } system: { screens in
    await screens.detail?.delete()
    try await screens.rest()
  }

  static let setUnreadOnly = ScreensCommand("setUnreadOnly", weight: 2, with: .bool, when: { !$0.isBroken }) {
    (model: inout ScreensModel, isOn: Bool) in
    model.unreadOnly = isOn
  } system: { screens, isOn in
    try await screens.setUnreadOnly(isOn)
  }

  static let setUnreadOnlyWhileListsOpen = ScreensCommand(
    "setUnreadOnlyWhileListsOpen", weight: 4,
    // Back and forth: a change to what is set already changes nothing.
    with: Generator<(Bool, Int)>.zip(.bool, .int(in: 1...6)).map { first, count in (0..<count).map { $0.isMultiple(of: 2) == first } },
    when: { !$0.isBroken }
  ) { (model: inout ScreensModel, changes: [Bool]) in
    changes.map { isOn in
      model.unreadOnly = isOn
      return model.state
    }
  } system: { screens, changes in
    try await screens.setUnreadOnlyWhileListsOpen(changes)
  }

  /// The backend refuses to answer, if there is a network at all.
  static let refresh = ScreensCommand("refresh") { (model: inout ScreensModel) in
    model.message = model.isOffline ? nil : .badResponse(418)
  } system: { screens in
    await screens.list.refresh()
    try await screens.rest()
  }
  .labelled("an action fails") { $0.after.message != nil }

  static let setOnline = ScreensCommand("setOnline", with: .bool) { (model: inout ScreensModel, isOnline: Bool) in
    model.isOffline = !isOnline
  } system: { screens, isOnline in
    try await screens.setOnline(isOnline)
  }
  .labelled("loses the network") { !$0.before.isOffline && $0.after.isOffline }

  static let becomeStale = ScreensCommand("becomeStale", with: .bool) { (model: inout ScreensModel, isStale: Bool) in
    model.isStale = isStale
  } system: { screens, isStale in
    try await screens.becomeStale(isStale)
  }
  .labelled("an answer may be out of date") { $0.after.isStale }

  /// Another list of all articles, before it begins and then.
  static let openList = ScreensCommand("openList", weight: 3, when: { !$0.isBroken }) { (model: inout ScreensModel) in
    let before = ScreensModel.state(unreadOnly: false, isOffline: model.isOffline, isStale: false)
    var all = model
    all.topic = 0
    return "first\(before), then\(model.state): \(describe(all.rows))"
  } system: { screens in
    try await screens.openList()
  }

  /// The list is shown again, which changes nothing.
  static let startAgain = ScreensCommand("startAgain") { (_: inout ScreensModel) in
  } system: { screens in
    await screens.list.start()
    try await screens.rest()
  }

  /// Writes fail, or work again.
  static let breakStore = ScreensCommand("breakStore", with: .bool) { (model: inout ScreensModel, isBroken: Bool) in
    model.isBroken = isBroken
  } system: { screens, isBroken in
    screens.faults.set(isBroken)
  }

  static let list = Invariant<ScreensModel, ScreensDriver>(
    "what the list shows", model: \.list, system: { await $0.shownList })
  static let detail = Invariant<ScreensModel, ScreensDriver>(
    "what the second screen shows", model: \.detail, system: { await $0.shownDetail })
  static let loading = Invariant<ScreensModel, ScreensDriver>(
    "whether the list still loads", model: { _ in false }, system: { await $0.list.isLoading })
  static let rendering = Invariant<ScreensModel, ScreensDriver>(
    "texts rendered on the main actor", model: { _ in 0 }, system: { $0.renderedOnTheMainActor })

  static let observers = Invariant<ScreensModel, ScreensDriver>(
    "observers of the settings, of the one list that is open", model: { _ in 1 }, system: { $0.observerCount })

  static let machine = StateMachine(
    initially: ScreensModel(),
    commands: [
      select, save, setRead, setBookmarked, act, markInVain, delete, open, bookmarkOpened, deleteOpened, refresh, setUnreadOnly,
      setUnreadOnlyWhileListsOpen,
      breakStore, setOnline, becomeStale, openList, startAgain,
    ],
    invariants: [list, detail, loading, rendering, observers]
  )
  .showing { "\($0.list); second screen: \($0.detail)\($0.isBroken ? "; writes fail" : "")" }
  .withLongCases
  .withoutSwarm
}
