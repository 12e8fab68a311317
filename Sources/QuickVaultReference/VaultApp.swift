import Foundation
import PlatformStandIns

/// The app, put together in one place: one authentication, one key, one auto-lock, and everything else through them.
///
/// When the vault locks, whoever locked it, the key goes first, then what the screens hold and the files that are being
/// shared, all in one step on the main actor.
@MainActor
public final class VaultApp {
  public let authentication: any AuthenticationService
  public let autoLock: AutoLockService
  public let cards: any CardService
  public let attachments: any AttachmentService
  public let watermarks: any WatermarkService
  public let copy: any CopyService
  public let sharedFiles: SharedFiles
  public let crypto: any CryptoService
  public let access: any VaultAccess
  public let authScreen: any AuthScreen
  public private(set) var phase = ScenePhase.active
  /// What the system keeps of the app, for the app switcher: taken when the app stops being in use, and anew at each
  /// change after that.
  public private(set) var switcherPicture = ScreenContent.cover

  private let parts: VaultParts
  private let makeID: @Sendable () -> UUID
  private var screens: [WeakScreen] = []

  private struct WeakScreen {
    weak var model: (any ScreenModel)?
  }

  /// Starts the app over what earlier launches left: locked, or without a password yet.
  /// - Throws: ``AppError/database(_:)`` where the keychain cannot be read.
  public static func launch(_ platform: VaultPlatform, _ parts: VaultParts = .reference) async throws -> VaultApp {
    let keyring = VaultKeyring()
    let crypto = parts.makeCrypto(
      CryptoSetup(
        keyring: keyring, rounds: platform.policy.derivationRounds, randomBytes: platform.randomBytes))
    let authentication = try await parts.openAuthentication(
      AuthenticationSetup(
        keychain: parts.makeKeychain(platform.keychain), keyring: keyring, crypto: crypto,
        biometrics: platform.biometrics, limiter: parts.makeLimiter, policy: platform.policy, time: platform.time,
        randomBytes: platform.randomBytes))
    return VaultApp(platform, parts, keyring, crypto, authentication)
  }

  private init(
    _ platform: VaultPlatform, _ parts: VaultParts, _ keyring: VaultKeyring, _ crypto: any CryptoService,
    _ authentication: any AuthenticationService
  ) {
    self.parts = parts
    makeID = platform.makeID
    self.crypto = crypto
    self.authentication = authentication
    sharedFiles = SharedFiles(platform.sandbox)
    autoLock = AutoLockService(
      parts.makeAutoLock, authentication: authentication, sandbox: platform.sandbox, time: platform.time,
      policy: platform.policy)
    access = parts.makeAccess(keyring, autoLock)
    let validator = parts.makeValidator(
      CardRules(template: parts.template, isPhoneNumber: parts.isPhoneNumber, isTaxID: parts.isTaxID))
    cards = parts.makeCards(
      CardSetup(
        store: platform.store, crypto: crypto, access: access, sharedFiles: sharedFiles, validator: validator,
        search: parts.search, sort: parts.sort, time: platform.time, makeID: platform.makeID))
    let attachmentSetup = AttachmentSetup(
      store: platform.store, crypto: crypto, access: access, sharedFiles: sharedFiles, images: parts.images,
      policy: platform.policy, time: platform.time, makeID: platform.makeID)
    attachments = parts.makeAttachments(attachmentSetup)
    watermarks = parts.makeWatermarks(attachmentSetup)
    copy = parts.makeCopy(CopySetup(access: access, clipboard: platform.clipboard, format: parts.format))
    authScreen = parts.makeAuthScreen(authentication)
    // What an earlier launch was sharing when it was killed.
    sharedFiles.removeAll()
    authentication.observeTransitions { [weak self] in self?.vaultDidChange(to: $0.to) }
  }

  // Screens.

  /// What the screen for a new card shows: the fields of the type's template, blank.
  public func blankFields(of type: CardType, in language: CardTemplate.Language) -> [CardFieldDTO] {
    parts.template(type).blankFields(in: language, makeID: makeID)
  }

  public func makeCardList() -> any CardList {
    shown(
      parts.makeCardList(
        CardListSetup(
          cards: cards, search: parts.search, sort: parts.sort,
          announce: { [weak self] in self?.cardDidChange($0, to: $1) })))
  }

  public func makeCardDetail(_ card: CardDTO) -> any CardDetail {
    shown(
      parts.makeCardDetail(
        card,
        CardDetailSetup(
          cards: cards, attachments: attachments, watermarks: watermarks, copy: copy,
          announce: { [weak self] in self?.cardDidChange($0, to: $1) })))
  }

  private func shown<Model>(_ model: Model) -> Model {
    screens.removeAll { $0.model == nil }
    if let screen = model as? any ScreenModel {
      screens.append(WeakScreen(model: screen))
      // A card may be opened by a tap that came before the lock.
      if authentication.authenticationState != .unlocked { screen.vaultDidLock() }
    }
    return model
  }

  private func cardDidChange(_ id: UUID, to card: CardDTO?) {
    for screen in screens { screen.model?.cardDidChange(id, to: card) }
  }

  /// What all screens that are alive show of the vault.
  public var screen: ScreenContent {
    let contents = screens.compactMap { $0.model?.content }
    return ScreenContent(texts: contents.flatMap(\.texts), pictures: contents.flatMap(\.pictures))
  }

  /// What a screen shows of an error that one of the services threw.
  public func message(of error: any Error, in language: CardTemplate.Language) -> String {
    parts.message(AppError(error), language)
  }

  // The life of the app.

  public func handle(_ event: LifeCycleEvent) {
    switch event {
    case .willResignActive:
      phase = .inactive
    case .didEnterBackground:
      phase = .background
      authentication.didEnterBackground()
    case .willEnterForeground:
      phase = .inactive
      authentication.willEnterForeground()
      autoLock.look()
    case .didBecomeActive:
      phase = .active
      // An app that is in use is not in the background, whether the system said so before or not.
      authentication.willEnterForeground()
      autoLock.look()
    }
    takePicture()
  }

  /// The user touched the screen.
  public func noteActivity() { autoLock.noteActivity() }

  /// Time has passed: ``AutoLockService/nextLook`` says when it matters.
  public func tick() { autoLock.look() }

  /// The other app has what it was given.
  public func shareEnded(_ url: URL) { sharedFiles.remove(url) }

  private func vaultDidChange(to state: AuthenticationState) {
    if state != .unlocked {
      for screen in screens { screen.model?.vaultDidLock() }
      sharedFiles.removeAll()
    }
    autoLock.vaultDidChange(to: state)
    takePicture()
  }

  private func takePicture() {
    switcherPicture = parts.snapshot(phase, authentication.authenticationState, screen)
  }
}
