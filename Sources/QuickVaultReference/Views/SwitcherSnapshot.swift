import ImageStandIns

/// The phase of the app's scene, as the system sees it.
public enum ScenePhase: Sendable, Equatable, CaseIterable {
  case active
  /// Visible, but not in use: under the app switcher, a call or the control centre.
  case inactive
  case background
}

/// The vault's contents that a screen shows: a tree of views, flattened.
public struct ScreenContent: Sendable, Equatable {
  /// All texts on the screen, such as titles, labels, values and the search text.
  public var texts: [String]
  /// All pictures on the screen, such as thumbnails.
  public var pictures: [Bitmap]

  /// Creates the content of a screen. By default the screen shows nothing of the vault.
  public init(texts: [String] = [], pictures: [Bitmap] = []) {
    self.texts = texts
    self.pictures = pictures
  }

  /// The app's name, which reveals nothing about the vault.
  public static let cover = ScreenContent(texts: ["随取 QuickVault"])
}

/// Decides what the system may see of the app. The system shows it in the app switcher and keeps it (Req 12.4).
public enum SwitcherSnapshot {
  /// The screen if the vault is unlocked and the app is active, the cover otherwise.
  public static func render(
    phase: ScenePhase, authState: AuthenticationState, screen: ScreenContent
  ) -> ScreenContent {
    phase == .active && authState == .unlocked ? screen : .cover
  }
}
