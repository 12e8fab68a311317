import Foundation
import ReplicaContract
import StorageContract

@testable import CountMeReference

/// CountMe as a replica: the app with its entries, the offline queue and the way to the server.
///
/// A food is a record. Its name is the title, and its calories are the note: the texts of a case are a letter and a number.
actor CountMeReplica: Replica {
  nonisolated let capabilities = ReplicaCapabilities(
    merge: .byRecord, isCausal: false, delivery: .inOrder, setsRefusedAside: false)
  private let store: any Store
  private let documents = SyncServerDocuments()
  private let app: CountMeApp

  /// - Parameter engine: opens the queue.
  init(_ place: ReplicaPlace, engine: (@Sendable (SyncSetup) async throws -> any SyncEngine)? = nil) async throws {
    store = try EndingStore(place)
    let clock = place.clock
    // The stores of these parts are for cases of CountMe's own properties.
    var parts = CountMeSystem.reference(location: MemoryLocation())
    if let engine { parts.openSyncEngine = engine }
    app = try await CountMeApp.launch(
      CountMePlatform(
        store: store, server: documents, isOnline: { true }, clock: NoWaiting(),
        now: { Date(timeIntervalSince1970: Double(clock.milliseconds) / 1_000) }),
      parts)
  }

  func perform(_ edit: ReplicaEdit) async throws {
    let known = try await contents().records
    switch edit {
    case .insert(let id, let fields):
      guard known[id] == nil else { throw ReplicaError.present(id) }
      try await app.add(.food(try Self.food(id, fields)))
    case .update(let id, let field, let value):
      guard var fields = known[id] else { throw ReplicaError.missing(id) }
      fields[field] = value
      try await app.change(.food(try Self.food(id, fields)))
    case .delete(let id):
      guard known[id] != nil else { throw ReplicaError.missing(id) }
      try await app.delete(try Self.uuid(id), of: .foodItem)
    case .insertElement, .removeElement: throw ReplicaError.undeclared("\(edit)")
    }
  }

  func contents() async throws -> ReplicaContents {
    var contents = ReplicaContents()
    for case .food(let food) in try await app.entries() {
      let id = String(UnicodeScalar(food.id.uuid.15))
      contents.records[id] = ["title": food.name, "note": "v\(Int(food.calories))"]
    }
    return contents
  }

  func sync(with server: any SyncServer) async throws {
    let before = await app.notices.count
    try await documents.reaching(server) { [app] in try await app.networkCameBack() }
    for case .notSent(_, .firestoreError(let error as ServerTrouble)) in await app.notices.dropFirst(before) { throw error.error }
  }

  func close() async throws { try await store.close() }

  private static func food(_ id: String, _ fields: [String: String]) throws -> FoodItem.Fields {
    FoodItem.Fields(id: try uuid(id), name: fields["title"] ?? "", calories: Double(fields["note"]?.dropFirst() ?? "") ?? -1)
  }

  private static func uuid(_ id: String) throws -> UUID {
    guard let byte = id.utf8.first, id.utf8.count == 1 else { throw ReplicaError.undeclared("the id \(id)") }
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte))
  }
}

/// No retry waits: time passes between the steps of a history alone.
private struct NoWaiting: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// An error of the kit's server, which the app must not try to cure at once: the next sync does.
private struct ServerTrouble: RetryableError {
  let error: any Error
  var isRetryable: Bool { false }
}

/// Firestore over a server that keeps records. As its library does, it keeps what it has fetched, and asks for what is new.
private actor SyncServerDocuments: DocumentServer {
  private var server: (any SyncServer)?
  private var fetched: [String: FirestoreData] = [:]
  private var token: String?

  func reaching(_ server: any SyncServer, _ body: @Sendable () async throws -> Void) async throws {
    self.server = server
    defer { self.server = nil }
    do {
      try await body()
    } catch let trouble as ServerTrouble {
      throw trouble.error
    }
  }

  func set(_ document: FirestoreData, at id: UUID, of type: SyncEntityType) async throws {
    let fields = try StoredDocument(document, change: nil).fields()
    try await push(String(decoding: try JSONEncoder().encode(fields), as: UTF8.self), id)
  }

  func remove(_ id: UUID, of type: SyncEntityType) async throws { try await push("", id) }

  private func push(_ body: String, _ id: UUID) async throws {
    try await asking { server in
      let outcomes = try await server.push([SyncChange(name: id.uuidString, body: body, basedOn: nil)])
      if case .refused? = outcomes.first { throw ReplicaContract.SyncError.refused(names: [id.uuidString]) }
    }
  }

  func documents(of type: SyncEntityType) async throws -> [String: FirestoreData] {
    guard type == .foodItem else { return [:] }
    try await asking { try await fetch(from: $0) }
    return fetched
  }

  private func fetch(from server: any SyncServer) async throws {
    while true {
      let page: SyncPage
      do {
        page = try await server.pull(after: token, limit: 100)
      } catch ReplicaContract.SyncError.staleToken where token != nil {
        token = nil
        continue
      }
      for record in page.records {
        let fields = try? JSONDecoder().decode([String: FieldValue].self, from: Data(record.body.utf8))
        fetched[record.name] = fields.map { StoredDocument(Record(key: record.name, version: 1, fields: $0)).document }
      }
      token = page.token
      if page.isLast { return }
    }
  }

  private func asking(_ body: (any SyncServer) async throws -> Void) async throws {
    guard let server else { throw ServerTrouble(error: ReplicaContract.SyncError.offline) }
    do {
      try await body(server)
    } catch {
      throw ServerTrouble(error: error)
    }
  }
}
