import ArgusReference
import PropertyTesting
import Synchronization

// What ARG-C3 must catch: each goes wrong only beside something else.
extension Fault<ArgusSystem> {
  static let takesForSentWhatIsWrittenMeanwhile = Fault(
    "takesForSentWhatIsWrittenMeanwhile", "marks writes made during a send as sent"
  ) { system in
    let sending = Mutex<[String: Int]>([:])
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if sending.withLock({ $0[ledger.device, default: 0] }) > 0, case .savedArticle = change { return }
      try note(ledger, change, transaction)
    }
    system.parts.makeSync = changingSetup(of: system.parts.makeSync) { setup in
      let device = setup.ledger.device
      setup.cloud = AttendedCloud(base: setup.cloud, pushing: { delta in sending.withLock { $0[device, default: 0] += delta } })
    }
  }

  static let overwritesWhatIsWrittenMeanwhile = Fault(
    "overwritesWhatIsWrittenMeanwhile", "overwrites articles that were written during the fetch"
  ) { system in
    let fetching = Mutex<[String: Set<String>]>([:])
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if case .savedArticle(let article, _) = change { fetching.withLock { _ = $0[ledger.device]?.insert(article.id) } }
      try note(ledger, change, transaction)
    }
    system.parts.makeSync = changingSetup(of: system.parts.makeSync) { setup in
      let device = setup.ledger.device
      setup.cloud = AttendedCloud(base: setup.cloud, pulling: { fetching.withLock { $0[device] = [] } })
      let merge = setup.merge
      setup.merge = { own, other in
        fetching.withLock { $0[device]?.contains(own.articleID) ?? false } ? other : merge(own, other)
      }
    }
  }

  static let fetchesOneRecord = Fault("fetchesOneRecord", "fetches one record at a time") { system in
    system.parts.makeSync = changingSetup(of: system.parts.makeSync) { $0.cloud = SlowCloud(base: $0.cloud) }
  }

  static let listsWhatItListedBefore = Fault(
    "listsWhatItListedBefore", "gives a reader the previous list while another list is read"
  ) { system in
    system.parts.alterArticles { articles, _ in
      let base = articles.base
      let last = Mutex<(list: TopicArticles, readers: Int)>((TopicArticles(articles: [], layer: .database, isStale: false), 0))
      articles.list = { topic in
        let before = last.withLock { last in
          last.readers += 1
          return last.readers > 1 ? last.list : nil
        }
        let list = await base.articles(topic: topic)
        last.withLock { $0 = (list, $0.readers - 1) }
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

/// A cloud that tells when it is asked.
private struct AttendedCloud: CloudDatabase {
  let base: any CloudDatabase
  /// 1 before and -1 after.
  var pushing: @Sendable (Int) -> Void = { _ in }
  var pulling: @Sendable () -> Void = {}

  func isAvailable() async throws -> Bool { try await base.isAvailable() }

  func push(_ records: [SyncRecord]) async throws {
    pushing(1)
    defer { pushing(-1) }
    try await base.push(records)
  }

  func pull(after token: Int64) async throws -> CloudPage {
    pulling()
    return try await base.pull(after: token)
  }
}

private struct SlowCloud: CloudDatabase {
  let base: any CloudDatabase
  func isAvailable() async throws -> Bool { try await base.isAvailable() }
  func push(_ records: [SyncRecord]) async throws { try await base.push(records) }
  func pull(after token: Int64) async throws -> CloudPage {
    let page = try await base.pull(after: token)
    return page.records.count > 1 ? CloudPage(records: [page.records[0]], token: token + 1) : page
  }
}
