import StorageContract

/// Answers requests one after the other: those of one session, or all of them where sessions do not overlap.
///
/// It waits for requests on the thread that it is called on.
final class RequestLoop {
  private let server: StoreServer
  private let source: any RequestSource
  private let replies: ReplyWriter
  private var sessions: [Int: Session] = [:]

  private struct Session {
    let store: any Store
    let location: String
  }

  init(_ server: StoreServer, _ source: any RequestSource, _ replies: ReplyWriter) {
    self.server = server
    self.source = source
    self.replies = replies
  }

  /// Until no more requests come. Closes what is open then.
  func run() async {
    while let incoming = source.next() {
      switch incoming {
      case .bad(let reason, let id): replies.refuse(id, reason)
      case .request(let request): await answer(request)
      }
    }
    for session in sessions.keys { try? await close(session) }
  }

  private func answer(_ numbered: NumberedRequest) async {
    let request = numbered.request
    do {
      switch request.operation {
      case .begin:
        let session = try session(request)
        _ = try request.needs(\.isWrite, "mode")
        let transaction = ServedTransaction(
          numbered, session: try request.needs(\.session, "session"), source: source, replies: replies,
          path: session.location)
        await transaction.run(over: session.store)
      case let operation where operation.isInTransaction || operation == .commit:
        throw WireProblem(reason: "“\(operation.rawValue)” needs a transaction; begin one first")
      default: replies.succeed(numbered.id, try await result(of: request))
      }
    } catch let problem as WireProblem {
      replies.refuse(numbered.id, problem.reason)
    } catch {
      replies.fail(numbered.id, error, request.operation, path: request.location ?? server.name)
    }
  }

  private func result(of request: WireRequest) async throws -> WireResult {
    var result = WireResult()
    switch request.operation {
    case .hello:
      let spoken = try request.needs(\.protocolVersion, "protocol")
      guard spoken == WireRequest.spokenProtocol else {
        throw WireProblem(reason: "this server speaks protocol \(WireRequest.spokenProtocol), not \(spoken)")
      }
      result.name = server.name
      result.protocolVersion = WireRequest.spokenProtocol
      result.capabilities = server.capabilities
    case .open:
      let number = try request.needs(\.session, "session")
      let location = try request.needs(\.location, "location")
      guard sessions[number] == nil else { throw WireProblem(reason: "session \(number) is open already") }
      sessions[number] = Session(store: try await server.open(location), location: location)
    case .close:
      _ = try session(request)
      try await close(try request.needs(\.session, "session"))
    case .rollback: _ = try session(request)
    case .backup: try await session(request).store.backup(to: request.needs(\.path, "path"))
    case .restore: try await session(request).store.restore(from: request.needs(\.path, "path"))
    case .compact: try await session(request).store.compact()
    case .rawBytes: result.bytes = try await server.closedPlace(request.needs(\.location, "location")).rawBytes()
    case .files: result.files = try await server.closedPlace(request.needs(\.location, "location")).files()
    case .destroy: try await server.destroy(request.needs(\.location, "location"))
    case .begin, .get, .scan, .count, .collections, .schemaVersion, .put, .insert, .compareAndSet, .delete,
      .setSchemaVersion, .commit:
      throw WireProblem(reason: "“\(request.operation.rawValue)” needs a transaction")
    }
    return result
  }

  private func session(_ request: WireRequest) throws -> Session {
    let number = try request.needs(\.session, "session")
    guard let session = sessions[number] else { throw WireProblem(reason: "session \(number) is not open") }
    return session
  }

  private func close(_ number: Int) async throws {
    guard let session = sessions.removeValue(forKey: number) else { return }
    server.didClose(session.location)
    try await session.store.close()
  }
}
