import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns

// What a developer has to read of the errors of the parts: where, what was found, what would be right or what to do.

extension ErrorSample {
  static func parts(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, record) = (of.texts, of.unreadableRecord)
    return [
      ErrorSample(
        "DependencyError.missing", DependencyError.missing(text[0]), says: ["service", text[0], "missing", "register it"],
        logs: ["missing", text[0]], tells: ["part of the app", "not available", "try again"], canRetry: true, severity: .error),
      ErrorSample(
        "SocialPostError.notFound", SocialPostError.notFound, says: ["notFound"], tells: ["no longer there"], canRetry: false,
        severity: .warning),
      ErrorSample(
        "ViewError.neverSettles", ViewError.neverSettles(ViewIdentity(text[0], text[1])),
        says: ["neverSettles", text[0], text[1]], tells: ["part of this screen", "cannot keep up", "changes"],
        canRetry: false, severity: .error),
      ErrorSample(
        "FocusError.invalidDuration", FocusError.invalidDuration(of.seconds),
        ["focus session", "more than 0 seconds", "not for ever", "\(of.seconds)"]),
      ErrorSample(
        "FocusError.alreadyActive", FocusError.alreadyActive(of.id),
        ["focus session", of.id.uuidString, "active", "end it before"]),
      ErrorSample(
        "UnreadableRecord", record, wordsOfRecord(text), means: .database(.corruptedData, recoverable: false)),
      ErrorSample(
        "LegalDocumentError", LegalDocumentError(site: text[0]),
        [text[0], "no site for legal documents", "https", "host", "user", "query", "fragment"]),
    ]
  }

  private static func wordsOfRecord(_ text: [String]) -> [String] {
    ["record", text[1], text[0], text[2], "must be", text[3], "found", text[4]]
  }

  static func backup(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, found, expected, version) = (of.texts, Int64(of.counts[0]), Int64(of.counts[1]), of.version)
    let (tables, url) = (of.tables, URL(fileURLWithPath: "/backups/" + text[0]))
    func backup(_ name: String, _ error: BackupError, _ says: String...) -> ErrorSample {
      ErrorSample("BackupError.\(name)", error, says)
    }
    func migration(_ name: String, _ error: MigrationError, _ says: String...) -> ErrorSample {
      ErrorSample("MigrationError.\(name)", error, says)
    }
    return [
      backup("notABackup", .notABackup(reason: text[0]), "not a backup of PersonalOS", text[0]),
      backup("wrongFormat", .wrongFormat(found: text[0]), "format", text[0], "personalos.backup.1", "can be read"),
      backup(
        "wrongSchemaVersion", .wrongSchemaVersion(found: found, expected: expected),
        "backup", "schema version", "\(found)", "only", "\(expected)", "imported"),
      backup("wrongChecksum", .wrongChecksum, "backup", "altered", "checksum", "another copy"),
      backup(
        "duplicateRecord", .duplicateRecord(table: text[0], key: text[1]),
        "backup", "two records", text[1], "in", text[0], "once"),
      backup(
        "wrongTables", .wrongTables(found: tables[0], expected: tables[1]),
        "tables", tables[0].joined(separator: ", "), "needs", tables[1].joined(separator: ", ")),
      ErrorSample(
        "BackupError.unreadable", BackupError.unreadable(of.unreadableRecord), ["backup cannot be used"] + wordsOfRecord(text)),
      backup(
        "isNewer", .isNewer(found: found, expected: expected),
        "backup", "schema version", "\(found)", "newer than", "\(expected)", "update the app", "restore"),
      backup(
        "storeIsNewer", .storeIsNewer(found: found, expected: expected),
        "store", "schema version", "\(found)", "newer than", "\(expected)", "update the app"),
      backup("missing", .missing(url), "no backup at", url.absoluteString),
      migration(
        "storeIsNewer", .storeIsNewer(found: found, target: version),
        "store", "schema version", "\(found)", "newer than", "\(version.rawValue)", "update the app"),
      migration("unknownLayout", .unknownLayout(found: found), "store", "schema version", "\(found)", "1 to 4", "can be read"),
      migration(
        "missingStep", .missingStep(from: of.counts[0], target: version),
        "no migration step", "from", "\(found)", "to", "\(version.rawValue)"),
      migration("nothingToRollBackTo", .nothingToRollBackTo, "no migration", "left a backup"),
    ]
  }

  static func money(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, count, malformed) = (of.texts, of.counts[0], MoneyError.malformed(offset: of.counts[0], expected: of.texts[0]))
    func money(_ name: String, _ error: MoneyError, _ says: String...) -> ErrorSample {
      ErrorSample("MoneyError.\(name)", error, says)
    }
    func prices(_ name: String, _ error: PriceFeedError, _ says: String...) -> ErrorSample {
      ErrorSample("PriceFeedError.\(name)", error, [name] + says)
    }
    return [
      money("malformed", malformed, "not an amount", "byte \(count)", "should be", text[0]),
      money("tooManyDigits", .tooManyDigits(count), "amount", "\(count)", "digits", "at most 38"),
      money("outOfRange", .outOfRange(exponent: count), "amount", "10^\(count)", "10^-128 to 10^127"),
      money("notANumber", .notANumber, "amount", "not a number"),
      money("divisionByZero", .divisionByZero, "amount", "divided by zero"),
      prices("notJSON", .notJSON(malformed), "not an amount", "byte \(count)", "should be", text[0]),
      prices("notAnArray", .notAnArray),
      prices(
        "entry", .entry(index: count, field: text[0], expected: text[1]),
        "index", "\(count)", "field", text[0], "expected", text[1]),
    ]
  }

  static func trades(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, refused) = (of.texts, AppError.database(.constraintViolation, recoverable: false))
    let rules: [(TradeInconsistency.Rule, String)] = [
      (.negativePrefix, "negative prefix"), (.duplicateTradeID, "duplicate trade id"), (.assetDiffers, "asset differs"),
      (.unknownAsset, "unknown asset"), (.undecodableRecord, "undecodable record"),
    ]
    return [
      ErrorSample(
        "TradeArchiveError", TradeArchiveError(trade: of.id, field: text[0], reason: text[1]),
        ["trade", of.id.uuidString, "field", text[0], "reason", text[1]]),
      ErrorSample(
        "TradeInputError.invalidQuantity", TradeInputError.invalidQuantity,
        ["quantity must be", "above 0", "below 100,000,000", "10 decimals"], means: refused),
      ErrorSample(
        "TradeInputError.invalidSymbol", TradeInputError.invalidSymbol, ["symbol must not be blank"], means: refused),
    ] + rules.map { rule, fact in
      // An empty text means nil.
      let (symbol, key) = (text[0].isEmpty ? nil : text[0], text[1].isEmpty ? nil : text[1])
      return ErrorSample(
        "TradeInconsistency.\(rule)", TradeInconsistency(rule, symbol: symbol, key: key),
        [symbol ?? "unknown symbol", fact] + (key.map { ["at", $0] } ?? []), caseName: "TradeInconsistency")
    }
  }

  static func configuration(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, environment, name) = (of.texts[0], of.environment, of.environment.rawValue)
    return [
      ErrorSample(
        "ConfigurationError.invalidDocument", ConfigurationError.invalidDocument(reason: text),
        ["invalidDocument", "reason", text]),
      ErrorSample(
        "ConfigurationError.unknownService", ConfigurationError.unknownService(text, environment: environment),
        ["unknownService", text, "environment", name]),
      ErrorSample(
        "NewsProxyError.notConfigured", NewsProxyError.notConfigured(environment), ["no news proxy", "configured", name]),
      ErrorSample(
        "NewsProxyError.invalidURL", NewsProxyError.invalidURL(environment),
        ["news proxy", name, "must be", "https://host", "port", "path"]),
    ]
  }

  static func platform(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, accessibility) = (of.texts, of.accessibility)
    return [
      ErrorSample("CertificateError.unreadable", CertificateError.unreadable, ["unreadable"]),
      ErrorSample("CertificateError.libraryMissing", CertificateError.libraryMissing, ["libraryMissing"]),
      ErrorSample("CertificateError.notMade", CertificateError.notMade(operation: text[0]), ["notMade", text[0]]),
      ErrorSample(
        "KeychainError.locked", KeychainError.locked(key: text[0], accessibility: accessibility),
        ["locked", "key", text[0], "accessibility", accessibility.rawValue]),
      ErrorSample("KeychainError.damaged", KeychainError.damaged(key: text[0]), ["damaged", "key", text[0]]),
      ErrorSample(
        "CryptographyError.wrongSize", CryptographyError.wrongSize(of: text[0], expected: text[1], found: of.counts[0]),
        [text[0], "must be", text[1], "found", "\(of.counts[0])"]),
      ErrorSample(
        "CryptographyError.sealBroken", CryptographyError.sealBroken, ["not sealed", "this key", "this associated data"]),
      ErrorSample(
        "CryptographyError.libraryFailed", CryptographyError.libraryFailed(operation: text[0]),
        ["library", "refused", text[0]]),
    ]
  }
}

extension ErrorDetails {
  fileprivate var unreadableRecord: UnreadableRecord {
    UnreadableRecord(collection: texts[0], key: texts[1], field: texts[2], requirement: texts[3], found: texts[4])
  }
}
