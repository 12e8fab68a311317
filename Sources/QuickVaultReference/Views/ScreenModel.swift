/// A model of a screen that shows what is in the vault.
@MainActor
public protocol ScreenModel: AnyObject, Sendable {
  /// Everything that the screen shows of the vault.
  var content: ScreenContent { get }
  /// Drops all of it, and what is still being read too.
  func vaultDidLock()
  /// A card was stored by another screen; nil: it was deleted.
  func cardDidChange(_ id: CardDTO.ID, to card: CardDTO?)
}

extension ScreenModel {
  public func cardDidChange(_ id: CardDTO.ID, to card: CardDTO?) {}
}
