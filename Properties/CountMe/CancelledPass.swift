import CountMeGenerators
import CountMeReference
import PropertyTesting
import Synchronization

/// A pass that is cancelled while an operation is on its way, and what is done to the same entity then. Unless the server
/// answers all the same, the operation stays in the queue: two of its entity wait at a time.
struct CancelledPass: Sendable {
  /// Of the operation among those sent.
  let place: Int
  /// Whether the operation succeeds: then only what comes after it is not sent.
  let isAnswered: Bool
  let meanwhile: [SyncOperation.Kind]
  let afterwards: [SyncOperation.Kind]

  struct Found: Sendable, Equatable {
    var requests: [ScriptedServer.Request]
    var wasCancelled: Bool
    var isSyncingAfterwards = false
  }
}

extension SyncQueueModel {
  mutating func send(_ script: CancelledPass) -> CancelledPass.Found {
    let pass = pass
    for item in pass[..<script.place] { remove(number: item.number) }
    let cancelled = pass[script.place]
    let request = ScriptedServer.Request(sending: cancelled.operation)
    for kind in script.meanwhile { enqueue(request.change(kind), sending: cancelled.number) }
    if script.isAnswered { remove(number: cancelled.number) }
    for kind in script.afterwards { enqueue(request.change(kind)) }
    return CancelledPass.Found(
      requests: pass[...script.place].map { ScriptedServer.Request(sending: $0.operation) },
      // Whoever is done is not cancelled any more.
      wasCancelled: !script.isAnswered || script.place < pass.count - 1)
  }
}

extension SyncApp {
  func send(_ script: CancelledPass) async throws -> CancelledPass.Found {
    let engine = engine
    let attempts = Mutex(0)
    let pass = Mutex<Task<Void, any Error>?>(nil)
    let server = server
    server.begin { request in
      let place = attempts.withLock { count in
        defer { count += 1 }
        return count
      }
      guard place == script.place else { return }
      for kind in script.meanwhile { try await engine.queueOperation(request.change(kind)) }
      pass.withLock { $0?.cancel() }
      if !script.isAnswered { throw CancellationError() }
    }
    let task = pass.withLock { pass in
      let task = Task { try await engine.processQueue() }
      pass = task
      return task
    }
    var wasCancelled = false
    do { try await task.value } catch is CancellationError { wasCancelled = true }
    let found = CancelledPass.Found(
      requests: server.requests, wasCancelled: wasCancelled, isSyncingAfterwards: await engine.isSyncing)
    if let request = found.requests.last {
      for kind in script.afterwards { try await engine.queueOperation(request.change(kind)) }
    }
    return found
  }
}

extension Generator where Value == CancelledPass {
  /// Often at a create, which an update follows: it is a create then too.
  static func cancelledPass(of queue: SyncQueueModel) -> Generator {
    let kind = Generator<SyncOperation.Kind>.frequency((4, .constant(.update)), (1, .anyCase()))
    let kinds = Generator<[SyncOperation.Kind]>.frequency(
      (1, .constant([])), (5, .array(of: kind, count: 1...1)))
    let pass = queue.pass
    let creates = pass.indices.filter { pass[$0].operation.kind == .create }
    let anywhere = Generator<Int>.int(in: 0...pass.count - 1)
    let place = creates.isEmpty ? anywhere : .frequency((1, anywhere), (2, .element(of: creates)))
    return Generator { source in
      CancelledPass(
        place: try source(place), isAnswered: try source(.int(in: 0...2)) == 2, meanwhile: try source(kinds),
        afterwards: try source(kinds))
    }
  }
}
