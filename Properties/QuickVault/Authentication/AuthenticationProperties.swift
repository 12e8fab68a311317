import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultReference

/// Who gets in, by what, and how long.
public enum AuthenticationProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [authenticationStateTransition, biometricFallback, backgroundLock]

  // Feature: quick-vault-ios, Property 23: Authentication State Transition
  static let authenticationStateTransition = Requirement<QuickVaultSystem>(
    "QV-23", "Authentication State Transition",
    says: """
      The state changes in three ways only: setup unlocks, the right password or the recognised user \
      unlocks, and a lock locks. The app refuses everything else and keeps the state. If a lock comes \
      during an unlock, the lock wins. A relaunch starts locked, or before setup if there is no password. \
      The screen shows the state.
      """,
    covers: "9.4", of: "AuthenticationService", needs: [.storage, .virtualTime],
    mustCatch: AuthenticationTwin.twin.faults(
      .setsUpAgain, .passesThroughUnlocked, .locksBeforeSetup, .opensBeforeSetup, .unlocksAfterALock,
      .staysUnlockedAfterALock, .locksTwice, .changesWhileLocked),
    [.offersASetupToEverybody]
  ).holds(
    of: AccessMachine.machine.keeping(
      AccessMachine.state, AccessMachine.entrance, AccessMachine.transitions, AccessMachine.refusedStayOut),
    commands: AccessMachine.commandCount,
    requiring: [
      "unlocks with the password": 0.25, "unlocks with biometrics": 0.07, "locks": 0.07, "a lock before setup": 0.02,
      "is refused before setup": 0.04, "setup is refused": 0.12, "locked in the middle of an unlock": 0.12,
      "locked in the middle of a setup": 0.02,
    ],
    making: { try await AppUnderTest($0, $1) }, tearDown: { try await $0.close() })

  // Feature: quick-vault-ios, Property 24: Biometric Fallback
  static let biometricFallback = Requirement<QuickVaultSystem>(
    "QV-24", "Biometric Fallback",
    says: """
      Biometric failures never count as wrong passwords: after any number of them, the right password \
      unlocks at once, unless too many passwords were wrong. After 3 biometric failures, biometrics stay \
      disabled until the right password is entered, also after a relaunch. A dismissed sensor is not a \
      failure. A delay for wrong passwords does not affect biometrics.
      """,
    covers: "9.3", of: "AuthenticationService", needs: [.storage, .virtualTime],
    mustCatch: AuthenticationTwin.twin.faults(
      .countsBiometrics, .refusesPasswordsAfterBiometrics, .erasesTheKeyAfterBiometrics, .neverDisablesBiometrics,
      .keepsBiometricsDisabled, .forgetsBiometricFailures, .countsDismissals, .limitsBiometrics)
  ).holds(
    of: AccessMachine.biometrics.keeping(AccessMachine.state, AccessMachine.refusedStayOut),
    commands: AccessMachine.commandCount,
    requiring: [
      "biometrics fail": 0.5, "unlocks after biometrics failed": 0.3, "biometrics are out of use": 0.1,
      "biometrics fail while passwords are limited": 0.01,
    ],
    making: { try await AppUnderTest($0, $1) }, tearDown: { try await $0.close() })

  // Feature: quick-vault-ios, Property 25: Background Lock
  static let backgroundLock = Requirement<QuickVaultSystem>(
    "QV-25", "Background Lock",
    says: """
      When the app enters the background, an unlocked vault locks before anything else happens, and no \
      screen holds a card any more. Before setup, nothing changes. A read that is under way shows nothing, \
      and an unlock that is under way does not unlock. A card that is being saved is stored if and only if \
      the app reports so. After the next unlock, all cards are there.
      """,
    covers: "9.7", of: "AuthenticationService, AppLifecycle", needs: [.storage, .virtualTime],
    mustCatch: AuthenticationTwin.twin.faults(.staysOpenInTheBackground, .unlocksInTheBackground, .locksBeforeSetup),
    [.locksTheBackgroundLater, .keepsThumbnails, .opensCardsWhileLocked]
  ).holds(
    of: AccessMachine.machine.keeping(AccessMachine.state, AccessMachine.screen), commands: AccessMachine.commandCount,
    requiring: [
      "the background locks": 0.12, "the background empties a screen": 0.05, "the background before setup": 0.02,
      "in the background in the middle of an unlock": 0.15, "locked while cards are read": 0.08,
      "locked while a card is stored": 0.08, "reads cards": 0.3,
    ],
    making: { try await AppUnderTest($0, $1) }, tearDown: { try await $0.close() })
}

extension Fault<QuickVaultSystem> {
  /// Five seconds, as for a user who comes back soon: here it comes with the next event.
  static let locksTheBackgroundLater = Fault(
    "locksTheBackgroundLater", "locks some time after the app has entered the background"
  ) { system in
    let open = system.parts.openAuthentication
    system.parts.openAuthentication = { setup in
      let base = try await open(setup)
      return await LateLock(base)
    }
  }
}

extension Fault<QuickVaultSystem> {
  static let keepsThumbnails = Fault("keepsThumbnails", "keeps the thumbnails of a card when the vault is locked") {
    system in
    let make = system.parts.makeCardDetail
    system.parts.makeCardDetail = { LastingDetail(make($0, $1), keeps: \.pictures) }
  }

  static let opensCardsWhileLocked = Fault("opensCardsWhileLocked", "shows a card that is opened while the vault is locked") {
    system in
    let make = system.parts.makeCardDetail
    system.parts.makeCardDetail = { LastingDetail(make($0, $1), keeps: nil) }
  }
}

/// A detail screen that keeps something of what it showed; or that knows nothing of a lock before it showed anything.
@MainActor
private final class LastingDetail: CardDetail {
  private let base: any CardDetail
  private let kept: KeyPath<ScreenContent, [Bitmap]>?
  private var last = ScreenContent()
  private var hasBeenShown = false

  init(_ base: any CardDetail, keeps kept: KeyPath<ScreenContent, [Bitmap]>?) {
    self.base = base
    self.kept = kept
  }

  var content: ScreenContent {
    guard let kept else { return base.content }
    return ScreenContent(texts: base.content.texts, pictures: base.content.pictures + last[keyPath: kept])
  }

  func vaultDidLock() {
    if kept == nil && !hasBeenShown { return }
    last = base.content
    base.vaultDidLock()
  }

  var card: CardDTO? {
    get { base.card }
    set { base.card = newValue }
  }
  var attachments: [AttachmentDTO] { base.attachments }
  var isEditing: Bool {
    get { base.isEditing }
    set { base.isEditing = newValue }
  }
  func loadAttachments() async throws {
    defer { hasBeenShown = true }
    try await base.loadAttachments()
  }
  func saveCard() async throws { try await base.saveCard() }
  func copyCard() throws { try base.copyCard() }
  func copyField(_ field: CardFieldDTO) throws { try base.copyField(field) }
  func addAttachment(_ data: [UInt8], fileName: String) async throws {
    try await base.addAttachment(data, fileName: fileName)
  }
  func deleteAttachment(_ id: UUID) async throws { try await base.deleteAttachment(id) }
  func applyWatermark(to id: UUID, text: String) async throws { try await base.applyWatermark(to: id, text: text) }
  func removeWatermark(from id: UUID) async throws { try await base.removeWatermark(from: id) }
  func shareAttachment(_ id: UUID) async throws -> URL { try await base.shareAttachment(id) }
  func cardDidChange(_ id: UUID, to card: CardDTO?) { base.cardDidChange(id, to: card) }
}

/// An authentication that is told of the background when the app comes back.
@MainActor
private final class LateLock: AuthenticationService {
  private let base: any AuthenticationService
  private var isToLock = false

  init(_ base: any AuthenticationService) {
    self.base = base
  }

  var authenticationState: AuthenticationState { base.authenticationState }
  func setupMasterPassword(_ password: String) async throws { try await base.setupMasterPassword(password) }
  func authenticateWithPassword(_ password: String) async throws { try await base.authenticateWithPassword(password) }
  func authenticateWithBiometric() async throws { try await base.authenticateWithBiometric() }
  func changePassword(oldPassword: String, newPassword: String) async throws {
    try await base.changePassword(oldPassword: oldPassword, newPassword: newPassword)
  }
  func lock() { base.lock() }
  func didEnterBackground() { isToLock = true }
  func willEnterForeground() {
    if isToLock { base.didEnterBackground() }
    isToLock = false
    base.willEnterForeground()
  }
  func observeTransitions(_ observer: @escaping @MainActor @Sendable (AuthenticationTransition) -> Void) {
    base.observeTransitions(observer)
  }
}

extension Fault<QuickVaultSystem> {
  static let offersASetupToEverybody = Fault(
    "offersASetupToEverybody", "lets the user choose a password while the vault is locked"
  ) { system in
    let make = system.parts.makeAuthScreen
    system.parts.makeAuthScreen = { OpenHandedScreen(make($0)) }
  }
}

@MainActor
private final class OpenHandedScreen: ForwardingAuthScreen {
  override var showingSetup: Bool { authState != .unlocked }
}
