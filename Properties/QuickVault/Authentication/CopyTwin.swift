import PropertyTesting
import QuickVaultReference

/// A second copy service.
@MainActor
final class CopyTwin: CopyService {
  enum Defect: String, CaseIterable, Sendable {
    case copiesFieldsWhileLocked = "copies fields of a locked vault"
    case copiesCardsWhileLocked = "copies cards of a locked vault"
    case writesLater = "writes to the clipboard after it has returned, even after a lock"
    case clearsTheClipboard = "clears another app's clipboard when it refuses"
    case failsInSilence = "copies nothing from a locked vault and reports no error"
    case staysWithItsSession = "does not ask whether the vault has been idle for too long"
    case writesTwice = "writes a card twice"
    case refusesAll = "refuses every copy"
  }

  nonisolated static let twin = Twin<QuickVaultSystem, Defect>("CopyTwin") { system, defect in
    system.parts.makeCopy = { CopyTwin($0, defect) }
  }

  private let setup: CopySetup
  private let defect: Defect?
  private var session: VaultSession?

  init(_ setup: CopySetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func copyCard(_ card: CardDTO) throws {
    guard try mayCopy(defect == .copiesCardsWhileLocked) else { return }
    write(setup.format(card))
    if defect == .writesTwice { write(setup.format(card)) }
  }

  func copyField(_ field: CardFieldDTO) throws {
    guard try mayCopy(defect == .copiesFieldsWhileLocked) else { return }
    write(field.value)
  }

  private func mayCopy(_ isUnguarded: Bool) throws -> Bool {
    if isUnguarded || defect == .staysWithItsSession && session?.isCurrent == true { return true }
    do {
      session = try setup.access.begin()
      if defect == .refusesAll { throw AuthenticationError.locked }
      return true
    } catch {
      if defect == .clearsTheClipboard { setup.clipboard.write(nil) }
      if defect == .failsInSilence { return false }
      throw AppError.authentication(.locked)
    }
  }

  private func write(_ text: String) {
    guard defect == .writesLater else { return setup.clipboard.write(text) }
    Task { [clipboard = setup.clipboard] in
      await Task.yield()
      clipboard.write(text)
    }
  }
}
