/// The model of a screen that shows the vault's contents.
@MainActor
public protocol ScreenModel: AnyObject, Sendable {
  /// Everything from the vault that the screen shows.
  var content: ScreenContent { get }
  /// Drops all content, and the results of reads that are under way.
  func vaultDidLock()
  /// A screen stored the card, or deleted it if `card` is nil.
  func cardDidChange(_ id: CardDTO.ID, to card: CardDTO?)
}

extension ScreenModel {
  /// Does nothing, for screens that show no card.
  public func cardDidChange(_ id: CardDTO.ID, to card: CardDTO?) {}
}
