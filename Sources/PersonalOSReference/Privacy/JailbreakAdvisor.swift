/// Warns once in a launch that the device does not protect the app's data. It is a warning and nothing
/// more: the app goes on.
public struct JailbreakAdvisor: Sendable {
  public private(set) var hasWarned = false

  public init() {}

  /// To be told at each launch and whenever the app comes back to the foreground.
  /// - Returns: the warning, the first time that the device is found jailbroken.
  public mutating func handle(isJailbroken: Bool) -> SecurityWarning? {
    guard isJailbroken, !hasWarned else { return nil }
    hasWarned = true
    return SecurityWarning(cause: .jailbroken)
  }
}

/// Something about security that the user should know, and may dismiss.
public struct SecurityWarning: Sendable, Equatable {
  public let cause: SecurityError
  public var message: String { "\(cause.userMessage) You can go on." }
  public var severity: ErrorSeverity { cause.severity }
}
