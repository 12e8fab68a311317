import ArgusReference
import PropertyTesting
import StorageFaults

/// What somebody does in a context of their own, apart from that of the UI: ARG-57.
enum ContextStep: Sendable, Equatable {
  /// By number; what does not exist is changed all the same.
  case unlink(Int)
  case deleteSeen(Int)
  case deleteTopic(Int)
  case deleteArticle(Int)
  case save
  /// While the store takes nothing.
  case saveInVain
  case refresh
  /// While the store cannot be read.
  case refreshInVain
  /// Somebody else deletes an article past all contexts.
  case lose(Int)

  fileprivate var change: ModelContext.Change? {
    switch self {
    case .unlink(let number): .unlink(DeletionCase.id(number))
    case .deleteSeen(let number): .deleteSeen(DeletionCase.id(number))
    case .deleteTopic(let number): .deleteTopic("t\(number)")
    case .deleteArticle(let number): .deleteArticle(DeletionCase.id(number))
    case .save, .saveInVain, .refresh, .refreshInVain, .lose: nil
    }
  }

  /// The context shows its own changes at once, the store has them when they are saved, and so does the UI.
  static func run(_ steps: [ContextStep], on device: ArgusDevice, _ trial: Trial) async throws {
    let (app, container) = (device.app, device.app.container)
    let context = try await container.newContext()
    var stored = StoredLinks(await context.objects)
    var (own, ui) = (stored, StoredLinks(await container.main.objects))
    var waiting: [ContextStep] = []
    for (place, step) in steps.enumerated() {
      switch step {
      case .save:
        try await context.save()
        for change in waiting { stored.apply(change) }
        if !waiting.isEmpty { ui = stored }
        waiting = []
      case .saveInVain:
        // Of what is gone there is nothing to store.
        if !stored.isChanged(by: waiting) { continue }
        let error = await said(on: device, at: .put, [{ try await context.save() }])
        try expect("what a save says of a store that fails", error, equals: [.transactionFailed])
        trial.label("a save fails")
      case .refresh:
        try await context.refresh()
        trial.label("a context forgets what was not saved", if: !waiting.isEmpty)
        (own, waiting) = (stored, [])
      case .refreshInVain:
        let errors = await said(on: device, at: .read, [{ _ = try await container.newContext() }, { try await context.refresh() }])
        try expect(
          "what a new context and a refresh say of a store that fails", errors, equals: [.transactionFailed, .transactionFailed])
      case .lose(let number):
        _ = try await app.articles.delete(DeletionCase.id(number))
        stored.apply(.deleteArticle(number))
      default:
        if let change = step.change { await context.apply(change) }
        own.apply(step)
        waiting.append(step)
      }
      try expect("what the context shows after step \(place + 1)", StoredLinks(await context.objects), equals: own)
      try expect("what the UI shows after step \(place + 1)", StoredLinks(await container.main.objects), equals: ui)
      let now = try await app.articleStore.read { reader in
        StoredLinks(ContextObjects(articles: try reader.articles(), topics: try reader.topics(), seen: try reader.seenArticles()))
      }
      try expect("what is stored after step \(place + 1)", now, equals: stored)
    }
    // What somebody else has done past all contexts, the UI sees when it reads anew.
    try await container.main.refresh()
  }
}

/// What each call says while the store fails at this.
private func said(
  on device: ArgusDevice, at call: StoreFault.Point, _ calls: [@Sendable () async throws -> Void]
) async -> [ArgusError?] {
  device.faults.inject(StoreFault(call, .fails, times: nil))
  defer { device.faults.heal() }
  var errors: [ArgusError?] = []
  for call in calls {
    do {
      try await call()
      errors.append(nil)
    } catch {
      errors.append(error as? ArgusError)
    }
  }
  return errors
}

extension StoredLinks {
  /// Both sides of each link; of what is not there, nothing.
  fileprivate mutating func apply(_ step: ContextStep) {
    switch step {
    case .unlink(let number): cut(DeletionCase.id(number))
    case .deleteSeen(let number): seen = seen.filter { $0 != DeletionCase.id(number) }
    case .deleteTopic(let number):
      topics["t\(number)"] = nil
      articles = articles.mapValues { names in names.filter { $0 != "t\(number)" } }
    case .deleteArticle(let number):
      cut(DeletionCase.id(number))
      articles[DeletionCase.id(number)] = nil
    case .save, .saveInVain, .refresh, .refreshInVain, .lose: break
    }
  }

  /// Whether there is anything left of them that these change.
  fileprivate func isChanged(by steps: [ContextStep]) -> Bool {
    steps.contains { step in
      switch step {
      case .unlink(let number), .deleteArticle(let number): articles[DeletionCase.id(number)] != nil
      case .deleteSeen(let number): seen.contains(DeletionCase.id(number))
      case .deleteTopic(let number): topics["t\(number)"] != nil
      case .save, .saveInVain, .refresh, .refreshInVain, .lose: false
      }
    }
  }

  private mutating func cut(_ id: String) {
    if articles[id] != nil { articles[id] = [] }
    topics = topics.mapValues { ids in ids.filter { $0 != id } }
  }
}

extension Generator where Value == [ContextStep] {
  static var contextSteps: Generator {
    let number = Generator<Int>.int(in: 0...4)
    return .array(
      of: .frequency(
        (2, number.map { .unlink($0) }), (1, number.map { .deleteSeen($0) }), (1, number.map { .deleteTopic($0) }),
        (1, number.map { .deleteArticle($0) }), (2, .constant(.save)), (1, .constant(.saveInVain)),
        (2, .constant(.refresh)), (1, .constant(.refreshInVain)), (1, number.map { .lose($0) })),
      count: 0...7)
  }
}
