import CountMeReference
import Foundation
import PropertyTesting
import Synchronization

/// The documents of one user, for both devices. A call of an app that has ended reaches nobody.
final class SharedServer: Sendable {
  private struct State {
    var documents: [SyncEntityType: [String: FirestoreData]] = [:]
    var corrupted: Set<AppKey> = []
    var behaviour = ServerBehaviour.works
    /// Of the changes that have come, each once for all attempts in a row.
    var order: [AppKey] = []
    /// How many calls succeed before some fail, and how many do. Nil: none fails.
    var failures: (callsBefore: Int, times: Int)?
  }

  private let state = Mutex(State())

  func behave(_ behaviour: ServerBehaviour) { state.withLock { $0.behaviour = behaviour } }

  func fail(after calls: Int, times: Int = 1) { state.withLock { $0.failures = (calls, times) } }

  /// - Returns: whether all calls have failed that were to fail.
  func heal() -> Bool {
    state.withLock { state in
      defer { state.failures = nil }
      return state.failures == nil
    }
  }

  func corrupt(_ key: AppKey, _ corruption: Corruption) {
    state.withLock { state in
      guard let document = state.documents[key.type]?.removeValue(forKey: key.id.uuidString) else { return }
      let name = corruption == .spelling ? key.id.uuidString.lowercased() : key.id.uuidString
      state.documents[key.type]?[name] = corruption.corrupt(document)
      state.corrupted.insert(key)
    }
  }

  var order: [AppKey] { state.withLock(\.order) }
  func forgetOrder() { state.withLock { $0.order = [] } }

  /// The documents that nobody has corrupted.
  var readable: [AppKey: FirestoreData] {
    state.withLock { state in
      var readable: [AppKey: FirestoreData] = [:]
      for (type, documents) in state.documents {
        for (name, document) in documents { if let id = UUID(uuidString: name) { readable[AppKey(id, of: type)] = document } }
      }
      return readable.filter { !state.corrupted.contains($0.key) }
    }
  }

  func access() -> Access { Access(server: self) }

  final class Access: DocumentServer {
    private let server: SharedServer
    private let hasEnded = Mutex(false)

    fileprivate init(server: SharedServer) { self.server = server }

    func end() { hasEnded.withLock { $0 = true } }

    func set(_ document: FirestoreData, at id: UUID, of type: SyncEntityType) async throws {
      try await write(AppKey(id, of: type)) { state in
        // Somebody has mended it: no document of another spelling is left.
        state.documents[type]?[id.uuidString.lowercased()] = nil
        state.documents[type, default: [:]][id.uuidString] = document
        state.corrupted.remove(AppKey(id, of: type))
      }
    }

    func remove(_ id: UUID, of type: SyncEntityType) async throws {
      try await write(AppKey(id, of: type)) { state in
        for name in [id.uuidString, id.uuidString.lowercased()] { state.documents[type]?[name] = nil }
      }
    }

    func documents(of type: SyncEntityType) async throws -> [String: FirestoreData] {
      let documents = try await call { state in
        if !state.behaviour.answersQuestions { throw TransientFailure() }
        return state.documents[type] ?? [:]
      }
      // On its way back for a while.
      for _ in 0..<3 { await Task.yield() }
      return documents
    }

    private func write(_ key: AppKey, _ body: (inout State) -> Void) async throws {
      try await call { state in
        if state.order.last != key { state.order.append(key) }
        switch state.behaviour {
        case .works: body(&state)
        case .fails: throw TransientFailure()
        case .refusesWrites: throw Refusal()
        case .losesAnswers:
          body(&state)
          throw TransientFailure()
        }
      }
      for _ in 0..<2 { await Task.yield() }
    }

    private func call<Result: Sendable>(_ body: (inout State) throws -> Result) async throws -> Result {
      for _ in 0..<2 { await Task.yield() }
      if hasEnded.withLock({ $0 }) { throw CancellationError() }
      return try server.state.withLock { state in
        if let (callsBefore, times) = state.failures {
          guard callsBefore == 0 else {
            state.failures = (callsBefore - 1, times)
            return try body(&state)
          }
          state.failures = times > 1 ? (0, times - 1) : nil
          throw TransientFailure()
        }
        return try body(&state)
      }
    }
  }
}
