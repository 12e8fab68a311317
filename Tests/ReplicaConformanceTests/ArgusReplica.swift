import ArgusReference
import Foundation
import ReplicaContract
import StorageContract

/// Argus as a replica: its article store and its exchange with the cloud, put together as in the app.
///
/// An article is a record. Its content is one unit of merging, so two of its texts stand for the fields.
actor ArgusReplica: Replica {
  nonisolated let capabilities = ReplicaCapabilities(
    fields: ["title", "body"], merge: .byRecord, deletes: .deletesWin, isBounded: false, setsRefusedAside: false)
  private let store: any Store
  private let articles: any ArticleStore
  private let sync: any CloudSyncing
  private let cloud = SyncServerCloud()

  init(_ place: ReplicaPlace, _ parts: ArgusParts = .reference) async throws {
    let ledger = SyncLedger(device: place.device)
    store = try EndingStore(place)
    articles = try await parts.openArticleStore(
      ArticleStoreSetup(
        store: store, render: parts.render, canonicalURL: parts.canonicalURL, changeLog: { try parts.noteChange(ledger, $0, $1) },
        didCommit: { _ in }, logger: Logger(), time: .device, makeID: { UUID() }))
    sync = parts.makeSync(
      SyncSetup(articles: articles, cloud: cloud, coordinator: AtOnce(), ledger: ledger, merge: parts.mergeRecords))
  }

  func perform(_ edit: ReplicaEdit) async throws {
    try await articles.transaction { transaction in
      switch edit {
      case .insert(let id, let fields):
        guard try transaction.article(id) == nil else { throw ReplicaError.present(id) }
        try transaction.save(
          ArticleModel(id: id, url: "https://argus.example/\(id)", title: fields["title"] ?? "", body: fields["body"] ?? ""))
      case .update(let id, let field, let value):
        guard var article = try transaction.article(id) else { throw ReplicaError.missing(id) }
        if field == "title" { article.title = value } else { article.body = value }
        try transaction.save(article)
      case .delete(let id): if try !transaction.deleteArticle(id) { throw ReplicaError.missing(id) }
      case .insertElement, .removeElement: throw ReplicaError.undeclared("\(edit)")
      }
    }
  }

  func contents() async throws -> ReplicaContents {
    let all = try await articles.read { try $0.articles() }
    return ReplicaContents(records: Dictionary(all.map { ($0.id, ["title": $0.title, "body": $0.body]) }) { $1 })
  }

  func sync(with server: any SyncServer) async throws { try await cloud.reaching(server) { try await sync.synchronize() } }

  func close() async throws { try await store.close() }
}

/// The user's cloud over a server that keeps records: each push adds entries to a log, and nobody changes them again.
private actor SyncServerCloud: CloudDatabase {
  private var server: (any SyncServer)?

  func reaching(_ server: any SyncServer, _ body: @Sendable () async throws -> Void) async throws {
    self.server = server
    defer { self.server = nil }
    try await body()
  }

  func isAvailable() async throws -> Bool { server != nil }

  func push(_ records: [ArgusReference.SyncRecord]) async throws {
    guard let server else { throw ReplicaContract.SyncError.offline }
    let changes = try records.map { record in
      let body = String(decoding: try Self.encoder.encode(record.storedFields), as: UTF8.self)
      // An entry that is sent again is the same entry.
      return SyncChange(name: "\(record.articleID)=\(body)", body: body, basedOn: nil)
    }
    for outcome in try await server.push(changes) {
      if case .refused(let reason) = outcome { throw ReplicaContract.SyncError.refused(names: [reason]) }
    }
  }

  func pull(after token: Int64) async throws -> CloudPage {
    guard let server else { throw ReplicaContract.SyncError.offline }
    var (page, next) = (CloudPage(records: [], token: token), token == 0 ? nil : "t\(token)")
    while true {
      let answer: SyncPage
      do {
        answer = try await server.pull(after: next, limit: 100)
      } catch ReplicaContract.SyncError.staleToken where next != nil {
        next = nil
        continue
      }
      for record in answer.records {
        let fields = try JSONDecoder().decode([String: FieldValue].self, from: Data(record.body.utf8))
        let id = String(record.name.prefix { $0 != "=" })
        if let known = ArgusReference.SyncRecord(articleID: id, stored: fields) { page.records.append(known) }
      }
      (next, page.token) = (answer.token, Int64(answer.token.dropFirst()) ?? 0)
      if answer.isLast { return page }
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

/// Requests that need not wait for each other.
private struct AtOnce: CloudRequestCoordinating {
  var load: CoordinatorLoad { get async { CoordinatorLoad(running: 0, pending: 0) } }

  func enqueueRequest<Value: Sendable>(
    _ type: CloudOperationType, named name: String, priority: OperationPriority,
    _ block: @escaping @Sendable () async throws -> Value
  ) async throws -> Value { try await block() }
}
