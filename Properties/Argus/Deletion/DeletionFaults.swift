import ArgusReference
import PropertyTesting

// What ARG-54 to ARG-59 must catch.
extension Fault<ArgusSystem> {
  static let deletesInBetween = saving("deletesInBetween", "deletes seen records while there are links") { objects in
    objects.seen.map { .deleteSeen($0.articleID) }
  }

  static let deletesTopicsFirst = saving("deletesTopicsFirst", "deletes topics before seen records") { objects in
    objects.topics.map { .deleteTopic($0.name) }
  }

  static let nullifiesInOneGo = saving("nullifiesInOneGo", "breaks all links in one save") { objects in
    objects.articles.filter { !$0.topicNames.isEmpty }.map { .unlink($0.id) }
  }

  /// Makes some of the changes first, in one save.
  private static func saving(
    _ id: String, _ fact: String, first changes: @escaping @Sendable (ContextObjects) -> [ModelContext.Change]
  ) -> Fault {
    deleting(id, fact) { setup, make, size in
      let context = try await setup.container.newContext()
      for change in changes(await context.objects) { await context.apply(change) }
      try await context.save()
      try await make(setup).deleteAll(batchSize: size)
    }
  }

  static let showsDeletesEarly = deleting("showsDeletesEarly", "removes records from the UI before it deletes them") {
    setup, make, size in
    let ui = setup.container.main
    for article in await ui.objects.articles.prefix(1) { await ui.apply(.deleteArticle(article.id)) }
    try await make(setup).deleteAll(batchSize: size)
  }

  static let logsSuccessAlone = deleting("logsSuccessAlone", "logs nothing of a batch that fails") { setup, make, size in
    var own = setup
    let kept = Logger()
    own.logger = kept
    defer { for entry in kept.entries where entry.level != .error { setup.logger.log(entry) } }
    try await make(own).deleteAll(batchSize: size)
  }

  private static func deleting(
    _ id: String, _ fact: String,
    _ deleteAll: @escaping @Sendable (DeletionSetup, @Sendable (DeletionSetup) -> any DeletionServicing, Int?) async throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeDeletion
      system.parts.makeDeletion = { setup in ChangedDeletion { try await deleteAll(setup, make, $0) } }
    }
  }
}

/// Deletes in another way.
private struct ChangedDeletion: DeletionServicing {
  let run: @Sendable (Int?) async throws -> Void

  func deleteAll(batchSize: Int?) async throws { try await run(batchSize) }
}
