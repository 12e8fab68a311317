import PersonalOSReference
import PropertyTesting

/// POS-01 to POS-78, in the order of their numbers; then POS-N1 to POS-N6, of criteria without a numbered property; then POS-M1 and
/// POS-M2, of what errors say.
public enum PersonalOSCatalogue {
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
  ]
}
