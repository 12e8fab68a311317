import PlatformStandIns

/// The closures that make each part of the app. ``VaultApp`` makes every part with them, so if you replace one, the
/// whole app uses your part: your own implementation, or one with a fault.
public struct VaultParts: Sendable {
  // Pure functions.
  /// The template of a card type, for the fields of new cards and for the validator.
  public var template: @Sendable (CardType) -> CardTemplate
  /// Whether a text is a valid phone number. The validator calls it for phone fields that are not blank.
  public var isPhoneNumber: @Sendable (String) -> Bool
  /// Whether a text is a valid tax ID. The validator calls it for tax ID fields that are not blank.
  public var isTaxID: @Sendable (String) -> Bool
  /// Renders a card as text for the clipboard.
  public var format: @Sendable (CardDTO) -> String
  /// The test for the cards that a query finds. The card service and the list of cards use it.
  public var search: @Sendable (_ query: String) -> CardSearch.Matches
  /// Orders cards for display. The card service and the list of cards use it.
  public var sort: @Sendable ([CardDTO]) -> [CardDTO]
  /// What the system may see of the app: the screen's content, or a cover.
  public var snapshot: @Sendable (ScenePhase, AuthenticationState, ScreenContent) -> ScreenContent

  /// The text that the user reads for an error, in one language.
  public var message: @Sendable (AppError, CardTemplate.Language) -> String

  // State machines.
  /// Makes the limiter of password attempts from the stored record, once at launch, when the authentication opens.
  public var makeLimiter: @Sendable (VaultPolicy, AttemptRecord) -> any AttemptLimiting
  /// Makes the auto-lock's state machine, once at launch. A timeout of nil means never.
  public var makeAutoLock: @Sendable (_ timeout: Duration?) -> any AutoLocking

  // Services.
  /// Makes the service for the vault's keychain items, once at launch.
  public var makeKeychain: @Sendable (any Keychain) -> any KeychainService
  /// Makes the crypto service, once at launch, before the authentication that uses it.
  public var makeCrypto: @Sendable (CryptoSetup) -> any CryptoService
  /// Opens the authentication, once at launch. An error ends the launch.
  public var openAuthentication: @Sendable (AuthenticationSetup) async throws -> any AuthenticationService
  /// Makes the gate to the vault, once at launch. All services use the same one.
  public var makeAccess: @MainActor @Sendable (VaultKeyring, AutoLockService) -> any VaultAccess
  /// Makes the validator of cards, once at launch, with ``template``, ``isPhoneNumber`` and ``isTaxID`` as its rules.
  public var makeValidator: @Sendable (CardRules) -> any CardValidating
  /// Makes the card service, once at launch.
  public var makeCards: @Sendable (CardSetup) -> any CardService
  /// Makes the attachment service, once at launch.
  public var makeAttachments: @Sendable (AttachmentSetup) -> any AttachmentService
  /// Makes the watermark service, once at launch, from the setup of the attachment service.
  public var makeWatermarks: @Sendable (AttachmentSetup) -> any WatermarkService
  /// Makes the copy service, once at launch.
  public var makeCopy: @MainActor @Sendable (CopySetup) -> any CopyService
  /// Decodes, scales and watermarks images, for the attachment and the watermark service.
  public var images: any ImageProcessing

  // Screens.
  /// Makes the model of the unlock screen, once at launch.
  public var makeAuthScreen: @MainActor @Sendable (any AuthenticationService) -> any AuthScreen
  /// Makes the model of a list of cards, at each call of ``VaultApp/makeCardList()``.
  public var makeCardList: @MainActor @Sendable (CardListSetup) -> any CardList
  /// Makes the model of a card's screen, at each call of ``VaultApp/makeCardDetail(_:)``.
  public var makeCardDetail: @MainActor @Sendable (CardDTO, CardDetailSetup) -> any CardDetail

  /// All parts as this module implements them.
  public static let reference = VaultParts(
    template: { CardTemplate.of($0) },
    isPhoneNumber: { PhoneValidator.isValid($0) },
    isTaxID: { TaxIDValidator.isValid($0) },
    format: { CardFormatter.text(of: $0) },
    search: { CardSearch($0).matches },
    sort: { CardSorter.sorted($0) },
    snapshot: { SwitcherSnapshot.render(phase: $0, authState: $1, screen: $2) },
    message: { $0.message(in: $1) },
    makeLimiter: { AttemptLimiter($0, $1) },
    makeAutoLock: { AutoLockController(timeout: $0) },
    makeKeychain: { VaultKeychainService($0) },
    makeCrypto: { VaultCryptoService($0) },
    openAuthentication: { try await VaultAuthenticationService.open($0) },
    makeAccess: { VaultGate($0, $1) },
    makeValidator: { CardValidator($0) },
    makeCards: { VaultCardService($0) },
    makeAttachments: { VaultAttachmentService($0) },
    makeWatermarks: { VaultWatermarkService($0) },
    makeCopy: { VaultCopyService($0) },
    images: VaultImages(),
    makeAuthScreen: { AuthViewModel($0) },
    makeCardList: { CardListViewModel($0) },
    makeCardDetail: { CardDetailViewModel($0, $1) })
}
