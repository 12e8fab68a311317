import PlatformStandIns

/// How each part of the app is made. ``VaultApp`` makes all of them here, so that replacing one replaces it for the whole
/// app: an adopter's own, or one with a fault.
public struct VaultParts: Sendable {
  // Pure functions.
  public var template: @Sendable (CardType) -> CardTemplate
  public var isPhoneNumber: @Sendable (String) -> Bool
  public var isTaxID: @Sendable (String) -> Bool
  /// A card as text for the clipboard.
  public var format: @Sendable (CardDTO) -> String
  /// Which cards a query finds.
  public var search: @Sendable (_ query: String) -> CardSearch.Matches
  public var sort: @Sendable ([CardDTO]) -> [CardDTO]
  /// What the system may see of the app.
  public var snapshot: @Sendable (ScenePhase, AuthenticationState, ScreenContent) -> ScreenContent

  /// What the user reads of an error.
  public var message: @Sendable (AppError, CardTemplate.Language) -> String

  // State machines.
  public var makeLimiter: @Sendable (VaultPolicy, AttemptRecord) -> any AttemptLimiting
  public var makeAutoLock: @Sendable (_ timeout: Duration?) -> any AutoLocking

  // Services.
  public var makeKeychain: @Sendable (any Keychain) -> any KeychainService
  public var makeCrypto: @Sendable (CryptoSetup) -> any CryptoService
  public var openAuthentication: @Sendable (AuthenticationSetup) async throws -> any AuthenticationService
  public var makeAccess: @MainActor @Sendable (VaultKeyring, AutoLockService) -> any VaultAccess
  public var makeValidator: @Sendable (CardRules) -> any CardValidating
  public var makeCards: @Sendable (CardSetup) -> any CardService
  public var makeAttachments: @Sendable (AttachmentSetup) -> any AttachmentService
  public var makeWatermarks: @Sendable (AttachmentSetup) -> any WatermarkService
  public var makeCopy: @MainActor @Sendable (CopySetup) -> any CopyService
  public var images: any ImageProcessing

  // Screens.
  public var makeAuthScreen: @MainActor @Sendable (any AuthenticationService) -> any AuthScreen
  public var makeCardList: @MainActor @Sendable (CardListSetup) -> any CardList
  public var makeCardDetail: @MainActor @Sendable (CardDTO, CardDetailSetup) -> any CardDetail

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
