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
