/// The components for tasks, cancellation and effects that the properties test, one closure to make each.
public struct TaskSystem: Sendable {
  /// Makes a registry without tasks. When it cancels a task, it revokes the token that it got from the gate.
  public var makeRegistry: @MainActor @Sendable (EffectGate) -> any TaskRegistry
  /// Makes a runner of requests. Their effects pass through the gate, and the data actor stores them.
  public var makeRunner: @Sendable (EffectGate, any DataAccess) -> any RequestRunner

  /// The reference implementation.
  public static let reference = TaskSystem(
    makeRegistry: { TaskManager(gate: $0) },
    makeRunner: { GatedRequests(gate: $0, data: $1) })
}
