import PersonalOSReference
import PropertyTesting

/// What the user has in the app, as he knows it. Everything has a number that is never used twice; so has each text that
/// he wrote for himself alone.
struct AppModel: Sendable {
  struct Contents: Sendable, Equatable {
    var trades: [Int: ModelTrade] = [:]
    var projects: [Int: ModelProject] = [:]
    var posts: Set<Int> = []
    var bookmarks: Set<Int> = []
    /// What the proxy listed last.
    var news: [Int]?
    var focus: ModelFocus?

    /// What is held of each symbol, of those of which something is.
    var holdings: [Int: Int] {
      trades.values.reduce(into: [:]) { $0[$1.symbol, default: 0] += $1.isBuy ? $1.quantity : -$1.quantity }
        .filter { $0.value != 0 }
    }

    /// Whether at some time more of a symbol had been sold than bought: trades count by day, and of one day by number.
    var isOversold: Bool {
      var held: [Int: Int] = [:]
      for (_, trade) in trades.sorted(by: { ($0.value.day, $0.key) < ($1.value.day, $1.key) }) {
        held[trade.symbol, default: 0] += trade.isBuy ? trade.quantity : -trade.quantity
        if held[trade.symbol, default: 0] < 0 { return true }
      }
      return false
    }
  }

  private(set) var contents = Contents()
  private(set) var exported: Contents?
  private(set) var backedUp: Contents?
  /// Whether the last backup has the layout of an older version: the launch made it before it migrated.
  private(set) var isBackupOlder = false
  /// Failures that the user was shown since the launch.
  private(set) var shown = 0
  /// Of one of anything, once the server has one.
  private(set) var price: Int?
  private(set) var next = 0
  private(set) var nextNote = 0
  /// The layout in which an older version of the app has left the contents; nil: this one has made them.
  let layout: SchemaVersion?
  /// Where the app dies at its first launch; nil: it does not.
  let firstLaunch: KilledLaunch?

  init(layout: SchemaVersion? = nil, firstLaunch: KilledLaunch? = nil) {
    self.layout = layout
    self.firstLaunch = firstLaunch
  }

  /// What this or an older version of the app has stored before the case begins.
  mutating func begin(with change: AppChange) { try? apply(change) }

  /// The first launch migrates what was stored, and backs it up before.
  mutating func isMigratedAtTheFirstLaunch() { (backedUp, isBackupOlder) = (contents, true) }

  /// - Throws: ``NotDone``, with nothing changed but what is shown.
  mutating func change(_ change: AppChange) throws {
    do {
      try apply(change)
    } catch {
      shown += 1
      throw error
    }
  }

  mutating func fail() throws {
    shown += 1
    throw NotDone()
  }

  mutating func relaunch() { shown = 0 }

  mutating func priceBecomes(_ price: Int) { self.price = price }

  /// If the proxy refuses: what it listed last, or made-up items.
  var newsInVain: ShownNews {
    contents.news.map { ShownNews(source: .cache, articles: $0) } ?? ShownNews(source: .mock, articles: [])
  }

  /// An export is a file of the user's own.
  mutating func deleteEverything() { (contents, backedUp) = (Contents(), nil) }

  private mutating func apply(_ change: AppChange) throws {
    var contents = contents
    switch change {
    case .trade(let number, let trade):
      contents.trades[number] = trade
    case .annotateTrade(let number, let trade): contents.trades[number] = trade
    case .moveAside: break
    case .deleteTrade(let number): contents.trades[number] = nil
    case .importFile(let trades): contents.trades.merge(trades) { $1 }
    case .sync(let listing):
      for (number, stars) in listing { contents.projects[number, default: ModelProject()].stars = stars }
    case .annotateProject(let number, let note): contents.projects[number]?.note = note
    case .savePost(let number): contents.posts.insert(number)
    case .deletePost(let number): contents.posts.remove(number)
    case .bookmark(let number): contents.bookmarks.insert(number)
    case .removeBookmark(let number): contents.bookmarks.remove(number)
    case .readNews(let numbers): contents.news = numbers
    case .startFocus:
      if contents.focus != nil { throw NotDone() }
      contents.focus = .running
    case .pauseFocus: if contents.focus != nil { contents.focus = .paused }
    case .resumeFocus: if contents.focus != nil { contents.focus = .running }
    case .endFocus: contents.focus = nil
    case .export: exported = contents
    case .importExport: contents = exported ?? contents
    case .backUp: (backedUp, isBackupOlder) = (contents, false)
    case .restoreBackup: contents = backedUp ?? contents
    }
    (next, nextNote) = (max(next, change.lastNumber + 1), max(nextNote, change.lastNote + 1))
    if contents.isOversold { throw NotDone() }
    self.contents = contents
  }
}

/// A trade at a price of 10.
struct ModelTrade: Sendable, Equatable {
  var symbol: Int
  var isBuy = true
  var quantity: Int
  /// Of so many days ago, counted from the other end: a later day is a greater number.
  var day: Int
  /// The number of the text in its notes; nil: there is none.
  var note: Int?

  func annotated(_ note: Int?) -> ModelTrade {
    var trade = self
    trade.note = note
    return trade
  }
}

struct ModelProject: Sendable, Equatable {
  var stars = 0
  var note: Int?
}

enum ModelFocus: Sendable, Equatable {
  case running, paused
}

/// What the news screen shows. Of made-up items it does not count which.
struct ShownNews: Sendable, Equatable {
  let source: NewsDataSource
  let articles: [Int]
}

struct KilledLaunch: Sendable, Equatable {
  let write: Int
  let moment: WriteMoment
}

/// Refused, or failed: the user was shown why.
struct NotDone: Error, Equatable {}

extension AppModel {
  static func text(ofNote note: Int) -> String { "MARKER of note \(note)." }

  /// Everything that may never be read on the disk.
  var secrets: [String] { (0..<nextNote).map { Self.text(ofNote: $0) } }
}

extension AppModel: CounterexampleDescribable {
  var counterexampleDescription: String {
    let origin = (layout.map { "layout \($0.rawValue), in clear: " } ?? "")
      + (firstLaunch.map { "killed \($0.moment) of write \($0.write) of the first launch, " } ?? "")
    let priced = price.map { ", at a price of \($0)" } ?? ""
    return origin + contents.counterexampleDescription + priced + (shown > 0 ? ", \(shown) failures shown" : "")
  }
}

extension AppModel.Contents: CounterexampleDescribable {
  var counterexampleDescription: String {
    let trades = trades.sorted { $0.key < $1.key }.map { "trade \($0.key): \($0.value.counterexampleDescription)" }
    let projects = projects.sorted { $0.key < $1.key }.map { number, project in
      "project \(number) with \(project.stars) stars\(project.note.map { " and note \($0)" } ?? "")"
    }
    let news = news.map { "news \($0.map(String.init).joined(separator: " "))" }
    let parts =
      trades + projects + posts.sorted().map { "post \($0)" } + bookmarks.sorted().map { "bookmark \($0)" }
      + [news, focus.map { "a \($0) focus session" }].compactMap(\.self)
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension ModelTrade: CounterexampleDescribable {
  var counterexampleDescription: String {
    "\(isBuy ? "buy" : "sell") \(quantity) S\(symbol) on day \(day)\(note.map { ", note \($0)" } ?? "")"
  }
}
