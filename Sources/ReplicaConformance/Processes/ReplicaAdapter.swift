import Foundation
import ProcessStorage
import ReplicaContract
import Synchronization

/// One process that keeps a replica, and the requests that wait for its replies. The kit talks to it in turns, so one thread suffices.
final class ReplicaAdapter: Sendable {
  let command: String
  private let lines: AdapterLines
  private let state = Mutex(State())

  private struct State {
    var lastID = 0
    var asked: Set<Int> = []
    var arrived: [Int: Result<ReplicaMessage.Reply, WireError>] = [:]
    var hello: Hello?
    /// Where it kept a replica last.
    var directory: String?
  }

  /// What an adapter says of itself.
  struct Hello: Sendable {
    let name: String
    let capabilities: ReplicaCapabilities
  }

  enum Incoming {
    case reply(Result<ReplicaMessage.Reply, WireError>)
    case call(ReplicaMessage.Call, Int)
  }

  /// Starts the command.
  init(_ command: String, options: ProcessOptions, lateAnswers: LateAnswers) throws {
    self.command = command
    lines = try AdapterLines(running: command, options: options, lateAnswers: lateAnswers)
  }

  var directory: String? { state.withLock { $0.directory } }

  var isGone: Bool { lines.hasEnded }

  func kill() { lines.kill() }

  /// Asks who it is, once.
  func hello() throws -> Hello {
    if let hello = state.withLock({ $0.hello }) { return hello }
    var request = ReplicaRequest(.hello)
    request.speaks = ReplicaWire.spokenProtocol
    let number = try send(request)
    guard case .reply(.success(let reply)) = try next(for: number, .hello) else {
      throw failure("expected the answer to “hello”, with a name and capabilities, but it calls or fails")
    }
    guard let name = reply.name, let capabilities = reply.capabilities?.capabilities, let spoken = reply.speaks else {
      throw failure("its answer to “hello” lacks one of the members “name”, “protocol” and “capabilities”")
    }
    guard spoken == ReplicaWire.spokenProtocol else {
      throw failure("it speaks protocol \(spoken), not \(ReplicaWire.spokenProtocol)")
    }
    let hello = Hello(name: name, capabilities: capabilities)
    state.withLock { $0.hello = hello }
    return hello
  }

  /// - Returns: the number of the request.
  func send(_ request: ReplicaRequest) throws -> Int {
    var request = request
    request.id = state.withLock { state in
      state.lastID += 1
      state.asked.insert(state.lastID)
      if let directory = request.directory { state.directory = directory }
      return state.lastID
    }
    try telling {
      try lines.send(try ReplicaWire.line(request), for: "the request “\(request.op.rawValue)”", of: request.op.rawValue)
    }
    return request.id
  }

  /// - Parameter operation: what it works on.
  func answer(_ answer: ReplicaAnswer, during operation: ReplicaRequest.Operation) throws {
    try telling { try lines.send(try ReplicaWire.line(answer), for: "the answer to call \(answer.call)", of: operation.rawValue) }
  }

  /// Waits for the reply to a request, or for a call that comes before.
  func next(for id: Int, _ operation: ReplicaRequest.Operation) throws -> Incoming {
    while true {
      if let reply = state.withLock({ $0.arrived.removeValue(forKey: id) }) { return .reply(reply) }
      let line = try telling { try lines.next(for: operation.rawValue) }
      let message: ReplicaMessage
      do {
        message = try WireDecoding.decode(ReplicaMessage.self, from: line)
      } catch {
        let reason = (error as? WireProblem)?.reason ?? "\(error)"
        throw failure("expected the answer to “\(operation.rawValue)” or a call, but it wrote “\(excerpt(line))”: \(reason)")
      }
      switch message.contents {
      case .call(let call): return .call(call, message.number)
      case .reply(let reply):
        let isAsked = state.withLock { state in
          guard state.asked.remove(message.number) != nil else { return false }
          state.arrived[message.number] = reply
          return true
        }
        if !isAsked { throw failure("it wrote “\(excerpt(line))”, but no request with this id waits for an answer") }
      }
    }
  }

  /// Ends the process, whose mistake this is.
  func failure(_ reason: String) -> ReplicaAdapterError { ReplicaAdapterError(command, lines.failure(reason).description) }

  private func telling<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as AdapterLines.Failure {
      throw ReplicaAdapterError(command, failure.description)
    }
  }
}

/// The process of a replica does not follow the protocol, or has ended.
struct ReplicaAdapterError: Error, Sendable, CustomStringConvertible {
  let description: String

  init(_ command: String, _ reason: String) { description = "the replica in the process “\(command)”: \(reason)" }
}
