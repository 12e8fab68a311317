import ArgusReference
import PropertyTesting
import StorageContract

// What ARG-20, ARG-21 and ARG-25 must catch: more in Argus-Sync.edits.
extension Fault<ArgusSystem> {
  // Sending.

  static let keepsPendingInMemory = Fault("keepsPendingInMemory", "forgets pending changes at a launch") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      try await platform.store.write { transaction in
        for entry in try transaction.scan("sync_pending") { try transaction.delete(entry.key, in: "sync_pending") }
      }
      return try await launch(platform, parts)
    }
  }

  static let forgetsWhatFailed = sending("forgetsWhatFailed", "treats failed sends as sent") { cloud, records in
    do { try await cloud.push(records) } catch is ArgusError {}
  }

  static let sendsEverythingAgain = Fault("sendsEverythingAgain", "sends again what it sent before") { system in
    system.parts.alterCloudOfSync { cloud, _ in
      let last = Remembered<[SyncRecord]>([])
      cloud.pushing = { cloud, records in
        try await cloud.push(last.now + records)
        last.set(records)
      }
    }
  }

  static let doesNotSendDeletions = notNoting("doesNotSendDeletions", "does not tell the cloud about deletions") {
    if case .deletedArticle = $0 { true } else { false }
  }

  static let doesNotSendMarks = notNoting("doesNotSendMarks", "does not send changes of marks only") {
    if case .savedArticle(let article, let before?) = $0 { article.text(of: .title) == before.text(of: .title) } else { false }
  }

  private static func notNoting(_ id: String, _ fact: String, _ isForgotten: @escaping @Sendable (ArticleChange) -> Bool) -> Fault {
    Fault(id, fact) { system in
      let note = system.parts.noteChange
      system.parts.noteChange = { if !isForgotten($1) { try note($0, $1, $2) } }
    }
  }

  // Fetching.

  static let fetchesBeforeItSends = Fault(
    "fetchesBeforeItSends", "fetches before it sends, and overwrites its own changes"
  ) { system in
    let make = system.parts.makeSync
    system.parts.makeSync = { setup in
      var remoteFirst = setup
      remoteFirst.merge = { $0.generation > $1.generation ? $0 : $1 }
      return SyncInTurn(first: CloudSync(remoteFirst), second: make(setup))
    }
  }

  static let forgetsWhereItWas = fetching("forgetsWhereItWas", "skips a record each time that it fetches") { cloud, token in
    try await cloud.pull(after: token > 0 ? token + 1 : 0)
  }

  static let fetchesOnlyOnce = fetching("fetchesOnlyOnce", "fetches once and then never again") { cloud, token in
    token > 0 ? CloudPage(records: [], token: token) : try await cloud.pull(after: token)
  }

  // Merging.

  static let prefersTheRemote = merging("prefersTheRemote", "always takes the cloud's version") { own, other in
    own.generation > other.generation ? own : other
  }

  static let letsEditsReviveTheDeleted = merging("letsEditsReviveTheDeleted", "brings a deleted article back when it was edited elsewhere") {
    var merged = $0.merged(with: $1)
    if $0.generation == $1.generation && $0.content.stamp != $1.content.stamp { merged.isDeleted = $0.isDeleted && $1.isDeleted }
    return merged
  }

  static let mergesWholeArticles = merging("mergesWholeArticles", "takes the marks from the device with the later text") { own, other in
    var merged = own.merged(with: other)
    if own.generation == other.generation, own.content.stamp != other.content.stamp {
      merged.flags = own.content.stamp < other.content.stamp ? other.flags : own.flags
    }
    return merged
  }

  private static func merging(
    _ id: String, _ fact: String, _ merge: @escaping @Sendable (SyncRecord, SyncRecord) -> SyncRecord
  ) -> Fault {
    Fault(id, fact) { $0.parts.mergeRecords = merge }
  }
}

private struct SyncInTurn: CloudSyncing {
  let first: any CloudSyncing
  let second: any CloudSyncing

  func synchronize() async throws {
    try await first.synchronize()
    try await second.synchronize()
  }
}

// What ARG-C3 must catch: each goes wrong only beside something else.
extension Fault<ArgusSystem> {
  static let takesForSentWhatIsWrittenMeanwhile = Fault(
    "takesForSentWhatIsWrittenMeanwhile", "marks writes made during a send as sent"
  ) { system in
    let sending = Remembered<Set<String>>([])
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if case .savedArticle = change, sending.now.contains(ledger.device) { return }
      try note(ledger, change, transaction)
    }
    system.parts.alterCloudOfSync { cloud, setup in
      let device = setup.ledger.device
      cloud.pushing = { cloud, records in
        sending.withValue { _ = $0.insert(device) }
        defer { sending.withValue { _ = $0.remove(device) } }
        try await cloud.push(records)
      }
    }
  }

  static let fetchesOneRecord = fetching("fetchesOneRecord", "fetches one record at a time") { cloud, token in
    let page = try await cloud.pull(after: token)
    return page.records.count > 1 ? CloudPage(records: [page.records[0]], token: token + 1) : page
  }

  static let listsWhatItListedBefore = Fault(
    "listsWhatItListedBefore", "gives a reader the previous list while another list is read"
  ) { system in
    system.parts.alterArticles { articles, _ in
      let base = articles.base
      let last = Remembered((list: TopicArticles(articles: [], layer: .database, isStale: false), readers: 0))
      articles.list = { topic in
        let before = last.withValue { last in
          last.readers += 1
          return last.readers > 1 ? last.list : nil
        }
        let list = await base.articles(topic: topic)
        last.withValue { $0 = (list, $0.readers - 1) }
        return before ?? list
      }
    }
  }

  static let storesALittleLater = Fault("storesALittleLater", "says that an article was saved and saves it a moment later") { system in
    system.parts.alterArticles { articles, _ in
      let base = articles.base
      articles.saving = { article in
        Task { try await base.save(article) }
        return article
      }
    }
  }
}
