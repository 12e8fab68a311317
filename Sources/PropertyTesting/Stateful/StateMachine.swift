/// A model and what can be done: from these, cases are sequences of commands, run against a system and its model side
/// by side.
///
///     static let machine = StateMachine(initially: [], commands: [put, take, count])
///
///     @Test func theRingIsAQueue() async throws {
///       try await check("the ring is a queue", of: machine) { Ring(capacity: 3) }
///     }
///
/// The model is a value: the state that the system should be in, as simple as can be. Commands are drawn one after
/// the other while the model's state evolves, so that each applies where it stands; shrinking deletes commands and
/// makes their arguments simple. Put commands that matter most first: the first counts as simplest.
/// See `docs/stateful-testing.md`.
public struct StateMachine<Model: Sendable, System>: Sendable {
  public let commands: [Command<Model, System>]
  public var invariants: [Invariant<Model, System>]
  /// Whether each case leaves out some of the commands: see ``Swarm``. On unless switched off.
  public var isSwarming = true

  let initial: Generator<Model>
  var setUp: (@Sendable (inout System, Model) async throws -> Void)?
  var classes: [(name: String, contains: @Sendable (Model) -> Bool)] = []
  let labels: CommandLabels

  public init(
    initially model: Model, commands: [Command<Model, System>], invariants: [Invariant<Model, System>] = []
  ) {
    self.init(initially: .constant(model), commands: commands, invariants: invariants)
  }

  /// A machine whose cases begin in different states: see ``settingUp(_:)``.
  public init(
    initially model: Generator<Model>, commands: [Command<Model, System>],
    invariants: [Invariant<Model, System>] = []
  ) {
    initial = model
    self.commands = commands
    self.invariants = invariants
    labels = CommandLabels(commands.map(\.name))
  }

  /// This machine, with what brings a fresh system into the state that the model of a case begins in.
  public func settingUp(_ setUp: @escaping @Sendable (inout System, Model) async throws -> Void) -> StateMachine {
    var copy = self
    copy.setUp = setUp
    return copy
  }

  /// This machine, with a class of the cases in which some state of the model is as `contains` says.
  public func labelling(_ name: String, _ contains: @escaping @Sendable (Model) -> Bool) -> StateMachine {
    var copy = self
    copy.classes.append((name, contains))
    return copy
  }

  /// This machine with all of its commands in every case.
  public var withoutSwarm: StateMachine {
    var copy = self
    copy.isSwarming = false
    return copy
  }
}
