import Synchronization

/// Records the calls of clients that work at the same time, with times from a counter of its own.
///
///     let recorder = HistoryRecorder<StackOperation, Int?>()
///     await withTaskGroup { group in
///       for client in 1...3 {
///         group.addTask {
///           await recorder.record("client \(client)", .push(client)) { await stack.push(client); return nil }
///           await recorder.record("client \(client)", .pop) { await stack.pop() }
///         }
///       }
///     }
///     let verdict = recorder.history.linearizability(by: model)
public final class HistoryRecorder<Operation: Sendable, Output: Sendable>: Sendable {
  private struct Entry {
    let client: String
    let operation: Operation
    let called: Int
    var end: (outcome: CallOutcome<Output>, returned: Int)?
  }

  private struct State {
    var time = 0
    var entries: [Entry] = []
  }

  private let state = Mutex(State())
  private let outcomeOf: @Sendable (any Error) -> CallOutcome<Output>

  /// A recorder of no calls.
  /// - Parameter outcomeOf: what an error says about the call that threw it. By default an error leaves unknown whether the call had an
  ///   effect. This never accuses a correct system, but lets some wrong ones pass.
  public init(
    outcomeOf: @escaping @Sendable (any Error) -> CallOutcome<Output> = { .unknown(describe($0)) }
  ) {
    self.outcomeOf = outcomeOf
  }

  /// Runs `body` and records it as one call.
  @discardableResult
  public func record(
    _ client: String, _ operation: Operation, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Output
  ) async -> CallOutcome<Output> {
    let call = begin(client, operation)
    let outcome: CallOutcome<Output>
    do {
      outcome = .done(try await body())
    } catch {
      outcome = outcomeOf(error)
    }
    end(call, outcome)
    return outcome
  }

  /// The same for a call that does not suspend, or that blocks its thread.
  @discardableResult
  public func recordBlocking(
    _ client: String, _ operation: Operation, _ body: () throws -> Output
  ) -> CallOutcome<Output> {
    let call = begin(client, operation)
    let outcome: CallOutcome<Output>
    do {
      outcome = .done(try body())
    } catch {
      outcome = outcomeOf(error)
    }
    end(call, outcome)
    return outcome
  }

  /// Records that a call begins now.
  /// - Returns: its number, for ``end(_:_:)``.
  public func begin(_ client: String, _ operation: Operation) -> Int {
    state.withLock { state in
      state.time += 1
      state.entries.append(Entry(client: client, operation: operation, called: state.time))
      return state.entries.count - 1
    }
  }

  /// Records that a call ends now. If the call has ended before, or if ``begin(_:_:)`` has not returned this number, nothing happens.
  public func end(_ call: Int, _ outcome: CallOutcome<Output>) {
    state.withLock { state in
      guard state.entries.indices.contains(call), state.entries[call].end == nil else { return }
      state.time += 1
      state.entries[call].end = (outcome, state.time)
    }
  }

  /// The calls so far. The outcome of a call that has not ended is unknown.
  public var history: History<Operation, Output> {
    state.withLock { state in
      History(
        state.entries.map { entry in
          let end = entry.end ?? (.unknown("has not returned"), state.time + 1)
          return HistoryCall(
            client: entry.client, entry.operation, end.outcome, called: entry.called, returned: end.returned)
        })
    }
  }
}
