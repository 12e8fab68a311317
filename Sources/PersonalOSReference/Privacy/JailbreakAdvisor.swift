/// Warns the user if the device does not protect the app's data.
public protocol JailbreakAdvising: Sendable {
  /// Whether the warning was returned since the launch.
  var hasWarned: Bool { get }
  /// Takes the result of a jailbreak check. The app calls it at each launch, and whenever it returns to the foreground.
  /// - Returns: the warning, the first time that the device is found to be jailbroken; otherwise nil.
  mutating func handle(isJailbroken: Bool) -> SecurityWarning?
}

/// Warns once per launch that the device does not protect the app's data. It only warns: the app remains usable.
public struct JailbreakAdvisor: JailbreakAdvising {
  public private(set) var hasWarned = false

  /// Creates an advisor for a new launch, which has not warned yet.
  public init() {}

  public mutating func handle(isJailbroken: Bool) -> SecurityWarning? {
    guard isJailbroken, !hasWarned else { return nil }
    hasWarned = true
    return SecurityWarning(cause: .jailbroken)
  }
}

/// A security problem that the user should know about, and may dismiss.
public struct SecurityWarning: Sendable, Equatable {
  /// The problem.
  public var cause: SecurityError
  /// The sentences that the user reads.
  public var message: String
  /// The severity of the cause, for the log and the display.
  public var severity: ErrorSeverity

  /// Creates a warning whose message is the cause's own, followed by the note that the user can go on.
  public init(cause: SecurityError) {
    self.cause = cause
    message = "\(cause.userMessage) You can go on."
    severity = cause.severity
  }
}
