/// Lists the commands of a machine one below the other.
///
/// The compiler checks each command for itself: any number of them takes a time in proportion, and a mistake in one is reported
/// at its line. In an array literal it checks all of them at once, and gives up at about a dozen if one is wrong.
@resultBuilder
public enum CommandBuilder<Model: Sendable, System> {
  /// One command in a line of the list.
  public static func buildExpression(_ command: Command<Model, System>) -> [Command<Model, System>] { [command] }

  /// The commands of all lines, in order.
  public static func buildBlock(_ commands: [Command<Model, System>]...) -> [Command<Model, System>] {
    commands.flatMap(\.self)
  }

  /// The commands of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ commands: [Command<Model, System>]?) -> [Command<Model, System>] { commands ?? [] }
  /// The commands of the first branch of an `if`.
  public static func buildEither(first commands: [Command<Model, System>]) -> [Command<Model, System>] { commands }
  /// The commands of the other branch.
  public static func buildEither(second commands: [Command<Model, System>]) -> [Command<Model, System>] { commands }

  /// The commands of a `for` loop, in order.
  public static func buildArray(_ commands: [[Command<Model, System>]]) -> [Command<Model, System>] {
    commands.flatMap(\.self)
  }
}

extension StateMachine {
  /// A machine whose commands stand one below the other:
  ///
  ///     static let machine = StateMachine<[Int], Ring>(initially: []) {
  ///       Command("take", when: { !$0.isEmpty }) { items in items.removeFirst() } system: { ring in ring.take() }
  ///       Command("count") { items in items.count } system: { ring in ring.count }
  ///     }
  ///
  /// Prefer it to an array of commands that are written in place: see ``CommandBuilder``.
  public init(
    initially model: Model, closing: [Command<Model, System>] = [], invariants: [Invariant<Model, System>] = [],
    @CommandBuilder<Model, System> _ commands: () -> [Command<Model, System>]
  ) {
    self.init(initially: model, commands: commands(), closing: closing, invariants: invariants)
  }

  /// As above, for cases that begin in different states: see ``settingUp(_:)``.
  public init(
    initially model: Generator<Model>, closing: [Command<Model, System>] = [],
    invariants: [Invariant<Model, System>] = [],
    @CommandBuilder<Model, System> _ commands: () -> [Command<Model, System>]
  ) {
    self.init(initially: model, commands: commands(), closing: closing, invariants: invariants)
  }
}
