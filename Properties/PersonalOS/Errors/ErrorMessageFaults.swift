import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

// Faults of what errors say: a report or a refusal with one thing changed.

extension Fault<PersonalOSSystem> {
  // POS-M1: what a developer reads.

  static let errorsOfBackupsSayTheSame = reports(
    "errorsOfBackupsSayTheSame", "says of every backup that it cannot be used"
  ) { report, error in
    guard error is BackupError else { return }
    (report.description, report.diagnosis) = ("The backup cannot be used.", "The backup cannot be used.")
  }
  static let errorsForgetTheirRemedy = reports(
    "errorsForgetTheirRemedy", "says what is wrong, and not what to do"
  ) { report, _ in
    for part in [report.description.firstIndex(of: ";"), report.description.range(of: ": register")?.lowerBound] {
      if let part { report.description = String(report.description[..<part]) }
    }
  }
  static let errorsSayNothing = reports("errorsSayNothing", "has no words for certificates") { report, error in
    if error is CertificateError { report.description = "" }
  }
  static let errorsForgetTheKeyOfARecord = reports(
    "errorsForgetTheKeyOfARecord", "does not say which record cannot be read"
  ) { report, error in
    guard let error = error as? UnreadableRecord, !error.key.isEmpty else { return }
    report.description = report.description.replacing("record \(error.key)", with: "a record")
  }
  static let errorsExchangeFoundAndExpected = reports(
    "errorsExchangeFoundAndExpected", "exchanges the version found and the version that it reads"
  ) { report, error in
    guard case .wrongSchemaVersion(let found, let expected)? = error as? BackupError else { return }
    report.description = BackupError.wrongSchemaVersion(found: expected, expected: found).description
  }
  static let errorsEndAtAQuote = reports("errorsEndAtAQuote", "cuts its message at a quote in a name") { report, error in
    guard let error = error as? UnreadableRecord, error.key.contains("\"") else { return }
    report.description = String(report.description.prefix { $0 != "\"" })
  }
  static let errorsRoundWhatTheyTell = reports("errorsRoundWhatTheyTell", "rounds the numbers in its messages") { report, error in
    guard case .insufficientQuantity(let symbol, let held, let asked)? = error as? ValidationError else { return }
    var (all, rounded) = (held, Decimal())
    NSDecimalRound(&rounded, &all, 0, .plain)
    let error = ValidationError.insufficientQuantity(symbol: symbol, available: rounded, requested: asked)
    (report.diagnosis, report.userMessage) = (error.debugDescription, error.userMessage)
  }
  static let logNamesOnlyTheType = reports("logNamesOnlyTheType", "logs the type of an error without its case") { report, _ in
    report.caseName = String(report.caseName.prefix { $0 != "." })
  }
  static let logLeavesOutTheOutcome = reports(
    "logLeavesOutTheOutcome", "does not log whether the database recovers"
  ) { report, error in
    guard case .database(let error, _)? = error as? AppError else { return }
    report.diagnosis = "database(\(error.debugDescription))"
  }

  // POS-M1: what the user reads.

  static let messagesTellNoStatus = reports("messagesTellNoStatus", "keeps the server's status from the user") { report, error in
    guard case .serverError? = error as? NetworkError else { return }
    report.userMessage = "The server reported a problem. Try again later."
  }
  static let messagesTellTheReason = reports(
    "messagesTellTheReason", "shows the code's reason for a failed migration to the user"
  ) { report, error in
    guard case .migrationFailed(let reason)? = error as? DatabaseError else { return }
    report.userMessage = report.userMessage.dropLast() + ": \(reason)."
  }
  static let messagesNameTheCase = reports("messagesNameTheCase", "names the case to the user") { report, error in
    guard error is SecurityError else { return }
    report.userMessage = report.userMessage.dropLast() + " (\(error))."
  }
  static let messagesSayNothingOfScreens = reports(
    "messagesSayNothingOfScreens", "has no words for a screen that does not settle"
  ) { report, error in
    if error is ViewError { report.userMessage = "" }
  }
  static let messagesExchangeHeldAndAsked = reports(
    "messagesExchangeHeldAndAsked", "exchanges the quantity held and the quantity to be sold"
  ) { report, error in
    guard case .insufficientQuantity(let symbol, let held, let asked)? = error as? ValidationError else { return }
    report.userMessage =
      ValidationError.insufficientQuantity(symbol: symbol, available: asked, requested: held).userMessage
  }
  static let dependenciesOfferNoRetry = reports(
    "dependenciesOfferNoRetry", "offers no retry for an unavailable dependency"
  ) { report, error in
    if error is DependencyError { report.canRetry = false }
  }
  static let missingPostsOfferARetry = reports(
    "missingPostsOfferARetry", "offers to delete a post again that is gone"
  ) { report, error in
    if error is SocialPostError { report.canRetry = true }
  }
  static let severityOfViewsIsAWarning = reports(
    "severityOfViewsIsAWarning", "rates a screen that does not settle as a warning"
  ) { report, error in
    if error is ViewError { report.severity = .warning }
  }

  static let severitiesAreAllTheSame = Fault("severitiesAreAllTheSame", "rates all errors as equally severe") {
    $0.errors.isLessSevere = { _, _ in false }
  }
  static let severitiesAreSortedByName = Fault("severitiesAreSortedByName", "sorts severities by name") {
    $0.errors.isLessSevere = { $0.rawValue < $1.rawValue }
  }
  static let severityIsLessThanItself = Fault("severityIsLessThanItself", "treats a severity as less than itself") {
    let isLess = $0.errors.isLessSevere
    $0.errors.isLessSevere = { isLess($0, $1) || $0 == $1 }
  }

  // POS-M2.

  static let refusalsNameNoField = refuses("refusalsNameNoField", "does not say which field is wrong") { error in
    switch error {
    case let error as UnreadableRecord:
      UnreadableRecord(
        collection: error.collection, key: error.key, field: "", requirement: error.requirement, found: error.found)
    case PriceFeedError.entry(let index, _, let expected):
      PriceFeedError.entry(index: index, field: "", expected: expected)
    default: error
    }
  }
  static let refusalsSayNothingOfWhatIsRight = refuses(
    "refusalsSayNothingOfWhatIsRight", "does not give the valid form"
  ) { error in
    switch error {
    case PriceFeedError.entry(let index, let field, _): PriceFeedError.entry(index: index, field: field, expected: "")
    default: error
    }
  }
  static let refusalsShowNothingFound = refuses("refusalsShowNothingFound", "does not give the value found") { error in
    guard let error = error as? UnreadableRecord else { return error }
    return UnreadableRecord(
      collection: error.collection, key: error.key, field: error.field, requirement: error.requirement, found: "nothing")
  }
  static let refusalsCountFromOne = refuses("refusalsCountFromOne", "counts the entries of a message from 1") { error in
    guard case .entry(let index, let field, let expected)? = error as? PriceFeedError else { return error }
    return PriceFeedError.entry(index: index + 1, field: field, expected: expected)
  }
  static let refusalsBlameTheFirstTrade = refuses(
    "refusalsBlameTheFirstTrade", "does not say which trade of an archive is wrong"
  ) { error in
    guard let error = error as? TradeArchiveError else { return error }
    let none = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    return TradeArchiveError(trade: none, field: error.field, reason: error.reason)
  }
  static let refusalsOfSizesNameTheOther = refuses(
    "refusalsOfSizesNameTheOther", "blames the key for the size of a nonce"
  ) { error in
    guard case .wrongSize("the nonce", let expected, let found)? = error as? CryptographyError else { return error }
    return CryptographyError.wrongSize(of: "the key", expected: expected, found: found)
  }
  static let readsAnySite = checks("readsAnySite", "accepts any address for legal documents") { call, refusal in
    if case .legalSite = call { nil } else { refusal }
  }
  static let readsAnySource = checks("readsAnySource", "accepts any text as the source of a price") { call, refusal in
    if case .field(_, .source, _) = call { nil } else { refusal }
  }
  static let refusesOptionalNulls = checks(
    "refusesOptionalNulls", "refuses null in a field that may be null"
  ) { call, refusal in
    guard case .field(let field, .optionalText, let record) = call, refusal == nil, case .null? = record.fields[field]
    else { return refusal }
    return record.refusal(field, "text")
  }
  static let refusesKeysOfRightSize = checks(
    "refusesKeysOfRightSize", "refuses to derive a key after one iteration"
  ) { call, refusal in
    guard case .deriveKey(1, _) = call, refusal == nil else { return refusal }
    return CryptographyError.wrongSize(of: "the number of iterations", expected: "2 to 2147483647", found: 1)
  }

  static let refusalsOfConfigurationsNameNobody = refuses(
    "refusalsOfConfigurationsNameNobody", "does not say which part of a configuration is wrong"
  ) { error in
    error is ConfigurationError ? ConfigurationError.invalidDocument(reason: "it is not as it should be") : error
  }
  static let refusalsOfBackupsAreAllAlike = refuses(
    "refusalsOfBackupsAreAllAlike", "says of every backup that it was altered"
  ) { error in
    error is BackupError ? BackupError.wrongChecksum : error
  }

  private static func reports(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout ErrorReport, any Error) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let report = system.errors.report
      system.errors.report = { error in
        var changed = report(error)
        change(&changed, error)
        return changed
      }
    }
  }

  private static func refuses(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (any Error) -> any Error
  ) -> Fault {
    checks(id, fact) { _, refusal in refusal.map(change) }
  }

  private static func checks(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (CheckedCall, (any Error)?) -> (any Error)?
  ) -> Fault {
    Fault(id, fact) { system in
      let refusal = system.errors.refusal
      system.errors.refusal = { change($0, refusal($0)) }
    }
  }
}
