import Foundation
import PlatformStandIns

/// Assembles the whole app: one authentication, one keyring, one auto-lock, and the services and screens that use them.
///
/// When the vault locks, for whatever reason, the app erases the key, clears the screens and deletes the shared files,
/// in this order. All of this is one step on the main actor.
@MainActor
public final class VaultApp {
  /// Decides who gets in. Its state is the state of the vault.
  public let authentication: any AuthenticationService
  /// Locks the vault after a time without activity, and keeps the user's choice of that time.
  public let autoLock: AutoLockService
  /// Creates, changes, deletes and finds cards.
  public let cards: any CardService
  /// Adds, deletes, reads and shares the files that belong to cards.
  public let attachments: any AttachmentService
  /// Sets and removes the watermark texts of attachments.
  public let watermarks: any WatermarkService
  /// Copies cards and fields to the device's clipboard.
  public let copy: any CopyService
  /// The unencrypted files that other apps can read now. A launch deletes those of earlier launches.
  public let sharedFiles: SharedFiles
  /// Encrypts and decrypts with the key of the keyring that ``authentication`` opens and closes.
  public let crypto: any CryptoService
  /// Gives each operation its session, or refuses it while the vault is locked.
  public let access: any VaultAccess
  /// The model of the unlock screen, made once at launch.
  public let authScreen: any AuthScreen
  /// The scene's phase after the last event that ``handle(_:)`` received; `active` at launch.
  public private(set) var phase = ScenePhase.active
  /// The picture that the system has of the app, for the app switcher. The app takes a new one at each life-cycle event
  /// and at each change of the authentication's state; before the first, it is the cover.
  public private(set) var switcherPicture = ScreenContent.cover

  private let parts: VaultParts
  private let makeID: @Sendable () -> UUID
  private var screens: [WeakScreen] = []

  private struct WeakScreen {
    weak var model: (any ScreenModel)?
  }

  /// Starts the app over the data of earlier launches. The vault is locked, or has no password yet.
  /// - Throws: ``AppError/database(_:)`` if the keychain cannot be read.
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
    // An earlier launch may have been killed while it shared files.
    sharedFiles.removeAll()
    authentication.observeTransitions { [weak self] in self?.vaultDidChange(to: $0.to) }
  }

  // Screens.

  /// The fields that the screen for a new card shows: all fields of the type's template, with empty values and new ids.
  public func blankFields(of type: CardType, in language: CardTemplate.Language) -> [CardFieldDTO] {
    parts.template(type).blankFields(in: language, makeID: makeID)
  }

  /// Makes a list of cards, empty until it loads. The app tells it of locks and of changed cards, and holds it weakly.
  public func makeCardList() -> any CardList {
    shown(
      parts.makeCardList(
        CardListSetup(
          cards: cards, search: parts.search, sort: parts.sort,
          announce: { [weak self] in self?.cardDidChange($0, to: $1) })))
  }

  /// Makes a screen for one card. The app tells it of locks and of changed cards, and holds it weakly. If the vault is
  /// not unlocked, the screen is cleared at once.
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
      // The user may have tapped the card just before the lock.
      if authentication.authenticationState != .unlocked { screen.vaultDidLock() }
    }
    return model
  }

  private func cardDidChange(_ id: UUID, to card: CardDTO?) {
    for screen in screens { screen.model?.cardDidChange(id, to: card) }
  }

  /// Everything from the vault that the screens still alive show, in the order in which they were made.
  public var screen: ScreenContent {
    let contents = screens.compactMap { $0.model?.content }
    return ScreenContent(texts: contents.flatMap(\.texts), pictures: contents.flatMap(\.pictures))
  }

  /// The message that a screen shows for an error of a service.
  public func message(of error: any Error, in language: CardTemplate.Language) -> String {
    parts.message(AppError(error), language)
  }

  // The life of the app.

  /// Applies an event of the system: the authentication learns of background and foreground, a return to the foreground
  /// locks an idle vault, and the app takes a new switcher picture.
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
      // An active app is in the foreground, even if the system did not say so before.
      authentication.willEnterForeground()
      autoLock.look()
    }
    takePicture()
  }

  /// Call this when the user touches the screen. The auto-lock's timeout starts again; if it has passed already, the
  /// vault locks.
  public func noteActivity() { autoLock.noteActivity() }

  /// Call this as time passes, at the latest at ``AutoLockService/nextLook``. It locks the vault if the timeout has
  /// passed.
  public func tick() { autoLock.look() }

  /// Call this when the other app has read the shared file. It deletes the file.
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
