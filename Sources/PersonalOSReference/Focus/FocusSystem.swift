/// The focus timer and its notices, as the properties see it: one closure per thing it does.
public struct FocusSystem: Sendable {
  /// A timer that knows nothing of the session yet: `restoreSession` follows.
  public var openTimer: @MainActor @Sendable (FocusSetup) -> any FocusTiming

  /// The reference.
  public static let reference = FocusSystem(openTimer: { FocusSessionManager($0) })
}
