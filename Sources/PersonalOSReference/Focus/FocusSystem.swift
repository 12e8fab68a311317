/// How the properties make the focus timer.
public struct FocusSystem: Sendable {
  /// Makes a timer that shows no session. Call `restoreSession` next.
  public var openTimer: @MainActor @Sendable (FocusSetup) -> any FocusTiming

  /// The components of the reference core.
  public static let reference = FocusSystem(openTimer: { FocusSessionManager($0) })
}
