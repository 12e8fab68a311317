import Foundation
import PersonalOSReference
import PlatformStandIns

// What a developer has to read of the errors of the parts: where, what was found, what would be right or what to do.

extension ErrorSample {
  private static let damaged = AppError.database(.corruptedData, recoverable: false).expected
  private static let refused = AppError.database(.constraintViolation, recoverable: false).expected

  static func parts(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, environment, accessibility) = (of.texts, of.environment, of.accessibility)
    return [
      .init(
        FocusError.invalidDuration(of.seconds), ["focus session", "more than 0 seconds", "not for ever", "\(of.seconds)"]),
      .init(FocusError.alreadyActive(of.id), ["focus session", of.id.uuidString, "active", "end it before"]),
      .init(LegalDocumentError(site: text[0]),
        [text[0], "no site for legal documents", "https", "host", "user", "query", "fragment"]),
      .init(ConfigurationError.invalidDocument(reason: text[0])),
      .init(ConfigurationError.unknownService(text[0], environment: environment)),
      .init(NewsProxyError.notConfigured(environment), ["no news proxy", "configured", environment.rawValue]),
      .init(NewsProxyError.invalidURL(environment),
        ["news proxy", environment.rawValue, "must be", "https://host", "port", "path"]),
      .init(CertificateError.unreadable), .init(CertificateError.libraryMissing),
      .init(CertificateError.notMade(operation: text[0])),
      .init(KeychainError.locked(key: text[0], accessibility: accessibility)),
      .init(KeychainError.damaged(key: text[0])),
      .init(CryptographyError.wrongSize(of: text[0], expected: text[1], found: of.counts[0]),
        [text[0], "must be", text[1], "found", "\(of.counts[0])"]),
      .init(CryptographyError.sealBroken, ["not sealed", "this key", "this associated data"], named: "sealBroken"),
      .init(CryptographyError.libraryFailed(operation: text[0]), ["library", "refused", text[0]]),
    ]
  }

  static func backups(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, found, expected, version) = (of.texts, Int64(of.counts[0]), Int64(of.counts[1]), of.version)
    let (tables, url) = (of.tables, URL(fileURLWithPath: "/backups/" + of.texts[0]))
    let record = UnreadableRecord(
      collection: text[0], key: text[1], field: text[2], requirement: text[3], found: text[4])
    let wordsOfRecord = ["record", text[1], text[0], text[2], "must be", text[3], "found", text[4]]
    let newer = ["schema version", "\(found)", "newer than"]
    return [
      .init(record, wordsOfRecord, expected: damaged),
      .init(BackupError.unreadable(record), ["backup cannot be used"] + wordsOfRecord),
      .init(BackupError.notABackup(reason: text[0]), ["not a backup of PersonalOS", text[0]]),
      .init(BackupError.wrongFormat(found: text[0]), ["format", text[0], "personalos.backup.1", "can be read"]),
      .init(BackupError.wrongSchemaVersion(found: found, expected: expected),
        ["backup", "schema version", "\(found)", "only", "\(expected)", "imported"]),
      .init(BackupError.wrongChecksum, ["backup", "altered", "checksum", "another copy"], named: "wrongChecksum"),
      .init(BackupError.duplicateRecord(table: text[0], key: text[1]),
        ["backup", "two records", text[1], "in", text[0], "once"]),
      .init(BackupError.wrongTables(found: tables[0], expected: tables[1]),
        ["tables", tables[0].joined(separator: ", "), "needs", tables[1].joined(separator: ", ")]),
      .init(BackupError.isNewer(found: found, expected: expected),
        ["backup"] + newer + ["\(expected)", "update the app", "restore"]),
      .init(
        BackupError.storeIsNewer(found: found, expected: expected), ["store"] + newer + ["\(expected)", "update the app"]),
      .init(BackupError.missing(url), ["no backup at", url.absoluteString]),
      .init(MigrationError.storeIsNewer(found: found, target: version),
        ["store"] + newer + ["\(version.rawValue)", "update the app"]),
      .init(MigrationError.unknownLayout(found: found), ["store", "schema version", "\(found)", "1 to 4", "can be read"]),
      .init(MigrationError.missingStep(from: of.counts[0], target: version),
        ["no migration step", "from", "\(found)", "to", "\(version.rawValue)"]),
      .init(MigrationError.nothingToRollBackTo, ["no migration", "left a backup"], named: "nothingToRollBackTo"),
    ]
  }

  static func amountsAndTrades(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, count) = (of.texts, of.counts[0])
    let (malformed, words) = (MoneyError.malformed(offset: count, expected: text[0]), ["byte \(count)", "should be", text[0]])
    let rules: [(TradeInconsistency.Rule, String)] = [
      (.negativePrefix, "negative prefix"), (.duplicateTradeID, "duplicate trade id"), (.assetDiffers, "asset differs"),
      (.unknownAsset, "unknown asset"), (.undecodableRecord, "undecodable record"),
    ]
    // An empty text means nil.
    let (symbol, key) = (text[0].isEmpty ? nil : text[0], text[1].isEmpty ? nil : text[1])
    return [
      .init(malformed, ["not an amount"] + words),
      .init(MoneyError.tooManyDigits(count), ["amount", "\(count)", "digits", "at most 38"]),
      .init(MoneyError.outOfRange(exponent: count), ["amount", "10^\(count)", "10^-128 to 10^127"]),
      .init(MoneyError.notANumber, ["amount", "not a number"], named: "notANumber"),
      .init(MoneyError.divisionByZero, ["amount", "divided by zero"], named: "divisionByZero"),
      .init(PriceFeedError.notJSON(malformed), ["notJSON", "not an amount"] + words),
      .init(PriceFeedError.notAnArray),
      .init(PriceFeedError.entry(index: count, field: text[0], expected: text[1])),
      .init(TradeArchiveError(trade: of.id, field: text[0], reason: text[1])),
      .init(
        TradeInputError.invalidQuantity, ["quantity must be", "above 0", "below 100,000,000", "10 decimals"],
        expected: refused, named: "invalidQuantity"),
      .init(TradeInputError.invalidSymbol, ["symbol must not be blank"], expected: refused, named: "invalidSymbol"),
    ] + rules.map { rule, fact in
      .init(TradeInconsistency(rule, symbol: symbol, key: key),
        [symbol ?? "unknown symbol", fact] + (key.map { ["at", $0] } ?? []), named: "\(rule)")
    }
  }
}
