/// Tasks of views, cancellation and effects, as the properties see it: one closure per thing it does.
public struct TaskSystem: Sendable {
  /// A registry without tasks. Cancelling one of its tasks revokes the token that it has from the gate.
  public var makeRegistry: @MainActor @Sendable (EffectGate) -> any TaskRegistry
  /// What carries out requests: their effects pass the gate, and are stored by the data actor.
  public var makeRunner: @Sendable (EffectGate, any DataAccess) -> any RequestRunner

  /// The reference.
  public static let reference = TaskSystem(
    makeRegistry: { TaskManager(gate: $0) },
    makeRunner: { GatedRequests(gate: $0, data: $1) })
}
