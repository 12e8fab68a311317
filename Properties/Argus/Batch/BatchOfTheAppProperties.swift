import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// Articles that the app asks its backend for by their ids.
public enum BatchOfTheAppProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [bringsWhatWasAskedFor]

  static let bringsWhatWasAskedFor = Requirement<ArgusSystem>(
    "ARG-S3", "A Batch Brings the Requested Articles",
    says: """
      A batch asks the backend for exactly the articles with the given ids, whatever characters these have. The app stores each \
      article with all its fields, and keeps the user's marks on an existing article, even those set meanwhile. If the backend lacks an \
      article or sends an unreadable one, it fails with the answer's status, and the existing article stays as it was.
      """,
    covers: "002 Concurrency Patterns", of: "ArgusApp.batch, FeedArticle", needs: [.storage],
    mustCatch: [
      Fault("forgetsMarksInABatch", "resets the user's marks") { system in
        system.parts.alterArticles { articles, _ in articles.get = { _ in nil } }
      },
      Fault("storesNothingOfABatch", "returns the articles and stores no new ones") { system in
        system.parts.alterArticles { articles, _ in articles.saving = { $0 } }
      },
      Fault("expectsTheFirstVersion", "expects version 1 of every existing article") { system in
        system.parts.alterArticles { articles, _ in
          let base = articles.base
          articles.updating = { article, _ in try await base.update(article, expectedVersion: 1) }
        }
      },
      .storing("exchangesSummaryAndBody", "stores the summary as the body") { ($0.summary, $0.body) = ($0.body, $0.summary) },
      .storing("takesMillisecondsForSeconds", "treats the time of publication as milliseconds") { article in
        article.publishedAt = Date(timeIntervalSince1970: article.publishedAt.timeIntervalSince1970 / 1_000)
      },
      .storing("dropsTopics", "stores articles without their topics") { $0.topicNames = [] },
      .storing("dropsTheScore", "stores articles without their score") { $0.qualityScore = nil },
      Fault("asksForIDsAsTheyAre", "asks for ids as they are, without percent signs") { system in
        let make = system.parts.makeAPIClient
        system.parts.makeAPIClient = { PlainAddresses(base: make($0)) }
      },
      Fault("asksForTheFirst", "asks for the first article only") { system in
        let make = system.parts.makeBatchSync
        system.parts.makeBatchSync = { child in
          let first = Remembered<String?>(nil)
          return make { id in
            try await child(
              first.withValue { first in
                first = first ?? id
                return first ?? id
              })
          }
        }
      },
    ]
  ).holds(
    forAll: .appBatch,
    requiring: [
      "an article with marks": 0.2, "an unusual id": 0.4, "not there": 0.2, "an answer that does not read": 0.1,
      "a mark is turned meanwhile": 0.2,
    ]
  ) { plan, system, trial in
    let backend = BackendOfArticles(plan)
    let store = try await system.openStore()
    do {
      let platform = ArgusPlatform(store: store, transport: backend, time: .virtual(VirtualClock()))
      try await plan.run(on: try await system.launch(platform), backend, trial)
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
  }
}

/// Articles of the backend and of the app, by id.
struct AppBatch: Sendable, CounterexampleDescribable {
  enum Answer: Sendable, CaseIterable { case article, missing, nonsense }

  struct Entry: Sendable, CounterexampleDescribable {
    let id: String
    let answer: Answer
    /// Nil: the app does not have it; otherwise whether it is read and bookmarked.
    let marks: (isRead: Bool, isBookmarked: Bool)?
    /// Whether the user turns the bookmark while the article is fetched.
    let isTurned: Bool
    /// Of an answer that does not read.
    var status: Int { id.utf8.count.isMultiple(of: 2) ? 206 : 200 }

    var counterexampleDescription: String {
      "\(describe(id)) \(answer)" + (marks.map { ", there\($0.isRead ? ", read" : "")\($0.isBookmarked ? ", bookmarked" : "")" } ?? "")
    }
  }

  let entries: [Entry]
  var counterexampleDescription: String { describe(entries) }

  /// Each byte that is no letter or digit of ASCII as a percent sign and two digits.
  static func address(of id: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return "https://argus.example/articles/"
      + id.utf8.map { byte in
        let character = Character(UnicodeScalar(byte))
        let isPlain = ("a"..."z").contains(character) || ("A"..."Z").contains(character) || ("0"..."9").contains(character)
        return isPlain ? String(character) : "%\(digits[Int(byte / 16)])\(digits[Int(byte % 16)])"
      }.joined()
  }

  /// What the backend says of an article besides id and title.
  static func fields(_ place: Int) -> String {
    """
    "url":"https://news.example/\(place)","summary":"summary \(place)","body":"body \(place)","topics":["topic \(place)"],\
    "publishedAt":\(1_000_000 + place),"qualityScore":\(60 + place),"highPriority":\(place.isMultiple(of: 2))
    """
  }

  private static func expectFields(of article: ArticleModel, place: Int) throws {
    let found = [
      article.url, article.summary, article.body, "\(article.topicNames)", "\(article.publishedAt.timeIntervalSince1970)",
      "\(article.qualityScore ?? -1)", "\(article.highPriority)",
    ]
    let expected = [
      "https://news.example/\(place)", "summary \(place)", "body \(place)", "\(["topic \(place)"])", "\(Double(1_000_000 + place))",
      "\(Double(60 + place))", "\(place.isMultiple(of: 2))",
    ]
    try expect("the fields of an article that has come", found, equals: expected)
  }

  func run(on app: ArgusApp, _ backend: BackendOfArticles, _ trial: Trial) async throws {
    for (place, entry) in entries.enumerated() {
      guard let marks = entry.marks else { continue }
      trial.label("an article with marks", if: marks.isRead || marks.isBookmarked)
      // Written twice: its version is not that of an article that has just come.
      var article = ArticleModel(id: entry.id, url: "https://news.example/\(place)", title: "older")
      try await app.articles.save(article)
      (article.title, article.isRead, article.isBookmarked) = ("old", marks.isRead, marks.isBookmarked)
      try await app.articles.save(article)
    }
    for entry in entries where entry.isTurned {
      guard let marks = entry.marks else { continue }
      backend.during(Self.address(of: entry.id)) { try await app.operations.setBookmarked(!marks.isBookmarked, of: entry.id) }
      trial.label("a mark is turned meanwhile", if: entry.answer == .article)
    }
    let results = try await app.batch.syncBatch(entries.map(\.id), width: 2, stopsAtFirstError: false)
    try expect("the requests", backend.asked.sorted(), equals: entries.map { Self.address(of: $0.id) }.sorted())
    try expect("how many results", results.count, equals: entries.count)
    for (entry, result) in zip(entries, results) {
      let stored = try await app.articleStore.read { try $0.article(entry.id) }
      let hasCome = entry.answer == .article
      trial.label("an unusual id", if: hasCome && Self.address(of: entry.id).contains("%"))
      trial.label("not there", if: entry.answer == .missing)
      trial.label("an answer that does not read", if: entry.answer == .nonsense)
      if hasCome, let stored { try AppBatch.expectFields(of: stored, place: entries.firstIndex { $0.id == entry.id } ?? 0) }
      let title = hasCome ? "new" : entry.marks == nil ? nil : "old"
      try expect("the title of \(describe(entry.id))", stored?.title, equals: title)
      try expect("\(describe(entry.id)) is read", stored?.isRead, equals: title == nil ? nil : entry.marks?.isRead ?? false)
      let isBookmarked = entry.marks.map { $0.isBookmarked != entry.isTurned } ?? false
      try expect("\(describe(entry.id)) is bookmarked", stored?.isBookmarked, equals: title == nil ? nil : isBookmarked)
      switch result {
      case .done(let article):
        try expect("\(describe(entry.id)) comes", hasCome)
        try expect("the result for \(describe(entry.id))", article.title, equals: "new")
      case .failed(let error):
        let status = entry.answer == .missing ? 404 : entry.status
        try expect("failure of \(describe(entry.id))", hasCome ? nil : error, equals: .badResponse(status))
      }
    }
  }
}

extension Generator where Value == AppBatch {
  static let appBatch = Generator { source in
    let ids = try source(.permutation(of: ["a", "B7", "b/c", "é", "?q=1", "%41", "..", "a b", "z~-_.", "[x]"]))
    let count = try source(.int(in: 1...5))
    return AppBatch(
      entries: try ids.prefix(count).map { id in
        let marks = try source(.int(in: 0...6))
        return AppBatch.Entry(
          id: id, answer: try source(.frequency((4, .constant(.article)), (1, .constant(.missing)), (1, .constant(.nonsense)))),
          marks: marks < 3 ? nil : (marks & 1 != 0, marks & 2 != 0), isTurned: try source(.bool))
      })
  }
}

/// Answers requests for articles.
final class BackendOfArticles: HTTPTransport {
  private let answers: [String: (body: String, status: Int)]
  private let requests = Mutex<[String]>([])
  private let deeds = Mutex<[String: @Sendable () async throws -> Void]>([:])

  init(_ plan: AppBatch) {
    answers = Dictionary(
      plan.entries.enumerated().map { place, entry in
        let id = entry.id.replacing("\\", with: "\\\\")
        let body = "{\"id\":\"\(id)\",\(AppBatch.fields(place)),\"title\":\"new\"}"
        let answer: (String, Int) =
          switch entry.answer {
          case .article: (body, 200)
          case .missing: ("", 404)
          case .nonsense: ("{\"id\":7}", entry.status)
          }
        return (AppBatch.address(of: entry.id), answer)
      }, uniquingKeysWith: { $1 })
  }

  var asked: [String] { requests.withLock { $0 } }

  /// What happens before the answer to a request.
  func during(_ url: String, _ deed: @escaping @Sendable () async throws -> Void) { deeds.withLock { $0[url] = deed } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    requests.withLock { $0.append(request.url) }
    try await deeds.withLock { $0[request.url] }?()
    let (body, status) = answers[request.url] ?? ("", 404)
    return HTTPResponse(status: status, body: Array(body.utf8))
  }
}

extension Fault<ArgusSystem> {
  /// A fault of how what comes is stored.
  fileprivate static func storing(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout ArticleModel) -> Void) -> Fault {
    Fault(id, fact) { system in
      system.parts.alterArticles { articles, _ in
        let base = articles.base
        articles.saving = { article in
          var article = article
          change(&article)
          return try await base.save(article)
        }
      }
    }
  }
}

private struct PlainAddresses: APIClientProtocol {
  let base: any APIClientProtocol

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.url = request.url.removingPercentEncoding ?? request.url
    return try await base.send(request)
  }
}
