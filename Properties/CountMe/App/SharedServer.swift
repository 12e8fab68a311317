import CountMeReference
import Foundation
import PropertyTesting
import Synchronization

/// The documents of one user, for both devices. A call of an app that has ended reaches nobody.
final class SharedServer: Sendable {
  private struct State {
    var documents: [SyncEntityType: [String: FirestoreData]] = [:]
    var corrupted: Set<String> = []
    var behaviour = ServerBehaviour.works
    /// How many calls succeed before one fails; nil: none fails.
    var callsBeforeFailure: Int?
  }

  private let state = Mutex(State())

  func behave(_ behaviour: ServerBehaviour) { state.withLock { $0.behaviour = behaviour } }

  func failOnce(after calls: Int) { state.withLock { $0.callsBeforeFailure = calls } }

  /// - Returns: whether a call has failed.
  func heal() -> Bool {
    state.withLock { state in
      defer { state.callsBeforeFailure = nil }
      return state.callsBeforeFailure == nil
    }
  }

  func corrupt(_ key: AppKey, _ corruption: Corruption) {
    state.withLock { state in
      guard let document = state.documents[key.type]?[key.id.uuidString] else { return }
      state.documents[key.type]?[key.id.uuidString] = corruption.corrupt(document)
      state.corrupted.insert(key.id.uuidString)
    }
  }

  /// The documents that nobody has corrupted, by name.
  var readable: [(String, FirestoreData)] {
    state.withLock { state in
      state.documents.values.flatMap { $0 }.filter { !state.corrupted.contains($0.key) }.map { ($0.key, $0.value) }
    }
  }

  func access() -> Access { Access(server: self) }

  final class Access: DocumentServer {
    private let server: SharedServer
    private let hasEnded = Mutex(false)

    fileprivate init(server: SharedServer) { self.server = server }

    func end() { hasEnded.withLock { $0 = true } }

    func set(_ document: FirestoreData, at id: UUID, of type: SyncEntityType) async throws {
      try await write { state in
        state.documents[type, default: [:]][id.uuidString] = document
        state.corrupted.remove(id.uuidString)
      }
    }

    func remove(_ id: UUID, of type: SyncEntityType) async throws {
      try await write { $0.documents[type]?[id.uuidString] = nil }
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

    private func write(_ body: (inout State) -> Void) async throws {
      try await call { state in
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
        if let calls = state.callsBeforeFailure {
          state.callsBeforeFailure = calls > 0 ? calls - 1 : nil
          if calls == 0 { throw TransientFailure() }
        }
        return try body(&state)
      }
    }
  }
}
