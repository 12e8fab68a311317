/// One step of a request.
public enum RequestStep: Sendable {
  /// Takes time and changes nothing here: a server is asked.
  case work(@Sendable () async throws -> Void)
  /// A change of what is shown.
  case show(@MainActor @Sendable () -> Void)
  /// Changes of the store, in one transaction.
  case save([@Sendable (DataScope) throws -> Void])
}

/// Carries out requests, which may be cancelled at any moment: see ``GatedRequests``.
public protocol RequestRunner: Sendable {
  /// Carries out the steps, one after the other. A cancelled request has no effect any more: nothing of it is
  /// shown, neither a failure nor a step, and a transaction that is not through is rolled back.
  /// - Parameter onFailure: shows a failure; not called for a cancellation.
  /// - Throws: `CancellationError` where steps are left out because of a cancellation; what a step threw,
  ///   once it has been shown. Steps that were through before stay.
  func run(
    _ steps: [RequestStep], as token: EffectToken,
    onFailure: @escaping @MainActor @Sendable (any Error) -> Void
  ) async throws
}

/// Requests whose effects all pass an ``EffectGate``.
public struct GatedRequests: RequestRunner {
  private let gate: EffectGate
  private let data: any DataAccess

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
      // To say that it failed is an effect too.
      try await gate.show(token) { onFailure(error) }
      throw error
    }
  }
}
