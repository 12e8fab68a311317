/// The factories of all parts of the app. ``PersonalOSApp`` makes every part with them. So if you replace a factory, with
/// your own or with a faulty one, you replace the part in the whole app.
public struct PersonalOSParts: Sendable {
  /// Remote configuration, environments and feature flags: POS-01 to POS-04.
  public var configuration: ConfigurationSystem
  /// Migration between layouts of the data, and sample data: POS-05 to POS-07.
  public var migration: MigrationSystem
  /// Export, import and deletion of everything: POS-08 and POS-09.
  public var backup: BackupSystem
  /// The data actor, repositories and dependencies: POS-10 to POS-14.
  public var dataAccess: DataAccessSystem
  /// Encryption, keychain and certificate pinning: POS-15 to POS-17.
  public var security: SecuritySystem
  /// The focus timer and its notices: POS-18 to POS-21.
  public var focus: FocusSystem
  /// Presentation, log, retry and texts of errors: POS-22 to POS-26, POS-M1, POS-M2.
  public var errors: ErrorSystem
  /// Sync with GitHub: POS-27 to POS-30.
  public var gitHub: GitHubSystem
  /// Decimals, to read, write, calculate and store: POS-31 to POS-35.
  public var money: MoneySystem
  /// Positions, gains and the summary: POS-36 to POS-39.
  public var portfolio: PortfolioSystem
  /// Prices and their sources: POS-40, POS-41, POS-N6.
  public var prices: PriceSystem
  /// Validation of trades and the ledger: POS-42 to POS-46.
  public var trading: TradingSystem
  /// The social dashboard: POS-47 to POS-51.
  public var social: SocialSystem
  /// The life cycle of views and their models: POS-52 to POS-56, POS-72, POS-73.
  public var views: ViewSystem
  /// News and its sources: POS-57 to POS-59, POS-N6.
  public var news: NewsSystem
  /// The news proxy, throttle, back-off, circuit breaker and usage log: POS-60 to POS-64.
  public var api: APISystem
  /// Stable identifiers, bookmarks and tasks from articles: POS-65 to POS-69.
  public var bookmarks: BookmarkSystem
  /// Tasks of views, cancellation and effects: POS-74 to POS-78.
  public var tasks: TaskSystem
  /// Consent to tracking, the warning about the device, the privacy manifest: POS-N1 to POS-N3.
  public var privacy: PrivacySystem
  /// Licences and legal documents: POS-N4 and POS-N5.
  public var legal: LegalSystem

  /// The factories of the reference core.
  public static let reference = PersonalOSParts(
    configuration: .reference, migration: .reference, backup: .reference, dataAccess: .reference,
    security: .reference, focus: .reference, errors: .reference, gitHub: .reference, money: .reference,
    portfolio: .reference, prices: .reference, trading: .reference, social: .reference, views: .reference,
    news: .reference, api: .reference, bookmarks: .reference, tasks: .reference, privacy: .reference,
    legal: .reference)
}
