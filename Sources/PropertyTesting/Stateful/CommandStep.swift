/// What a command came to in a case: what a class of the cases is told by.
public struct CommandStep<Model: Sendable>: Sendable {
  /// The model before it.
  public let before: Model
  /// The model after it.
  public let after: Model
  let argument: any Sendable
  let outcome: CommandOutcome

  /// What the command was given; nil if that is of another type.
  public func argument<Argument>(_ type: Argument.Type = Argument.self) -> Argument? { argument as? Argument }

  /// What the system threw; nil if it returned.
  public var error: (any Error)? { if case .threw(let error) = outcome { error } else { nil } }

  /// What the system returned; nil if it threw, or returned something of another type.
  public func result<Result: Sendable>(_ type: Result.Type = Result.self) -> Result? {
    guard case .returned(let value) = outcome else { return nil }
    return (value as? Returned<Result>)?.value
  }
}

struct CommandLabel<Model: Sendable>: Sendable {
  let name: String
  let contains: @Sendable (CommandStep<Model>) -> Bool
}

extension StateMachine {
  /// Labels a case that comes through this state.
  func label(_ trial: Trial?, _ model: Model) {
    guard let trial else { return }
    for (name, contains) in classes { trial.label(name, if: contains(model)) }
  }

  /// Labels a case in which a command comes to this.
  func label(_ trial: Trial?, _ command: Int, _ step: CommandStep<Model>) {
    guard let trial else { return }
    for label in self.command(command).labels { trial.label(label.name, if: label.contains(step)) }
  }
}
