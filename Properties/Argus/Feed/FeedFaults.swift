import ArgusReference
import Foundation
import PropertyTesting
import StorageContract
import Synchronization

// What ARG-70 and ARG-71 must catch.
extension Fault<ArgusSystem> {
  static let pushesEverything = after("pushesEverything", "raises a push notification for every new article") { setup, report, _ in
    for id in Set(report.added).sorted() {
      if let article = try await setup.articles.article(id), !article.highPriority { setup.notices.push(article) }
    }
  }

  static let pushesAgain = after("pushesAgain", "raises a push notification at each refresh") { setup, report, _ in
    for id in Set(report.updated).sorted() where setup.isNotifying() {
      if let article = try await setup.articles.article(id), article.highPriority { setup.notices.push(article) }
    }
  }

  static let pushesBeforeItStores = feed("pushesBeforeItStores", "raises the push notification before it stores the article") {
    setup in
    let (fetch, notices) = (setup.fetch, setup.notices)
    let told = Mutex<Set<String>>([])
    setup.fetch = {
      let articles = try await fetch()
      for article in articles where article.highPriority && told.withLock({ $0.insert(article.id).inserted }) {
        notices.push(article)
      }
      return articles
    }
  }

  static let ignoresTheSetting = feed("ignoresTheSetting", "raises push notifications although the user wants none") {
    $0.isNotifying = { true }
  }

  static let makesSummariesUp = feed("makesSummariesUp", "uses the title as the summary of an article without a summary") { setup in
    let fetch = setup.fetch
    setup.fetch = {
      try await fetch().map { article in
        var article = article
        if article.summary.isEmpty { article.summary = article.title }
        return article
      }
    }
  }

  static let forgetsWhoNotedAPush = writing(
    "forgetsWhoNotedAPush", "takes its own note of a push, whose commit the store did not confirm, for one of before"
  ) {
    $0.insert = { transaction, fields, key, collection in
      try transaction.insert(fields.filter { $0.key != "by" }, at: key, in: collection)
    }
  }

  static let losesTheTime = feed("losesTheTime", "stores the time of the refresh as that of an article") { setup in
    let fetch = setup.fetch
    setup.fetch = {
      try await fetch().map { article in
        var article = article
        article.publishedAt = Date()
        return article
      }
    }
  }

  static let tellsAfterTheEnd = Fault("tellsAfterTheEnd", "continues after the system has taken its time back") { system in
    let make = system.parts.makeFeed
    system.parts.makeFeed = { setup in
      let feed = make(setup)
      return ClosureFeed { scope in
        // In a task that nobody cancels.
        let report = try await Task { try await feed.refresh(in: nil) }.value
        if scope != nil && !report.added.isEmpty { setup.notices.tellNew(count: Set(report.added).count) }
        return report
      }
    }
  }

  static let pushesNothing = feed("pushesNothing", "raises no push notification") { $0.isNotifying = { false } }

  static let pushesWhatWasSeen = after("pushesWhatWasSeen", "raises a push notification for a seen article") { setup, report, _ in
    for id in Set(report.updated).sorted() {
      if let article = try await setup.articles.article(id), article.highPriority, try await setup.articles.isSeen(id) {
        setup.notices.push(article)
      }
    }
  }

  static let tellsInTheForeground = after("tellsInTheForeground", "raises a notice while the app is in the foreground") {
    setup, report, scope in
    if scope == nil && !report.added.isEmpty { setup.notices.tellNew(count: Set(report.added).count) }
  }

  static let tellsOfNothing = after("tellsOfNothing", "raises a notice for a background refresh that brought nothing") {
    setup, report, scope in
    if scope != nil && report.added.isEmpty { setup.notices.tellNew(count: 0) }
  }

  static let countsWhatWasFetched = Fault("countsWhatWasFetched", "counts all fetched articles, including known ones") { system in
    system.parts.makeFeed = changingSetup(of: system.parts.makeFeed) { setup in
      let fetch = setup.fetch
      let count = Mutex(0)
      setup.fetch = {
        let articles = try await fetch()
        count.withLock { $0 = articles.count }
        return articles
      }
      setup.notices = Recounting(base: setup.notices) { count.withLock { $0 } }
    }
  }

  static let tellsOfFailures = Fault("tellsOfFailures", "raises a notice although the refresh was stopped or failed") { system in
    let make = system.parts.makeFeed
    system.parts.makeFeed = { setup in
      let feed = make(setup)
      return ClosureFeed { scope in
        do {
          return try await feed.refresh(in: scope)
        } catch {
          setup.notices.tellNew(count: 1)
          throw error
        }
      }
    }
  }

  private static func feed(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout FeedSetup) -> Void) -> Fault {
    Fault(id, fact) { system in
      system.parts.makeFeed = changingSetup(of: system.parts.makeFeed, change)
    }
  }

  private static func after(
    _ id: String, _ fact: String,
    _ more: @escaping @Sendable (FeedSetup, ImportReport, BackgroundScope?) async throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeFeed
      system.parts.makeFeed = { setup in
        let feed = make(setup)
        return ClosureFeed { scope in
          let report = try await feed.refresh(in: scope)
          try await more(setup, report, scope)
          return report
        }
      }
    }
  }
}

private struct ClosureFeed: FeedSyncing {
  let body: @Sendable (BackgroundScope?) async throws -> ImportReport
  init(_ body: @escaping @Sendable (BackgroundScope?) async throws -> ImportReport) { self.body = body }
  func refresh(in scope: BackgroundScope?) async throws -> ImportReport { try await body(scope) }
}

private struct Recounting: ArticleNotifying {
  let base: any ArticleNotifying
  let count: @Sendable () -> Int

  init(base: any ArticleNotifying, count: @escaping @Sendable () -> Int) {
    self.base = base
    self.count = count
  }

  func push(_ article: ArticleModel) { base.push(article) }
  func tellNew(count: Int) { base.tellNew(count: self.count()) }
}
