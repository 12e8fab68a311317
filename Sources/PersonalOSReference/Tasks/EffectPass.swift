/// The right of the current request to have effects, for as long as the request is alive.
///
/// ``TaskManager`` starts each request with a pass, and everything that the request calls can find it here, child tasks
/// included. So no service has to pass tokens on. ``DataActor`` checks the pass in every transaction. A component that
/// shows an answer checks it in the same step of the main actor.
public struct EffectPass: Sendable {
  /// The pass of the request for which the current task works; nil outside of requests.
  @TaskLocal public static var current: EffectPass?

  private let gate: EffectGate
  private let token: EffectToken

  /// Creates a pass that is valid for as long as `gate` keeps `token` alive.
  public init(_ token: EffectToken, of gate: EffectGate) {
    self.gate = gate
    self.token = token
  }

  /// Checks that the request is alive and the current task is not cancelled.
  /// - Throws: `CancellationError` if the request was cancelled, replaced or is over, or the current task was
  ///   cancelled.
  public func check() throws { try gate.check(token) }

  /// Checks the current pass; call it before an effect. Outside of requests it rejects only a cancelled task.
  /// - Throws: the same error as ``check()``.
  public static func check() throws {
    guard let current else { return try Task.checkCancellation() }
    try current.check()
  }
}
