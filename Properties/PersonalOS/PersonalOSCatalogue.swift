import PersonalOSReference
import PropertyTesting

/// POS-01 to POS-78, in the order of their numbers; then those that the specification does not number: POS-N1 to POS-N6, POS-M1,
/// POS-M2, POS-P1 to POS-P3, POS-F1, POS-S1, and POS-APP-01 to POS-APP-04 over the whole app.
public enum PersonalOSCatalogue {
  /// Each property once, by topic in the order of the source.
  public static let all: [Property<PersonalOSSystem>] = groups.flatMap { $0 }

  // One group a line: a sum of all of them takes the compiler seconds.
  private static let groups: [[Property<PersonalOSSystem>]] = [
    ConfigurationProperties.all,
    MigrationProperties.all,
    BackupProperties.all,
    ThreadSafetyProperties.all,
    SecurityProperties.all,
    FocusTimerProperties.all,
    ErrorHandlingProperties.all,
    GitHubSyncProperties.all,
    FinancialPrecisionProperties.all,
    PortfolioProperties.all,
    PriceTransparencyProperties.all,
    TradeValidationProperties.all,
    SocialFeedbackProperties.all,
    ViewModelProperties.all,
    NewsSourceProperties.all,
    APISecurityProperties.all,
    BookmarkProperties.all,
    ObservationProperties.all,
    ViewUpdateProperties.all,
    NetworkLifeCycleProperties.all,
    PrivacyProperties.all,
    LegalProperties.all,
    DemoContentProperties.all,
    ErrorMessageProperties.all,
    PlatformProperties.all,
    StoreFailureProperties.all,
    ScannerRuleProperties.all,
    AppProperties.all,
  ]
}
