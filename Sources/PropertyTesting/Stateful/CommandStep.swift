/// What a command came to in a case: what a class of the cases is told by.
public struct CommandStep<Model: Sendable>: Sendable {
  /// The model before it.
  public let before: Model
  /// The model after it.
  public let after: Model
  let outcome: CommandOutcome

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
