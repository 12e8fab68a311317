import ArgusReference
import PropertyTesting
import Synchronization

/// Articles that are read again and again with little memory: ARG-36.
enum MemoryMachine {
  typealias MemoryCommand = Command<ArticleBook, MemoryDevice>

  static let machine = StateMachine(
    initially: ArticleBook(), commands: [read, readTwice, save, delete, memoryWarning], closing: [readOnce],
    invariants: [
      Invariant("no more articles in memory than there is room for", always: { await $0.memory.size() <= $0.limit }),
    ]
  )
  .withLongCases
  .withoutSwarm
  .showing { describe($0.articles.keys.sorted()) }

  private static let readOnce = reading("readAtTheEnd")
  private static let read = reading("read")

  private static func reading(_ name: String) -> MemoryCommand {
    MemoryCommand(
      name, weight: 6, with: { _ in .int(in: 0...3) }, foreseeing: { (_: inout ArticleBook, _: Int) in }
    ) { device, number in
      let hits = device.memory.hits
      let article = try await device.device.app.articles.article(ArticleNames.ids[number])
      return MemoryRead(line: article.map { "v\($0.version): \($0.body)" }, isHit: device.memory.hits > hits)
    } judging: { book, number, found in
      let entry = book.articles[number]
      try expect(
        "article \(number)", found.line, equals: entry.map { "v\($0.version): \(ArticleNames.texts[$0.text])" })
    }
    .labelled("found in memory") { $0.result(MemoryRead.self)?.isHit == true }
    .labelled("read from the store") { $0.result(MemoryRead.self).map { !$0.isHit && $0.line != nil } ?? false }
  }

  /// What was just read is in memory, if there is room.
  private static let readTwice = MemoryCommand(
    "readTwice", weight: 2, with: { _ in .int(in: 0...3) }, foreseeing: { (_: inout ArticleBook, _: Int) in }
  ) { device, number in
    _ = try await device.device.app.articles.article(ArticleNames.ids[number])
    let hits = device.memory.hits
    _ = try await device.device.app.articles.article(ArticleNames.ids[number])
    return (isHit: device.memory.hits > hits, hasRoom: device.limit > 0)
  } judging: { book, number, found in
    try expect("article \(number) is in memory when it is read again", found.isHit, equals: found.hasRoom && book.articles[number] != nil)
  }

  private static let save = MemoryCommand("save", weight: 3, with: .articleEdit) { book, edit in
    var edit = edit
    edit.address = nil
    _ = try book.apply(.save(edit))
  } system: { device, edit in
    var edit = edit
    edit.address = nil
    try await device.device.app.articles.save(edit.model)
  }

  private static let delete = MemoryCommand("delete", with: .int(in: 0...3)) { book, number in
    try !book.apply(.delete(number)).isEmpty
  } system: { device, number in
    try await device.device.app.articles.delete(ArticleNames.ids[number])
  }

  private static let memoryWarning = MemoryCommand("memoryWarning") { _ in
  } system: { device in
    await device.device.app.articles.memoryWarning()
    if await device.memory.size() > 0 { throw MemoryKept() }
  }

  struct MemoryKept: Error {}
}

struct MemoryRead: Sendable, Equatable {
  let line: String?
  let isHit: Bool
}

/// An app with room for so many articles, and what it remembers.
struct MemoryDevice: Sendable {
  let device: ArgusDevice
  let memory: WatchedMemory
  let limit: Int

  init(_ system: ArgusSystem, limit: Int) async throws {
    var system = system
    let make = system.parts.makeArticleMemory
    let watched = WatchedMemory(base: make(limit))
    system.parts.makeArticleMemory = { _ in watched }
    device = try await ArgusDevice(system, articleMemoryLimit: limit)
    memory = watched
    self.limit = limit
  }
}

/// A memory that counts what it had an answer for.
final class WatchedMemory: ArticleRemembering {
  private let base: any ArticleRemembering
  private let count = Mutex(0)

  init(base: any ArticleRemembering) {
    self.base = base
  }

  var hits: Int { count.withLock { $0 } }

  func article(_ id: String) async -> ArticleModel? {
    let found = await base.article(id)
    if found != nil { count.withLock { $0 += 1 } }
    return found
  }

  func generation() async -> Int { await base.generation() }
  func remember(_ article: ArticleModel, since generation: Int) async { await base.remember(article, since: generation) }
  func forget(_ ids: [String]?) async { await base.forget(ids) }
  func size() async -> Int { await base.size() }
}

/// A second memory for articles: a list, the latest last.
actor ArticleMemoryTwin: ArticleRemembering {
  enum Defect: String, CaseIterable, Sendable {
    case keepsOneWithoutRoom = "keeps one article when there is room for none"
    case holdsOneTooMany = "evicts only after it has added a new article"
    case forgetsNothing = "keeps the old version of a written article"
    case keepsDeletedOnes = "keeps the articles after a memory warning"
    case confusesCase = "treats ids that differ in case as equal"
    case keepsNothing = "keeps nothing"
    case evictsWhatWasUsed = "evicts the article that came first, used or not"
    case remembersFromBeforeAWrite = "keeps an article that was read before a write"
  }

  static let twin = Twin<ArgusSystem, Defect>("ArticleMemoryTwin") { system, defect in
    system.parts.makeArticleMemory = { ArticleMemoryTwin($0, defect) }
  }

  private let limit: Int
  private let defect: Defect?
  private var kept: [ArticleModel] = []
  private var count = 0

  init(_ limit: Int, _ defect: Defect?) {
    self.limit = defect == .keepsOneWithoutRoom ? max(1, limit) : limit + (defect == .holdsOneTooMany && limit > 0 ? 1 : 0)
    self.defect = defect
  }

  private func same(_ left: String, _ right: String) -> Bool {
    defect == .confusesCase ? left.lowercased() == right.lowercased() : left.utf8.elementsEqual(right.utf8)
  }

  func article(_ id: String) -> ArticleModel? {
    guard let place = kept.firstIndex(where: { same($0.id, id) }) else { return nil }
    if defect == .evictsWhatWasUsed { return kept[place] }
    let article = kept.remove(at: place)
    kept.append(article)
    return article
  }

  func generation() -> Int { count }

  func remember(_ article: ArticleModel, since generation: Int) {
    guard generation == count || defect == .remembersFromBeforeAWrite, defect != .keepsNothing else { return }
    kept.removeAll { same($0.id, article.id) }
    kept.append(article)
    if kept.count > limit { kept.removeFirst(kept.count - limit) }
  }

  func forget(_ ids: [String]?) {
    count += 1
    guard let ids else {
      if defect != .keepsDeletedOnes { kept = [] }
      return
    }
    if defect != .forgetsNothing { kept.removeAll { article in ids.contains { same($0, article.id) } } }
  }

  func size() -> Int { kept.count }
}
