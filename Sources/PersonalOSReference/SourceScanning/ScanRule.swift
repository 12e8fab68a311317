/// The rules that the scanner checks. The raw value is the rule's name on the command line.
public enum ScanRule: String, Sendable, Hashable, CaseIterable {
  case observableObject = "observable-object"
  case published
  case stateObject = "state-object"
  case observedObject = "observed-object"
  case environmentObject = "environment-object"
  case changePublisher = "object-will-change"
  case importsCombine = "import-combine"
  case fatalError = "fatal-error"
  case preconditionFailure = "precondition-failure"
  case forceTry = "force-try"
  case forceCast = "force-cast"
  /// Forced unwrapping: `x!`, and types that unwrap themselves, such as `Int!`.
  case forceUnwrap = "force-unwrap"
  case nonisolatedUnsafe = "nonisolated-unsafe"
  case uncheckedSendable = "unchecked-sendable"
  /// A stored variable outside every type and function.
  case globalVariable = "global-var"
  /// Money in binary floating point.
  case doubleMoney = "double-money"
  /// A file, folder or link that could not be read. The scanner reports it even if the settings exclude this rule.
  case unreadable

  /// The constructs that Observation replaced: the rules of POS-70 and POS-71.
  public static let observation: Set<ScanRule> = [
    .observableObject, .published, .stateObject, .observedObject, .environmentObject, .changePublisher,
    .importsCombine,
  ]

  /// The constructs that end the process on bad input.
  public static let traps: Set<ScanRule> = [
    .fatalError, .preconditionFailure, .forceTry, .forceCast, .forceUnwrap,
  ]

  /// The constructs that share unguarded state.
  public static let sharing: Set<ScanRule> = [.nonisolatedUnsafe, .uncheckedSendable, .globalVariable]
}
