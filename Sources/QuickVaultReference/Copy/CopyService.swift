import PlatformStandIns

/// Puts what is on the screen on the clipboard (Req 18). On the main actor and synchronous: nobody locks between the look
/// at the lock and the write.
@MainActor
public protocol CopyService: AnyObject, Sendable {
  /// - Throws: ``AppError``: `authentication(.locked)`, and the clipboard is as it was.
  func copyCard(_ card: CardDTO) throws
  /// The value, and nothing else.
  /// - Throws: as ``copyCard(_:)``.
  func copyField(_ field: CardFieldDTO) throws
}

/// What a copy service works with.
public struct CopySetup: Sendable {
  public var access: any VaultAccess
  public var clipboard: Clipboard
  public var format: @Sendable (CardDTO) -> String

  public init(
    access: any VaultAccess, clipboard: Clipboard,
    format: @escaping @Sendable (CardDTO) -> String = { CardFormatter.text(of: $0) }
  ) {
    self.access = access
    self.clipboard = clipboard
    self.format = format
  }
}

@MainActor
public final class VaultCopyService: CopyService {
  private let setup: CopySetup

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
