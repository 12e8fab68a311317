/// One command of a case and its outcome, from which ``Command/labelled(_:_:)`` decides on a class.
public struct CommandStep<Model: Sendable>: Sendable {
  /// The model before the command.
  public let before: Model
  /// The model after the command.
  public let after: Model
  let argument: any Sendable
  let outcome: CommandOutcome

  /// The argument of the command; nil if it has another type.
  public func argument<Argument>(_ type: Argument.Type = Argument.self) -> Argument? { argument as? Argument }

  /// The error that the system threw; nil if it returned.
  public var error: (any Error)? { if case .threw(let error) = outcome { error } else { nil } }

  /// The result that the system returned; nil if it threw, or if the result has another type.
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
