import PersonalOSReference
import PropertyTesting

/// Something that the user changes.
enum AppChange: Sendable, Equatable {
  case trade(Int, ModelTrade)
  /// With another text in its notes.
  case annotateTrade(Int, ModelTrade)
  case deleteTrade(Int)
  /// A second record of the trade turns up, with notes of its own, and is moved aside.
  case moveAside(Int, ModelTrade)
  /// A file of another app.
  case importFile([Int: ModelTrade])
  /// With so many stars each.
  case sync([Int: Int])
  case annotateProject(Int, note: Int)
  case savePost(Int)
  case deletePost(Int)
  case bookmark(Int)
  case removeBookmark(Int)
  /// As the proxy lists them now.
  case readNews([Int])
  case startFocus, pauseFocus, resumeFocus, endFocus
  case export
  /// Of the last export.
  case importExport
  case backUp
  /// Of the last backup.
  case restoreBackup

  var lastNumber: Int {
    switch self {
    case .trade(let number, _), .savePost(let number), .bookmark(let number): number
    case .importFile(let trades): trades.keys.max() ?? -1
    case .sync(let listing): listing.keys.max() ?? -1
    case .readNews(let numbers): numbers.max() ?? -1
    default: -1
    }
  }

  var lastNote: Int {
    switch self {
    case .trade(_, let trade), .annotateTrade(_, let trade), .moveAside(_, let trade): trade.note ?? -1
    case .annotateProject(_, let note): note
    case .importFile(let trades): trades.values.compactMap(\.note).max() ?? -1
    default: -1
    }
  }
}

extension AppChange: CounterexampleDescribable {
  var counterexampleDescription: String {
    switch self {
    case .trade(let number, let trade): "trade \(number): \(trade.counterexampleDescription)"
    case .annotateTrade(let number, let trade): "note \(trade.note ?? -1) on trade \(number)"
    case .moveAside(let number, let trade): "move a copy of trade \(number) with note \(trade.note ?? -1) aside"
    case .deleteTrade(let number): "delete trade \(number)"
    case .importFile(let trades):
      "import " + trades.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.counterexampleDescription)" }
        .joined(separator: "; ")
    case .sync(let listing):
      "sync " + listing.sorted { $0.key < $1.key }.map { "project \($0.key) with \($0.value) stars" }.joined(separator: ", ")
    case .annotateProject(let number, let note): "note \(note) on project \(number)"
    case .savePost(let number): "save post \(number)"
    case .deletePost(let number): "delete post \(number)"
    case .bookmark(let number): "bookmark article \(number)"
    case .removeBookmark(let number): "remove bookmark \(number)"
    case .readNews(let numbers): "read the news: " + numbers.map { "article \($0)" }.joined(separator: ", ")
    case .startFocus: "start a focus session"
    case .pauseFocus: "pause the focus session"
    case .resumeFocus: "resume the focus session"
    case .endFocus: "end the focus session"
    case .export: "export everything"
    case .importExport: "import the export"
    case .backUp: "back up"
    case .restoreBackup: "restore the backup"
    }
  }
}

/// A change in the middle of which the app dies.
struct KilledAppChange: Sendable, CounterexampleDescribable {
  let change: AppChange
  /// Which of the writes, of the data and of the keychain.
  let write: Int
  let moment: WriteMoment

  var counterexampleDescription: String { "\(change.counterexampleDescription), \(moment) of write \(write)" }
}

/// A change during which the view that asked for it goes.
struct CancelledAppChange: Sendable, CounterexampleDescribable {
  enum Moment: Sendable, Equatable {
    /// Before a server answers.
    case whileItAsks
    /// At the beginning of so many-th transaction, from 0.
    case transaction(Int)
  }

  let change: AppChange
  let moment: Moment

  /// Whether all that the change does comes after it.
  var isBeforeAnything: Bool { moment == .whileItAsks || moment == .transaction(0) }

  var counterexampleDescription: String {
    let moment =
      switch moment {
      case .whileItAsks: "before the server answers"
      case .transaction(let number): "at the beginning of transaction \(number)"
      }
    return "\(change.counterexampleDescription), cancelled \(moment)"
  }
}

// What can be drawn in a state.
extension AppModel {
  /// Any that there can be; a sale may be of more than is held.
  var anyChange: Generator<AppChange> {
    guard !contents.trades.isEmpty else { return wholeChange }
    let (aside, whole) = (another { .moveAside($0, $1) }, wholeChange)
    return .frequency((12, whole), (1, aside))
  }

  /// Likewise, if it happens as a whole or not at all.
  /// The first export and the first backup come soon: much can be done with them.
  var wholeChange: Generator<AppChange> {
    Self.one(of: kinds + [(exported == nil ? 5 : 2, .constant(.export)), (backedUp == nil ? 5 : 2, .constant(.backUp))])
  }

  private static func one(of kinds: [(Int, Generator<AppChange>)]) -> Generator<AppChange> {
    let possible = kinds.flatMap { Array(repeating: $0.1, count: $0.0) }
    return Generator { source in try source(possible[try source(.int(in: 0...(possible.count - 1)))]) }
  }

  private var kinds: [(Int, Generator<AppChange>)] {
    var kinds: [(Int, Generator<AppChange>)] = [(6, buy), (3, sync), (2, importedFile), (2, .constant(.savePost(next)))]
    kinds += [(2, .constant(.bookmark(next))), (4, news), (5, focus)]
    if !contents.trades.isEmpty {
      let numbers = contents.trades.keys.sorted()
      kinds += [(5, sale), (3, another { .annotateTrade($0, $1) })]
      kinds.append((2, Generator.element(of: numbers).map { .deleteTrade($0) }))
    }
    if !contents.projects.isEmpty {
      let numbers = contents.projects.keys.sorted()
      kinds.append((4, Generator.element(of: numbers).map { [nextNote] in .annotateProject($0, note: nextNote) }))
    }
    if !contents.posts.isEmpty { kinds.append((1, Generator.element(of: contents.posts.sorted()).map { .deletePost($0) })) }
    if !contents.bookmarks.isEmpty {
      kinds.append((1, Generator.element(of: contents.bookmarks.sorted()).map { .removeBookmark($0) }))
    }
    if exported != nil { kinds.append((9, .constant(.importExport))) }
    if backedUp != nil { kinds.append((5, .constant(.restoreBackup))) }
    return kinds
  }

  private var news: Generator<AppChange> {
    let next = next
    return Generator<Int>.int(in: 1...3).map { .readNews(Array(next..<next + $0)) }
  }

  private var focus: Generator<AppChange> {
    contents.focus == nil
      ? .constant(.startFocus) : .element(of: [.pauseFocus, .resumeFocus, .endFocus, .pauseFocus, .startFocus])
  }

  /// A trade that there is, with another note.
  private func another(_ change: @escaping @Sendable (Int, ModelTrade) -> AppChange) -> Generator<AppChange> {
    let (trades, note) = (contents.trades.sorted { $0.key < $1.key }, nextNote)
    return Generator<Int>.int(in: 0...(trades.count - 1)).map { place in
      var trade = trades[place].value
      trade.note = note
      return change(trades[place].key, trade)
    }
  }

  private var buy: Generator<AppChange> {
    let (number, note) = (next, nextNote)
    return Generator { source in .trade(number, try source(.purchase(note: note))) }
  }

  /// Of what is held or one more, now or in the past.
  private var sale: Generator<AppChange> {
    let (number, note, contents) = (next, nextNote, contents)
    return Generator { source in
      let symbol = try source(.int(in: 0...2))
      let held = contents.holdings[symbol] ?? 0
      let quantity = max(1, try source(.element(of: [held, held + 1, 1, held / 2])))
      return .trade(
        number, ModelTrade(symbol: symbol, isBuy: false, quantity: quantity, day: try source(.int(in: 0...9)), note: note))
    }
  }

  private var importedFile: Generator<AppChange> {
    let (number, note) = (next, nextNote)
    return Generator { source in
      .importFile([number: try source(.purchase(note: note)), number + 1: try source(.purchase(note: note + 1))])
    }
  }

  /// Some of the projects that are here, and perhaps a new one.
  private var sync: Generator<AppChange> {
    let (number, known) = (next, contents.projects.keys.sorted())
    return Generator { source in
      var listing: [Int: Int] = [:]
      for project in known where try source(.bool) { listing[project] = try source(.int(in: 0...9)) }
      if try source(.bool) || listing.isEmpty { listing[number] = try source(.int(in: 0...9)) }
      return .sync(listing)
    }
  }

  var killedChange: Generator<KilledAppChange> {
    let change = wholeChange
    return Generator { source in
      KilledAppChange(
        change: try source(change), write: try source(.element(of: [0, 0, 0, 1])), moment: try source(.anyCase()))
    }
  }

  /// What a view asks for. An import or a restored backup is followed by more that the view shows: it is cancelled before
  /// it begins, or after it is done.
  var cancelledChange: Generator<CancelledAppChange> {
    // What replaces everything matters most when it is cancelled, and needs an export or a backup before it.
    var kinds = kinds
    if exported != nil { kinds.append((35, .constant(.importExport))) }
    if backedUp != nil { kinds.append((25, .constant(.restoreBackup))) }
    let change = Self.one(of: kinds)
    return Generator { source in
      let change = try source(change)
      let moment: CancelledAppChange.Moment
      switch change {
      case .sync, .readNews: moment = try source(.element(of: [.whileItAsks, .whileItAsks, .transaction(0)]))
      case .importExport, .restoreBackup: moment = try source(.element(of: [.transaction(0), .transaction(1), .transaction(1)]))
      default: moment = .transaction(try source(.element(of: [0, 0, 0, 1])))
      }
      return CancelledAppChange(change: change, moment: moment)
    }
  }

  /// Whether there is what the change is about: a change before it may have come to another result than was foreseen.
  func has(_ change: AppChange) -> Bool {
    switch change {
    case .trade(let number, _), .savePost(let number), .bookmark(let number): number >= next
    case .importFile(let trades): trades.keys.allSatisfy { $0 >= next }
    case .annotateTrade(let number, let trade), .moveAside(let number, let trade):
      contents.trades[number].map { $0.annotated(trade.note) == trade } ?? false
    case .deleteTrade(let number): contents.trades[number] != nil
    case .annotateProject(let number, _): contents.projects[number] != nil
    case .deletePost(let number): contents.posts.contains(number)
    case .removeBookmark(let number): contents.bookmarks.contains(number)
    case .importExport: exported != nil
    case .restoreBackup: backedUp != nil
    case .readNews(let numbers): numbers.allSatisfy { $0 >= next }
    case .sync, .export, .backUp, .startFocus, .pauseFocus, .resumeFocus, .endFocus: true
    }
  }
}

extension Generator where Value == ModelTrade {
  fileprivate static func purchase(note: Int) -> Generator {
    Generator { source in
      ModelTrade(
        symbol: try source(.int(in: 0...2)), quantity: try source(.int(in: 1...9)), day: try source(.int(in: 0...9)),
        note: note)
    }
  }
}

extension Generator where Value == AppModel {
  /// A new app, or one over what an older version has left in clear.
  static let appWithContents = Generator<AppModel> { source in
    let layout: SchemaVersion? = try source(.element(of: [nil, .v1, .v2, .v3, .v4, .v4]))
    guard let layout else { return AppModel() }
    let isKilled = try source(.int(in: 0...2)) == 2
    var model = AppModel(
      layout: layout,
      firstLaunch: isKilled
        ? KilledLaunch(write: try source(.int(in: 0...6)), moment: try source(.anyCase())) : nil)
    for _ in 0..<(try source(.int(in: 1...3))) {
      var trade = try source(.purchase(note: model.nextNote))
      if layout == .v1 { trade.note = nil }
      model.begin(with: .trade(model.next, trade))
    }
    if try source(.bool) {
      let number = model.next
      model.begin(with: .sync([number: try source(.int(in: 0...9))]))
      model.begin(with: .annotateProject(number, note: model.nextNote))
    }
    if layout < .current { model.isMigratedAtTheFirstLaunch() }
    return model
  }
}
