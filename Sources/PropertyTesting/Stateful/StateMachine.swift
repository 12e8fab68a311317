/// A model, commands and invariants. Its cases are sequences of commands that run on a system and on its model side by side.
///
///     static let machine = StateMachine(initially: [], commands: [put, take, count])
///
///     @Test func theRingIsAQueue() async throws {
///       try await check("the ring is a queue", of: machine) { Ring(capacity: 3) }
///     }
///
/// The model is a value: the state that the system should have, as simple as possible. The engine draws the commands one after the other
/// in the state in which each will run, so each command applies. Shrinking deletes commands and simplifies their arguments. Put the
/// commands that matter most first: the first one counts as the simplest.
/// See `docs/stateful-testing.md`.
public struct StateMachine<Model: Sendable, System>: Sendable {
  /// The commands that cases draw from, the simplest first.
  public let commands: [Command<Model, System>]
  /// What must be true after every command.
  public var invariants: [Invariant<Model, System>]
  /// Whether each case leaves out some of the commands, so that others run more often (swarm testing). True by default.
  public var isSwarming = true
  /// Whether most cases are long: see ``withLongCases``.
  var isLong = false
  /// The commands with which every case ends, one after the other, as far as they apply: a relaunch, a last look.
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

  /// A machine whose cases all begin in the state `model`.
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

  /// This machine with a closure that brings a new system into the state in which the model of a case begins.
  public func settingUp(_ setUp: @escaping @Sendable (inout System, Model) async throws -> Void) -> StateMachine {
    var copy = self
    copy.setUp = setUp
    return copy
  }

  /// This machine with a class for the cases in which `contains` is true of some state of the model.
  public func labelling(_ name: String, _ contains: @escaping @Sendable (Model) -> Bool) -> StateMachine {
    var copy = self
    copy.classes.append((name, contains))
    return copy
  }

  /// This machine with a number of commands that depends on the state in which a case begins. A number that is given where the machine
  /// runs goes first.
  public func taking(_ count: @escaping @Sendable (Model) -> ClosedRange<Int>) -> StateMachine {
    var copy = self
    copy.count = count
    return copy
  }

  /// This machine with a text for the model behind each step of the trace: a few words of the domain.
  public func showing(_ text: @escaping @Sendable (Model) -> String) -> StateMachine {
    var copy = self
    copy.showing = text
    return copy
  }

  /// This machine with these invariants in place of its own.
  public func keeping(_ invariants: Invariant<Model, System>...) -> StateMachine {
    var copy = self
    copy.invariants = invariants
    return copy
  }

  /// This machine with long cases: most have more than half of the commands that they may have, from the first case on. Use it if
  /// something must happen to a system before there is anything to find. The cases shrink to none all the same.
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
