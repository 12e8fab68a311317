/// Warns of a device that does not protect the app's data.
public protocol JailbreakAdvising: Sendable {
  var hasWarned: Bool { get }
  /// To be told at each launch and whenever the app comes back to the foreground.
  /// - Returns: the warning, the first time that the device is found jailbroken.
  mutating func handle(isJailbroken: Bool) -> SecurityWarning?
}

/// Warns once in a launch that the device does not protect the app's data. It is a warning and nothing
/// more: the app goes on.
public struct JailbreakAdvisor: JailbreakAdvising {
  public private(set) var hasWarned = false

  public init() {}

  public mutating func handle(isJailbroken: Bool) -> SecurityWarning? {
    guard isJailbroken, !hasWarned else { return nil }
    hasWarned = true
    return SecurityWarning(cause: .jailbroken)
  }
}

/// Something about security that the user should know, and may dismiss.
public struct SecurityWarning: Sendable, Equatable {
  public var cause: SecurityError
  public var message: String
  public var severity: ErrorSeverity

  public init(cause: SecurityError) {
    self.cause = cause
    message = "\(cause.userMessage) You can go on."
    severity = cause.severity
  }
}
