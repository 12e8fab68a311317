import ImageStandIns

/// Where the app's scene is, to the system.
public enum ScenePhase: Sendable, Equatable, CaseIterable {
  case active
  /// In sight, and not in use: the app switcher, a call, the control centre.
  case inactive
  case background
}

/// What a screen shows of the vault: a tree of views, flattened.
public struct ScreenContent: Sendable, Equatable {
  public var texts: [String]
  public var pictures: [Bitmap]

  public init(texts: [String] = [], pictures: [Bitmap] = []) {
    self.texts = texts
    self.pictures = pictures
  }

  /// The app's name, which says nothing of the vault.
  public static let cover = ScreenContent(texts: ["随取 QuickVault"])
}

/// What the system may see of the app: what it shows in the app switcher, and keeps (Req 12.4).
public enum SwitcherSnapshot {
  /// The screen while the vault is unlocked and the app in use; the cover otherwise.
  public static func render(
    phase: ScenePhase, authState: AuthenticationState, screen: ScreenContent
  ) -> ScreenContent {
    phase == .active && authState == .unlocked ? screen : .cover
  }
}
