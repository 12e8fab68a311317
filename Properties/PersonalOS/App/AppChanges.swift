import PersonalOSReference
import PropertyTesting

// What can be drawn in a state. A change may use the three numbers from `model.next` on.
extension Generator where Value == AppModel.Change {
  /// Any that there can be; a sale may be of more than is held.
  static func change(in model: AppModel) -> Generator {
    let aside = any(of: trades(of: model)) { .moveAside($0.key, $0.value) }
    return .frequency([(12, whole(in: model))] + (aside.map { [(1, $0)] } ?? []))
  }

  /// Likewise, if it happens as a whole or not at all.
  /// The first export and the first backup come soon: much can be done with them.
  static func whole(in model: AppModel) -> Generator {
    let exports: [(Int, Generator)] = [
      (model.exported == nil ? 5 : 2, .constant(.export)), (model.backedUp == nil ? 5 : 2, .constant(.backUp)),
    ]
    return .frequency(kinds(in: model, imports: 9, restores: 5) + exports)
  }

  /// - Parameter imports, restores: how often it is the export or the backup that is there.
  fileprivate static func kinds(in model: AppModel, imports: Int, restores: Int) -> [(Int, Generator)] {
    let (contents, next) = (model.contents, model.next)
    let file = Generator<(AppModel.Trade, AppModel.Trade)>.zip(.purchase(note: next), .purchase(note: next + 1))
    let news = Generator<Int>.int(in: 1...3).map { Array(next..<next + $0) }
    let focus = Generator.element(of: [.pauseFocus, .resumeFocus, .endFocus, .pauseFocus, .startFocus])
    let made: [(Int, Generator)] = [
      (6, Generator<AppModel.Trade>.purchase(note: next).map { .trade(next, $0) }),
      (3, sync(next, known: contents.projects.keys.sorted())),
      (2, file.map { .importFile([next: $0, next + 1: $1]) }), (2, .constant(.savePost(next))),
      (2, .constant(.bookmark(next))), (4, news.map { .readNews($0) }),
      (5, contents.focus == nil ? .constant(.startFocus) : focus),
    ]
    let trades = trades(of: model)
    let changed: [(Int, Generator?)] = [
      (5, trades.isEmpty ? nil : sale(next, of: contents.holdings)),
      (3, any(of: trades) { .annotateTrade($0.key, $0.value) }), (2, any(of: trades) { .deleteTrade($0.key) }),
      (4, any(of: contents.projects.keys.sorted()) { .annotateProject($0, note: next) }),
      (1, any(of: contents.posts.sorted()) { .deletePost($0) }),
      (1, any(of: contents.bookmarks.sorted()) { .removeBookmark($0) }),
      (imports, model.exported.map { _ in .constant(.importExport) }),
      (restores, model.backedUp.map { _ in .constant(.restoreBackup) }),
    ]
    return made + changed.compactMap { weight, change in change.map { (weight, $0) } }
  }

  /// Whether there is what the change is about: a change before it may have come to another result than was foreseen.
  static func canBe(_ change: AppModel.Change, in model: AppModel) -> Bool {
    switch change {
    case .annotateTrade(let number, _), .moveAside(let number, _), .deleteTrade(let number):
      model.contents.trades[number] != nil
    case .annotateProject(let number, _): model.contents.projects[number] != nil
    case .deletePost(let number): model.contents.posts.contains(number)
    case .removeBookmark(let number): model.contents.bookmarks.contains(number)
    case .importExport: model.exported != nil
    case .restoreBackup: model.backedUp != nil
    default: true
    }
  }

  /// Those that there are, with another note.
  private static func trades(of model: AppModel) -> [(key: Int, value: AppModel.Trade)] {
    let trades = model.contents.trades.mapValues { trade in
      var trade = trade
      trade.note = model.next
      return trade
    }
    return trades.sorted { $0.key < $1.key }
  }

  /// Nil if there is none.
  private static func any<Item: Sendable>(
    of items: [Item], _ change: @escaping @Sendable (Item) -> AppModel.Change
  ) -> Generator? {
    items.isEmpty ? nil : Generator<Item>.element(of: items).map(change)
  }

  /// Of what is held or one more, now or in the past.
  private static func sale(_ number: Int, of holdings: [Int: Int]) -> Generator {
    Generator { source in
      let symbol = try source(.int(in: 0...2))
      let held = holdings[symbol] ?? 0
      let quantity = max(1, try source(.element(of: [held, held + 1, 1, held / 2])))
      let day = try source(.int(in: 0...9))
      return .trade(number, AppModel.Trade(symbol: symbol, isBuy: false, quantity: quantity, day: day, note: number))
    }
  }

  /// Some of the projects that are here, and perhaps a new one.
  private static func sync(_ number: Int, known: [Int]) -> Generator {
    Generator { source in
      var listing: [Int: Int] = [:]
      for project in known where try source(.bool) { listing[project] = try source(.int(in: 0...9)) }
      if try source(.bool) || listing.isEmpty { listing[number] = try source(.int(in: 0...9)) }
      return .sync(listing)
    }
  }
}

extension Generator where Value == Interrupted {
  static func killedChange(in model: AppModel) -> Generator {
    Generator { source in
      Interrupted(
        change: try source(.whole(in: model)), interruption: try source(.kill(write: .element(of: [0, 0, 0, 1]))))
    }
  }

  /// What a view asks for. An import or a restored backup is followed by more that the view shows: it is cancelled
  /// before it begins, or after it is done. It matters most when it is cancelled, so it is drawn often.
  static func cancelledChange(in model: AppModel) -> Generator {
    let kinds = Generator<AppModel.Change>.kinds(in: model, imports: 44, restores: 30)
    let pause = (model.contents.focus == .running ? 15 : 0, Generator<AppModel.Change>.constant(.pauseFocus))
    let change = Generator<AppModel.Change>.frequency(kinds + [pause])
    return Generator { source in
      let change = try source(change)
      let transactions: [Int?] =
        switch change {
        case .sync, .readNews: [nil, nil, 0]
        case .importExport, .restoreBackup: [0, 1, 1]
        default: [0, 0, 0, 1]
        }
      let transaction = try source(.element(of: transactions))
      return Interrupted(change: change, interruption: .departure(transaction: transaction))
    }
  }
}

extension Generator where Value == AppModel.Interruption {
  fileprivate static func kill(write: Generator<Int>) -> Generator {
    Generator { source in .kill(write: try source(write), try source(.anyCase())) }
  }
}

extension Generator where Value == AppModel.Trade {
  fileprivate static func purchase(note: Int?) -> Generator {
    Generator { source in
      AppModel.Trade(
        symbol: try source(.int(in: 0...2)), quantity: try source(.int(in: 1...9)), day: try source(.int(in: 0...9)),
        note: note)
    }
  }
}

extension Generator where Value == AppModel {
  /// A new app, or one over what an older version has left in clear.
  static let appWithContents = Generator<AppModel> { source in
    var model = AppModel()
    model.layout = try source(.element(of: [nil, .v1, .v2, .v3, .v4, .v4]))
    guard let layout = model.layout else { return model }
    if try source(.int(in: 0...2)) == 2 { model.firstLaunch = try source(.kill(write: .int(in: 0...7))) }
    for _ in 0..<(try source(.int(in: 1...3))) {
      try model.change(.trade(model.next, try source(.purchase(note: layout == .v1 ? nil : model.next))))
    }
    if try source(.bool) {
      let number = model.next
      try model.change(.sync([number: try source(.int(in: 0...9))]))
      try model.change(.annotateProject(number, note: model.next))
    }
    if layout < .current { model.backedUp = (model.contents, true) }
    return model
  }
}
