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
  /// Whether most cases are long: see ``withLongCases``.
  var isLong = false
  /// What every case ends with, one after the other, as far as they apply: a relaunch, a last look.
  public let closing: [Command<Model, System>]

  let initial: Generator<Model>
  var setUp: (@Sendable (inout System, Model) async throws -> Void)?
  var classes: [(name: String, contains: @Sendable (Model) -> Bool)] = []
  var count: (@Sendable (Model) -> ClosedRange<Int>)?
  var showing: (@Sendable (Model) -> String)?
  let labels: CommandLabels
  private(set) var hasOneBeginning = false
  /// Whether a case may come to another state than it was drawn for.
  let isJudging: Bool
  /// Whether there are results to refer to.
  let isYielding: Bool

  public init(
    initially model: Model, commands: [Command<Model, System>], closing: [Command<Model, System>] = [],
    invariants: [Invariant<Model, System>] = []
  ) {
    self.init(initially: .constant(model), commands: commands, closing: closing, invariants: invariants)
    hasOneBeginning = true
  }

  /// A machine whose cases begin in different states: see ``settingUp(_:)``.
  public init(
    initially model: Generator<Model>, commands: [Command<Model, System>],
    closing: [Command<Model, System>] = [], invariants: [Invariant<Model, System>] = []
  ) {
    initial = model
    self.commands = commands
    self.closing = closing
    self.invariants = invariants
    labels = CommandLabels((commands + closing).map(\.name))
    isJudging = (commands + closing).contains(where: \.isAlone)
    isYielding = (commands + closing).contains(where: \.yields)
  }

  /// One of ``commands``, or after them of ``closing``.
  func command(_ index: Int) -> Command<Model, System> {
    index < commands.count ? commands[index] : closing[index - commands.count]
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

  /// This machine, whose cases have so many commands, by the state that they begin in; unless more is said where it is run.
  public func taking(_ count: @escaping @Sendable (Model) -> ClosedRange<Int>) -> StateMachine {
    var copy = self
    copy.count = count
    return copy
  }

  /// This machine, whose trace shows behind each step what `text` makes of the model: a few words of the domain.
  public func showing(_ text: @escaping @Sendable (Model) -> String) -> StateMachine {
    var copy = self
    copy.showing = text
    return copy
  }

  /// This machine, asked other invariants.
  public func keeping(_ invariants: Invariant<Model, System>...) -> StateMachine {
    var copy = self
    copy.invariants = invariants
    return copy
  }

  /// This machine, most of whose cases have more than half of the commands that they may have, from the first case on:
  /// for a subject to which something has to happen before there is anything to find. They shrink to none all the same.
  public var withLongCases: StateMachine {
    var copy = self
    copy.isLong = true
    return copy
  }

  /// This machine with all of its commands in every case.
  public var withoutSwarm: StateMachine {
    var copy = self
    copy.isSwarming = false
    return copy
  }
}
