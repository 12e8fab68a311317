import StorageContract
import Synchronization

/// Fills the closure of one transaction with what requests ask for, until one ends it.
final class ServedTransaction: Sendable {
  private let begin: NumberedRequest
  private let session: Int
  private let source: any RequestSource
  private let replies: ReplyWriter
  private let path: String
  private let state = Mutex(State())

  private struct State {
    var hasBegun = false
    var ending: Ending?
  }

  private enum Ending {
    case commit(Int)
    case rollback(Int)
    case nobodyThere
  }

  /// Thrown out of the closure to have the store roll back.
  private struct Undone: Error {}

  init(_ begin: NumberedRequest, session: Int, source: any RequestSource, replies: ReplyWriter, path: String) {
    self.begin = begin
    self.session = session
    self.source = source
    self.replies = replies
    self.path = path
  }

  /// Begins, commits or rolls back, and answers each.
  func run(over store: any Store) async {
    do {
      if begin.request.isWrite == true {
        try await store.write { try self.serve($0, $0) }
      } else {
        try await store.read { try self.serve($0, nil) }
      }
      end(throwing: nil)
    } catch {
      end(throwing: error)
    }
  }

  private func end(throwing error: (any Error)?) {
    let (hasBegun, ending) = state.withLock { ($0.hasBegun, $0.ending) }
    switch ending {
    case .commit(let id):
      if let error { replies.fail(id, error, .commit, path: path) } else { replies.succeed(id) }
    case .rollback(let id): replies.succeed(id)
    case .nobodyThere: break
    case nil:
      // The closure was not called, or was called again: see below.
      if let error, !hasBegun { replies.fail(begin.id, error, .begin, path: path) }
    }
  }

  private func serve(_ reader: any ReadTransaction, _ writer: (any WriteTransaction)?) throws {
    let isAgain = state.withLock { state in
      defer { state.hasBegun = true }
      return state.hasBegun
    }
    // What was asked the first time cannot be asked again.
    if isAgain { throw StoreError.conflict(reason: "the store has to run the transaction again") }
    replies.succeed(begin.id)
    while let incoming = source.next() {
      switch incoming {
      case .bad(let reason, let id): replies.refuse(id, reason)
      case .request(let request) where request.request.session != session:
        replies.refuse(request.id, "session \(session) is in a transaction, and this server runs one transaction at a time")
      case .request(let request) where request.request.operation == .commit:
        state.withLock { $0.ending = .commit(request.id) }
        return
      case .request(let request) where request.request.operation == .rollback:
        state.withLock { $0.ending = .rollback(request.id) }
        throw Undone()
      case .request(let request): answer(request, reader, writer)
      }
    }
    state.withLock { $0.ending = .nobodyThere }
    throw Undone()
  }

  private func answer(
    _ numbered: NumberedRequest, _ reader: any ReadTransaction, _ writer: (any WriteTransaction)?
  ) {
    do {
      let request = numbered.request
      let result =
        request.operation.isWriting
        ? try writing(request, writer) : try reading(request, reader)
      replies.succeed(numbered.id, result)
    } catch let problem as WireProblem {
      replies.refuse(numbered.id, problem.reason)
    } catch {
      replies.fail(numbered.id, error, numbered.request.operation, path: path)
    }
  }

  private func reading(_ request: WireRequest, _ transaction: any ReadTransaction) throws -> WireResult {
    var result = WireResult()
    switch request.operation {
    case .get:
      let key = try request.needs(\.key, "key")
      result.record = .some(try transaction.get(key, in: request.needs(\.collection, "collection")))
    case .scan:
      result.records = try transaction.scan(
        request.needs(\.collection, "collection"), from: request.lower, to: request.upper, limit: request.limit)
    case .count:
      result.count = try transaction.count(
        request.needs(\.collection, "collection"), from: request.lower, to: request.upper)
    case .collections: result.collections = try transaction.collections()
    case .schemaVersion: result.schemaVersion = try transaction.schemaVersion()
    default:
      throw WireProblem(
        reason: "“\(request.operation.rawValue)” is not allowed in a transaction; commit or roll back first")
    }
    return result
  }

  private func writing(_ request: WireRequest, _ writer: (any WriteTransaction)?) throws -> WireResult {
    guard let writer else {
      throw WireProblem(reason: "“\(request.operation.rawValue)” needs a transaction of mode “write”")
    }
    var result = WireResult()
    if request.operation == .setSchemaVersion {
      try writer.setSchemaVersion(request.needs(\.schemaVersion, "schemaVersion"))
      return result
    }
    let collection = try request.needs(\.collection, "collection")
    let key = try request.needs(\.key, "key")
    if request.operation == .delete {
      result.deleted = try writer.delete(key, in: collection)
      return result
    }
    let fields = try request.needs(\.fields, "fields")
    switch request.operation {
    case .insert: result.version = .some(try writer.insert(fields, at: key, in: collection))
    case .compareAndSet:
      result.version = .some(
        try writer.compareAndSet(fields, at: key, in: collection, version: request.needs(\.version, "version")))
    default: result.version = .some(try writer.put(fields, at: key, in: collection))
    }
    return result
  }
}

extension WireOperation {
  var isWriting: Bool {
    [.put, .insert, .compareAndSet, .delete, .setSchemaVersion].contains(self)
  }

  /// Whether it belongs in a transaction.
  var isInTransaction: Bool {
    isWriting || [.get, .scan, .count, .collections, .schemaVersion].contains(self)
  }
}

extension WireRequest {
  /// - Throws: ``WireProblem`` where the member is not there.
  func needs<Value>(_ member: KeyPath<WireRequest, Value?>, _ name: String) throws -> Value {
    guard let value = self[keyPath: member] else {
      throw WireProblem(reason: "“\(operation.rawValue)” lacks the member “\(name)”")
    }
    return value
  }
}
