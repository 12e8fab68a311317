import PlatformStandIns

/// Copies cards and fields to the clipboard (Req 18). It is synchronous and on the main actor, so the vault cannot lock
/// between the check of the lock and the write.
@MainActor
public protocol CopyService: AnyObject, Sendable {
  /// Copies the card as text.
  /// - Throws: ``AppError``: `authentication(.locked)`, and the clipboard is as it was.
  func copyCard(_ card: CardDTO) throws
  /// Copies the value, without the label.
  /// - Throws: as ``copyCard(_:)``.
  func copyField(_ field: CardFieldDTO) throws
}

/// The parts that a copy service uses.
public struct CopySetup: Sendable {
  /// Refuses while the vault is locked.
  public var access: any VaultAccess
  /// The clipboard, which every app on the device can read.
  public var clipboard: Clipboard
  /// Renders a card as text.
  public var format: @Sendable (CardDTO) -> String

  /// Creates a setup. By default ``CardFormatter`` renders cards.
  public init(
    access: any VaultAccess, clipboard: Clipboard,
    format: @escaping @Sendable (CardDTO) -> String = { CardFormatter.text(of: $0) }
  ) {
    self.access = access
    self.clipboard = clipboard
    self.format = format
  }
}

/// Copies to the clipboard while the vault is unlocked. An idle vault is locked first.
@MainActor
public final class VaultCopyService: CopyService {
  private let setup: CopySetup

  /// Creates a service. It leaves the clipboard as it is.
  public init(_ setup: CopySetup) {
    self.setup = setup
  }

  public func copyCard(_ card: CardDTO) throws { try copy { setup.format(card) } }

  public func copyField(_ field: CardFieldDTO) throws { try copy { field.value } }

  private func copy(_ text: () -> String) throws {
    do {
      _ = try setup.access.begin()
    } catch {
      throw AppError.authentication(error)
    }
    setup.clipboard.write(text())
  }
}
