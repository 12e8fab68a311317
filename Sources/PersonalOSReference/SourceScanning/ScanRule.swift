/// What the scanner looks for. The raw value is the rule's name on the command line.
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
  /// `x!`, and types that unwrap by themselves: `Int!`.
  case forceUnwrap = "force-unwrap"
  case nonisolatedUnsafe = "nonisolated-unsafe"
  case uncheckedSendable = "unchecked-sendable"
  /// A stored variable outside of every type and function.
  case globalVariable = "global-var"
  /// Money in binary floating point.
  case doubleMoney = "double-money"
  /// A file, folder or link that could not be read. Never left out.
  case unreadable

  /// What Observation replaced: the rules of POS-70 and POS-71.
  public static let observation: Set<ScanRule> = [
    .observableObject, .published, .stateObject, .observedObject, .environmentObject, .changePublisher,
    .importsCombine,
  ]

  /// Ways to end the process on bad input.
  public static let traps: Set<ScanRule> = [
    .fatalError, .preconditionFailure, .forceTry, .forceCast, .forceUnwrap,
  ]

  /// Ways to share state that nobody guards.
  public static let sharing: Set<ScanRule> = [.nonisolatedUnsafe, .uncheckedSendable, .globalVariable]
}
