import PersonalOSReference
import PropertyTesting

/// The oracle of the whole app: what the user has in it, as he knows it. Whatever he makes has a number that is never
/// used twice, and so has each note, which nobody but the user may read.
struct AppModel: Sendable {
  var contents = Contents()
  var exported: Contents?
  /// Of an older layout, if the first launch made it before it migrated.
  var backedUp: (contents: Contents, isOlder: Bool)?
  /// How many failures the user was shown since the launch.
  var shown = 0
  /// What the news screen shows; nil: nothing yet.
  var screen: News?
  /// Of one of anything, once the server has one.
  var price: Int?
  /// The least number that is free.
  var next = 0
  /// The layout in which an older version has left the contents, in clear, and what befalls the first launch over them.
  var layout: SchemaVersion?
  var firstLaunch: Interruption?

  struct Contents: Sendable, Equatable {
    var trades: [Int: Trade] = [:]
    var projects: [Int: Project] = [:]
    var posts: Set<Int> = []
    var bookmarks: Set<Int> = []
    /// What the proxy listed last.
    var news: [Int]?
    var focus: Focus?

    /// How much is held of each symbol that is held.
    var holdings: [Int: Int] {
      trades.values.reduce(into: [:]) { $0[$1.symbol, default: 0] += $1.change }.filter { $0.value != 0 }
    }

    /// Whether at some time more of a symbol had been sold than bought: trades count by day, and of one day by number.
    var isOversold: Bool {
      var held: [Int: Int] = [:]
      return trades.sorted { ($0.value.day, $0.key) < ($1.value.day, $1.key) }.contains { _, trade in
        held[trade.symbol, default: 0] += trade.change
        return held[trade.symbol, default: 0] < 0
      }
    }
  }

  /// At a price of 10.
  struct Trade: Sendable, Equatable {
    var symbol: Int
    var isBuy = true
    var quantity: Int
    var day: Int
    var note: Int?

    var change: Int { isBuy ? quantity : -quantity }
  }

  struct Project: Sendable, Equatable {
    var stars = 0
    var note: Int?
  }

  enum Focus: Sendable { case running, paused }

  /// Of made-up articles it does not count which.
  struct News: Sendable, Equatable {
    let source: NewsDataSource
    let articles: [Int]
  }

  enum Change: Sendable, Equatable {
    /// A new trade; one with another note.
    case trade(Int, Trade), annotateTrade(Int, Trade), deleteTrade(Int)
    /// A second record of the trade turns up, with a note of its own, and is moved aside.
    case moveAside(Int, Trade)
    /// A file of another app.
    case importFile([Int: Trade])
    /// With so many stars each.
    case sync([Int: Int])
    case annotateProject(Int, note: Int)
    case savePost(Int), deletePost(Int), bookmark(Int), removeBookmark(Int)
    /// As the proxy lists them now.
    case readNews([Int])
    case startFocus, pauseFocus, resumeFocus, endFocus
    /// Of everything; the last ones.
    case export, importExport, backUp, restoreBackup
  }

  /// What happens in the middle of a change.
  enum Interruption: Sendable, Equatable {
    /// The app dies in one of the writes, of the data or of the keychain; the store fails.
    case kill(write: Int, WriteMoment), failure
    /// The view that asked for the change goes, at the beginning of a transaction; nil: before a server answers.
    case departure(transaction: Int?)
  }

  /// Refused, or failed: the user was shown why.
  struct NotDone: Error, Equatable {}

  /// - Throws: ``NotDone``, with nothing changed but what is shown.
  mutating func change(_ change: Change) throws {
    next += 3
    do { try apply(change) } catch { try fail() }
  }

  private mutating func apply(_ change: Change) throws {
    var contents = contents
    switch change {
    case .startFocus where contents.focus != nil: throw NotDone()
    case .trade(let number, let trade), .annotateTrade(let number, let trade): contents.trades[number] = trade
    case .deleteTrade(let number): contents.trades[number] = nil
    case .moveAside: break
    case .importFile(let trades): contents.trades.merge(trades) { $1 }
    case .sync(let stars): for (number, stars) in stars { contents.projects[number, default: Project()].stars = stars }
    case .annotateProject(let number, let note): contents.projects[number]?.note = note
    case .savePost(let number): contents.posts.insert(number)
    case .deletePost(let number): contents.posts.remove(number)
    case .bookmark(let number): contents.bookmarks.insert(number)
    case .removeBookmark(let number): contents.bookmarks.remove(number)
    case .readNews(let numbers): (contents.news, screen) = (numbers, News(source: .api, articles: numbers))
    case .startFocus: contents.focus = .running
    case .pauseFocus: contents.focus = contents.focus.map { _ in .paused }
    case .resumeFocus: contents.focus = contents.focus.map { _ in .running }
    case .endFocus: contents.focus = nil
    case .export: exported = contents
    case .importExport: contents = exported ?? contents
    case .backUp: backedUp = (contents, false)
    case .restoreBackup: contents = backedUp?.contents ?? contents
    }
    if contents.isOversold { throw NotDone() }
    self.contents = contents
  }

  mutating func fail() throws {
    shown += 1
    throw NotDone()
  }

  /// A change that was interrupted has happened as a whole or not at all, as `found` shows; nobody is shown a failure.
  /// If it was done all the same, it has happened. If the view went before it began, it has not.
  mutating func change(_ change: Change, interruptedBy interruption: Interruption, isDone: Bool, found: Contents) {
    var changed = self
    try? changed.change(change)
    next = changed.next
    if !isDone { changed.shown = shown }
    let isTooEarly = [.departure(transaction: nil), .departure(transaction: 0)].contains(interruption)
    if isDone || !isTooEarly && found == changed.contents && found != contents { self = changed }
    if case .kill = interruption { relaunch() }
  }

  mutating func relaunch() { (shown, screen) = (0, nil) }

  /// An export is a file of the user's own.
  mutating func deleteEverything() { (contents, backedUp, shown, screen) = (Contents(), nil, 0, nil) }

  /// The proxy refuses, which is no failure: what it listed last is shown, or made-up articles.
  mutating func readNewsInVain() {
    screen = contents.news.map { News(source: .cache, articles: $0) } ?? News(source: .mock, articles: [])
  }

  /// Before the first unlock no notes can be read: the app does not start over trades, and says so once.
  var failuresWhileLocked: Int { contents.trades.isEmpty ? 0 : 1 }

  /// The notices that are pending while the app is in the background, and when it is back.
  var notices: [Int] { [contents.focus == .running ? 1 : 0, 0] }

  /// What is held by symbol, and what it cost and is worth, as each of the parts must say it that knows it.
  var holdings: [String: [Int: Int]] {
    let held = contents.holdings
    let cost = [0: held.values.reduce(0, +) * 10]
    return [
      "assets": held, "summary": held, "cost of the summary": cost, "cost of the statistics": cost,
      "market values": price.map { price in held.mapValues { $0 * price } } ?? [:],
    ]
  }
}
