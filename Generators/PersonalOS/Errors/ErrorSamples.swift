import Foundation
import PersonalOSReference
import PlatformStandIns

/// Every case of every error of PersonalOS and of its platform parts, with given details. A test compares this list
/// with the sources.
public struct ErrorSample: Sendable {
  /// Type and case, such as "BackupError.wrongFormat"; for a struct the type alone.
  public let name: String
  /// Makes the error from details. Errors without values ignore the details.
  public let make: @Sendable (ErrorDetails) -> any Error & Equatable

  private init(_ name: String, _ make: @escaping @Sendable (ErrorDetails) -> any Error & Equatable) {
    self.name = name
    self.make = make
  }

  // There is a list for each part of the app, because the compiler would take seconds for one list of all.
  /// One sample for each case of each error, part by part.
  public static let all: [ErrorSample] =
    network + database + validation + security + wrapped + parts + backup + migration + money + trades + configuration
    + platform

  private static let network = [
    ErrorSample("NetworkError.noConnection") { _ in NetworkError.noConnection },
    ErrorSample("NetworkError.timeout") { _ in NetworkError.timeout },
    ErrorSample("NetworkError.serverError") { NetworkError.serverError($0.counts[0]) },
    ErrorSample("NetworkError.rateLimited") { _ in NetworkError.rateLimited },
    ErrorSample("NetworkError.invalidResponse") { _ in NetworkError.invalidResponse },
  ]

  private static let database = [
    ErrorSample("DatabaseError.migrationFailed") { DatabaseError.migrationFailed($0.texts[0]) },
    ErrorSample("DatabaseError.corruptedData") { _ in DatabaseError.corruptedData },
    ErrorSample("DatabaseError.constraintViolation") { _ in DatabaseError.constraintViolation },
    ErrorSample("DatabaseError.concurrencyConflict") { _ in DatabaseError.concurrencyConflict },
  ]

  private static let validation = [
    ErrorSample("ValidationError.insufficientQuantity") {
      ValidationError.insufficientQuantity(symbol: $0.texts[0], available: $0.amounts[0], requested: $0.amounts[1])
    },
    ErrorSample("ValidationError.negativePosition") { ValidationError.negativePosition(symbol: $0.texts[0]) },
    ErrorSample("ValidationError.invalidPrice") { _ in ValidationError.invalidPrice },
    ErrorSample("ValidationError.invalidDate") { _ in ValidationError.invalidDate },
  ]

  private static let security = [
    ErrorSample("SecurityError.jailbroken") { _ in SecurityError.jailbroken },
    ErrorSample("SecurityError.certificateValidationFailed") { _ in SecurityError.certificateValidationFailed },
    ErrorSample("SecurityError.keychainAccessDenied") { _ in SecurityError.keychainAccessDenied },
    ErrorSample("SecurityError.encryptionFailed") { _ in SecurityError.encryptionFailed },
  ]

  private static let wrapped = [
    ErrorSample("AppError.network") { AppError.network(.serverError($0.counts[0]), retryable: $0.flag) },
    ErrorSample("AppError.database") { AppError.database(.migrationFailed($0.texts[0]), recoverable: $0.flag) },
    ErrorSample("AppError.validation") { AppError.validation(.negativePosition(symbol: $0.texts[0])) },
    ErrorSample("AppError.security") { AppError.security($0.flag ? .jailbroken : .keychainAccessDenied) },
  ]

  private static let parts = [
    ErrorSample("DependencyError.missing") { DependencyError.missing($0.texts[0]) },
    ErrorSample("SocialPostError.notFound") { _ in SocialPostError.notFound },
    ErrorSample("ViewError.neverSettles") { ViewError.neverSettles(ViewIdentity($0.texts[0], $0.texts[1])) },
    ErrorSample("FocusError.invalidDuration") { FocusError.invalidDuration($0.seconds) },
    ErrorSample("FocusError.alreadyActive") { FocusError.alreadyActive($0.id) },
    ErrorSample("UnreadableRecord") { $0.unreadableRecord },
    ErrorSample("LegalDocumentError") { LegalDocumentError(site: $0.texts[0]) },
  ]

  private static let backup = [
    ErrorSample("BackupError.notABackup") { BackupError.notABackup(reason: $0.texts[0]) },
    ErrorSample("BackupError.wrongFormat") { BackupError.wrongFormat(found: $0.texts[0]) },
    ErrorSample("BackupError.wrongSchemaVersion") {
      BackupError.wrongSchemaVersion(found: Int64($0.counts[0]), expected: Int64($0.counts[1]))
    },
    ErrorSample("BackupError.wrongChecksum") { _ in BackupError.wrongChecksum },
    ErrorSample("BackupError.duplicateRecord") { BackupError.duplicateRecord(table: $0.texts[0], key: $0.texts[1]) },
    ErrorSample("BackupError.wrongTables") { BackupError.wrongTables(found: $0.tables[0], expected: $0.tables[1]) },
    ErrorSample("BackupError.unreadable") { BackupError.unreadable($0.unreadableRecord) },
    ErrorSample("BackupError.isNewer") {
      BackupError.isNewer(found: Int64($0.counts[0]), expected: Int64($0.counts[1]))
    },
    ErrorSample("BackupError.storeIsNewer") {
      BackupError.storeIsNewer(found: Int64($0.counts[0]), expected: Int64($0.counts[1]))
    },
    ErrorSample("BackupError.missing") { BackupError.missing(URL(fileURLWithPath: "/backups/" + $0.texts[0])) },
  ]

  private static let migration = [
    ErrorSample("MigrationError.storeIsNewer") {
      MigrationError.storeIsNewer(found: Int64($0.counts[0]), target: $0.version)
    },
    ErrorSample("MigrationError.unknownLayout") { MigrationError.unknownLayout(found: Int64($0.counts[0])) },
    ErrorSample("MigrationError.missingStep") { MigrationError.missingStep(from: $0.counts[0], target: $0.version) },
    ErrorSample("MigrationError.nothingToRollBackTo") { _ in MigrationError.nothingToRollBackTo },
  ]

  private static let money = [
    ErrorSample("MoneyError.malformed") { MoneyError.malformed(offset: $0.counts[0], expected: $0.texts[0]) },
    ErrorSample("MoneyError.tooManyDigits") { MoneyError.tooManyDigits($0.counts[0]) },
    ErrorSample("MoneyError.outOfRange") { MoneyError.outOfRange(exponent: $0.counts[0]) },
    ErrorSample("MoneyError.notANumber") { _ in MoneyError.notANumber },
    ErrorSample("MoneyError.divisionByZero") { _ in MoneyError.divisionByZero },
    ErrorSample("PriceFeedError.notJSON") {
      PriceFeedError.notJSON(.malformed(offset: $0.counts[0], expected: $0.texts[0]))
    },
    ErrorSample("PriceFeedError.notAnArray") { _ in PriceFeedError.notAnArray },
    ErrorSample("PriceFeedError.entry") {
      PriceFeedError.entry(index: $0.counts[0], field: $0.texts[0], expected: $0.texts[1])
    },
  ]

  private static let trades = [
    ErrorSample("TradeArchiveError") { TradeArchiveError(trade: $0.id, field: $0.texts[0], reason: $0.texts[1]) },
    ErrorSample("TradeInputError.invalidQuantity") { _ in TradeInputError.invalidQuantity },
    ErrorSample("TradeInputError.invalidSymbol") { _ in TradeInputError.invalidSymbol },
    ErrorSample("TradeInconsistency.negativePrefix") { $0.inconsistency(.negativePrefix) },
    ErrorSample("TradeInconsistency.duplicateTradeID") { $0.inconsistency(.duplicateTradeID) },
    ErrorSample("TradeInconsistency.assetDiffers") { $0.inconsistency(.assetDiffers) },
    ErrorSample("TradeInconsistency.unknownAsset") { $0.inconsistency(.unknownAsset) },
    ErrorSample("TradeInconsistency.undecodableRecord") { $0.inconsistency(.undecodableRecord) },
  ]

  private static let configuration = [
    ErrorSample("ConfigurationError.invalidDocument") { ConfigurationError.invalidDocument(reason: $0.texts[0]) },
    ErrorSample("ConfigurationError.unknownService") {
      ConfigurationError.unknownService($0.texts[0], environment: $0.environment)
    },
    ErrorSample("NewsProxyError.notConfigured") { NewsProxyError.notConfigured($0.environment) },
    ErrorSample("NewsProxyError.invalidURL") { NewsProxyError.invalidURL($0.environment) },
  ]

  private static let platform = [
    ErrorSample("CertificateError.unreadable") { _ in CertificateError.unreadable },
    ErrorSample("CertificateError.libraryMissing") { _ in CertificateError.libraryMissing },
    ErrorSample("CertificateError.notMade") { CertificateError.notMade(operation: $0.texts[0]) },
    ErrorSample("KeychainError.locked") { KeychainError.locked(key: $0.texts[0], accessibility: $0.accessibility) },
    ErrorSample("KeychainError.damaged") { KeychainError.damaged(key: $0.texts[0]) },
    ErrorSample("CryptographyError.wrongSize") {
      CryptographyError.wrongSize(of: $0.texts[0], expected: $0.texts[1], found: $0.counts[0])
    },
    ErrorSample("CryptographyError.sealBroken") { _ in CryptographyError.sealBroken },
    ErrorSample("CryptographyError.libraryFailed") { CryptographyError.libraryFailed(operation: $0.texts[0]) },
  ]
}

extension ErrorDetails {
  fileprivate var unreadableRecord: UnreadableRecord {
    UnreadableRecord(
      collection: texts[0], key: texts[1], field: texts[2], requirement: texts[3], found: texts[4])
  }

  /// An empty text means nil.
  fileprivate func inconsistency(_ rule: TradeInconsistency.Rule) -> TradeInconsistency {
    TradeInconsistency(
      rule, symbol: texts[0].isEmpty ? nil : texts[0], key: texts[1].isEmpty ? nil : texts[1])
  }
}
