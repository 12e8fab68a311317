import ArgusGenerators
import ArgusReference
import PropertyTesting
import StorageContract
import StorageFaults

/// The app on a device, and the parts of its article service.
struct CacheDriver: Sendable {
  let device: ArgusDevice
  private let latest: Remembered<ArticleServiceSetup?>
  /// What happens once at that moment after the app has read articles from the store, before it keeps them.
  private let interruption: Remembered<Interruption?>

  private struct Interruption: Sendable {
    let moment: CacheCall.Moment
    let happens: @Sendable () async throws -> Void
  }

  init(_ system: ArgusSystem, room: Int = 100) async throws {
    var system = system
    let (open, latest) = (system.parts.openArticleService, Remembered<ArticleServiceSetup?>(nil))
    let interruption = Remembered<Interruption?>(nil)
    @Sendable func interrupt(_ moment: CacheCall.Moment) async throws {
      let due = interruption.withValue { next -> Interruption? in
        guard let due = next, due.moment == moment else { return nil }
        next = nil
        return due
      }
      try await due?.happens()
    }
    system.parts.openArticleService = { setup in
      latest.set(setup)
      var setup = setup
      setup.store = InterruptedReads(base: setup.store) { try await interrupt(.read) }
      return await open(setup)
    }
    system.parts.alterLoader { loader, _ in
      let base = loader.base
      loader.completing = {
        try await interrupt(.rendered)
        return try await base.complete($0)
      }
    }
    system.parts.render = { ArticleNames.rendered($0) }
    device = try await ArgusDevice(system, articleMemoryLimit: room)
    (self.latest, self.interruption) = (latest, interruption)
  }

  var parts: ArticleServiceSetup {
    get throws {
      guard let parts = latest.now else { throw ArgusError.notFound }
      return parts
    }
  }
  private var articles: any ArticleServiceProtocol { device.app.articles }

  func perform(_ call: CacheCall) async throws -> [String] {
    switch call {
    case .list(let topic, let isInVain): return [await list(topic, isInVain: isInVain)]
    case .read(let number): return try await read(number)
    case .look:
      var answers: [String] = []
      for topic in CacheModel.topics { answers.append(await list(topic)) }
      for number in 0...2 { answers += try await read(number) }
      return answers
    case .write(let step): return [try await write(step)]
    case .saveWhileListed(let edit):
      _ = try await write(.save(edit))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = await lines(of: edit.topics.first) }
        group.addTask { _ = try await write(.save(edit)) }
        group.addTask { _ = await lines(of: edit.topics.first) }
        try await group.waitForAll()
      }
      return await lines(of: edit.topics.first) + (try await read(edit.article))
    case .saveBeforeKept(let edit, let moment):
      _ = try await write(.save(edit))
      interruption.set(Interruption(moment: moment) { _ = try await write(.save(edit)) })
      _ = await lines(of: edit.topics.first)
      let lines = await lines(of: edit.topics.first)
      interruption.set(Interruption(moment: moment) { _ = try await write(.save(edit)) })
      _ = try await articles.article(ArticleNames.ids[edit.article])
      return lines + (try await read(edit.article))
    case .dropBeforeKept(let number, let moment, let isMended):
      await articles.memoryWarning()
      interruption.set(
        Interruption(moment: moment) { if isMended { try await mend() } else { await articles.memoryWarning() } })
      _ = try await articles.article(ArticleNames.ids[number])
      // There is nothing to render of an article that there is not.
      try await interruption.exchange(nil)?.happens()
    case .mend: try await mend()
    case .memoryWarning: await articles.memoryWarning()
    case .relaunch: try await device.relaunch()
    }
    return []
  }

  private func mend() async throws {
    let caches = CacheInvalidation(cache: try parts.cache, memory: try parts.memory, list: try parts.list)
    await device.app.parts.invalidate(CommittedChanges(sequence: 0, changes: [.mended]), caches)
  }

  private func lines(of topic: Int?) async -> [String] {
    await articles.articles(topic: topic.map { ArticleNames.topics[$0] }).articles.map(\.line)
  }

  private func list(_ topic: Int?, isInVain: Bool = false) async -> String {
    let answer = await reading(isInVain) { await articles.articles(topic: topic.map { ArticleNames.topics[$0] }) }
    return CacheModel.answer(answer.articles.map(\.line), from: answer.layer, isStale: answer.isStale)
  }

  private func read(_ number: Int) async throws -> [String] {
    let generation = try await parts.memory.generation()
    var found: [ArticleModel?] = []
    for isInVain in [true, false] {
      do {
        found.append(try await reading(isInVain) { try await articles.article(ArticleNames.ids[number]) })
      } catch where isInVain {
        found.append(nil)
      }
    }
    // An even one is remembered once more, which must evict nothing; of the others, the read alone counts as their use.
    if number.isMultiple(of: 2), let article = found[1] { try await parts.memory.remember(article, since: generation) }
    return found.map { $0?.line ?? "nothing" }
  }

  private func reading<Result>(_ isInVain: Bool, _ read: () async throws -> Result) async rethrows -> Result {
    if isInVain { device.faults.inject(StoreFault(.read, .fails, times: nil)) }
    defer { if isInVain { device.faults.heal() } }
    return try await read()
  }

  private func write(_ step: ArticleStep) async throws -> String {
    switch step {
    case .save(let edit): return "version \(try await articles.save(edit.model).version)"
    case .delete(let number): return try await articles.delete(ArticleNames.ids[number]) ? "deleted" : "there was none"
    case .deleteTopic(let topic): try await articles.deleteTopic(ArticleNames.topics[topic])
    case .markSeen(let number, _): try await articles.markSeen(ArticleNames.ids[number])
    default: try await device.app.articleStore.transaction { try step.apply(to: $0) }
    }
    return "done"
  }
}

/// An article store in which something may happen after each read, before the reader goes on.
private struct InterruptedReads: ArticleStore {
  let base: any ArticleStore
  let happens: @Sendable () async throws -> Void

  func read<Result: Sendable>(_ body: @Sendable (any ArticleReader) throws -> Result) async throws -> Result {
    let result = try await base.read(body)
    try await happens()
    return result
  }

  func transaction<Result: Sendable>(
    _ body: @Sendable (any ArticleTransaction) throws -> Result
  ) async throws -> Result { try await base.transaction(body) }

  func validate() async throws -> [ContextProblem] { try await base.validate() }
}
