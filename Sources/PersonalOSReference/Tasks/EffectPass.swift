/// What a request carries along: the right to have effects, as long as it is alive.
///
/// ``TaskManager`` starts each request with a pass, and all that the request calls finds it here, child tasks too. So
/// no service has to hand tokens on: ``DataActor`` asks for the pass at every transaction, and whoever shows an answer
/// asks in the same step of the main actor.
public struct EffectPass: Sendable {
  /// Of the request that the current task works for; nil outside of requests.
  @TaskLocal public static var current: EffectPass?

  private let gate: EffectGate
  private let token: EffectToken

  public init(_ token: EffectToken, of gate: EffectGate) {
    self.gate = gate
    self.token = token
  }

  /// - Throws: `CancellationError` where the request was cancelled, replaced or is over, or the current task was
  ///   cancelled.
  public func check() throws { try gate.check(token) }

  /// Asks before an effect. Outside of requests only a cancelled task is refused.
  /// - Throws: as ``check()``.
  public static func check() throws {
    guard let current else { return try Task.checkCancellation() }
    try current.check()
  }
}
