/// A step of a request.
public enum RequestStep: Sendable {
  /// Takes time and changes nothing in the app, such as a call to a server.
  case work(@Sendable () async throws -> Void)
  /// Changes what is shown.
  case show(@MainActor @Sendable () -> Void)
  /// Changes the store, in one transaction.
  case save([@Sendable (DataScope) throws -> Void])
}

/// Runs requests that may be cancelled at any moment: see ``GatedRequests``.
public protocol RequestRunner: Sendable {
  /// Runs the steps one after the other. A cancelled request has no further effects: none of its steps and no failure
  /// is shown, and an unfinished transaction is rolled back.
  /// - Parameter onFailure: shows a failure. It is not called for a cancellation.
  /// - Throws: `CancellationError` if a cancellation prevented some steps; otherwise the error of a step, after it
  ///   has been shown. Steps that were finished before keep their effects.
  func run(
    _ steps: [RequestStep], as token: EffectToken,
    onFailure: @escaping @MainActor @Sendable (any Error) -> Void
  ) async throws
}

/// Runs requests whose effects all pass through an ``EffectGate``.
public struct GatedRequests: RequestRunner {
  private let gate: EffectGate
  private let data: any DataAccess

  /// Creates a runner.
  /// - Parameter data: the store that the ``RequestStep/save(_:)`` steps change.
  public init(gate: EffectGate, data: any DataAccess) {
    self.gate = gate
    self.data = data
  }

  public func run(
    _ steps: [RequestStep], as token: EffectToken,
    onFailure: @escaping @MainActor @Sendable (any Error) -> Void
  ) async throws {
    do {
      for step in steps {
        switch step {
        case .work(let work):
          try gate.check(token)
          try await work()
        case .show(let change): try await gate.show(token, change)
        case .save(let writes): try await gate.save(token, to: data, writes)
        }
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      // Showing the failure is an effect too.
      try await gate.show(token) { onFailure(error) }
      throw error
    }
  }
}
