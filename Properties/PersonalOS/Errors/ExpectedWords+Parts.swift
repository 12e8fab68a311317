import Foundation
import PersonalOSReference
import PlatformStandIns

// What a developer has to read of the errors of the parts: where, what was found, what would be right or what to do. The
// user reads what they mean to him.

extension BackupError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    func words(_ name: String, _ says: [String]) -> ExpectedWords { ExpectedWords("BackupError", name, says: says) }
    return switch self {
    case .notABackup(let reason): words("notABackup", ["not a backup of PersonalOS", reason])
    case .wrongFormat(let found): words("wrongFormat", ["format", found, "personalos.backup.1", "can be read"])
    case .wrongSchemaVersion(let found, let expected):
      words("wrongSchemaVersion", ["backup", "schema version", "\(found)", "only", "\(expected)", "imported"])
    case .wrongChecksum: words("wrongChecksum", ["backup", "altered", "checksum", "another copy"])
    case .duplicateRecord(let table, let key):
      words("duplicateRecord", ["backup", "two records", key, "in", table, "once"])
    case .wrongTables(let found, let expected):
      words(
        "wrongTables", ["tables", found.joined(separator: ", "), "needs", expected.joined(separator: ", ")])
    case .unreadable(let record): words("unreadable", ["backup cannot be used"] + record.expectedWords.says)
    case .isNewer(let found, let expected):
      words("isNewer", ["backup", "schema version", "\(found)", "newer than", "\(expected)", "update the app", "restore"])
    case .storeIsNewer(let found, let expected):
      words("storeIsNewer", ["store", "schema version", "\(found)", "newer than", "\(expected)", "update the app"])
    case .missing(let url): words("missing", ["no backup at", url.absoluteString])
    }
  }
}

extension UnreadableRecord: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    ExpectedWords(
      "UnreadableRecord", nil, says: ["record", key, collection, field, "must be", requirement, "found", found],
      meaning: .database(.corruptedData, recoverable: false), withholds: [key, collection, found])
  }
}

extension MigrationError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    func words(_ name: String, _ says: [String]) -> ExpectedWords { ExpectedWords("MigrationError", name, says: says) }
    return switch self {
    case .storeIsNewer(let found, let target):
      words("storeIsNewer", ["store", "schema version", "\(found)", "newer than", "\(target.rawValue)", "update the app"])
    case .unknownLayout(let found): words("unknownLayout", ["store", "schema version", "\(found)", "1 to 4", "can be read"])
    case .missingStep(let version, let target):
      words("missingStep", ["no migration step", "from", "\(version)", "to", "\(target.rawValue)"])
    case .nothingToRollBackTo: words("nothingToRollBackTo", ["no migration", "left a backup"])
    }
  }
}

extension MoneyError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    func words(_ name: String, _ says: [String]) -> ExpectedWords { ExpectedWords("MoneyError", name, says: says) }
    return switch self {
    case .malformed(let offset, let expected):
      words("malformed", ["not an amount", "byte \(offset)", "should be", expected])
    case .tooManyDigits(let count): words("tooManyDigits", ["amount", "\(count)", "digits", "at most 38"])
    case .outOfRange(let exponent): words("outOfRange", ["amount", "10^\(exponent)", "10^-128 to 10^127"])
    case .notANumber: words("notANumber", ["amount", "not a number"])
    case .divisionByZero: words("divisionByZero", ["amount", "divided by zero"])
    }
  }
}

extension PriceFeedError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    func words(_ name: String, _ says: [String]) -> ExpectedWords {
      ExpectedWords("PriceFeedError", name, says: [name] + says)
    }
    return switch self {
    case .notJSON(let error): words("notJSON", error.expectedWords.says)
    case .notAnArray: words("notAnArray", [])
    case .entry(let index, let field, let expected):
      words("entry", ["index", "\(index)", "field", field, "expected", expected])
    }
  }
}

extension TradeArchiveError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    ExpectedWords(
      "TradeArchiveError", nil, says: ["trade", trade.uuidString, "field", field, "reason", reason],
      withholds: [trade.uuidString, reason])
  }
}

extension TradeInputError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    let refused = AppError.database(.constraintViolation, recoverable: false)
    return switch self {
    case .invalidQuantity:
      ExpectedWords(
        "TradeInputError", "invalidQuantity", says: ["quantity must be", "above 0", "below 100,000,000", "10 decimals"],
        meaning: refused)
    case .invalidSymbol:
      ExpectedWords("TradeInputError", "invalidSymbol", says: ["symbol must not be blank"], meaning: refused)
    }
  }
}

extension TradeInconsistency: ErrorWithExpectedWords {
  private var fact: String {
    switch rule {
    case .negativePrefix: "negative prefix"
    case .duplicateTradeID: "duplicate trade id"
    case .assetDiffers: "asset differs"
    case .unknownAsset: "unknown asset"
    case .undecodableRecord: "undecodable record"
    }
  }

  var expectedWords: ExpectedWords {
    ExpectedWords("TradeInconsistency", nil, says: [symbol ?? "unknown symbol", fact] + (key.map { ["at", $0] } ?? []))
  }
}

extension LegalDocumentError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    ExpectedWords(
      "LegalDocumentError", nil, says: [site, "no site for legal documents", "https", "host", "user", "query", "fragment"],
      withholds: [site])
  }
}

extension NewsProxyError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    switch self {
    case .notConfigured(let environment):
      ExpectedWords("NewsProxyError", "notConfigured", says: ["no news proxy", "configured", environment.rawValue])
    case .invalidURL(let environment):
      ExpectedWords(
        "NewsProxyError", "invalidURL", says: ["news proxy", environment.rawValue, "must be", "https://host", "port", "path"])
    }
  }
}

extension ConfigurationError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    switch self {
    case .invalidDocument(let reason):
      ExpectedWords("ConfigurationError", "invalidDocument", says: ["invalidDocument", "reason", reason], withholds: [reason])
    case .unknownService(let service, let environment):
      ExpectedWords(
        "ConfigurationError", "unknownService", says: ["unknownService", service, "environment", environment.rawValue],
        withholds: [service])
    }
  }
}

extension FocusError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    switch self {
    case .invalidDuration(let seconds):
      ExpectedWords(
        "FocusError", "invalidDuration", says: ["focus session", "more than 0 seconds", "not for ever", "\(seconds)"])
    case .alreadyActive(let id):
      ExpectedWords(
        "FocusError", "alreadyActive", says: ["focus session", id.uuidString, "active", "end it before"],
        withholds: [id.uuidString])
    }
  }
}

extension CertificateError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    func words(_ name: String, _ says: [String]) -> ExpectedWords {
      ExpectedWords("CertificateError", name, says: [name] + says, withholds: says)
    }
    return switch self {
    case .unreadable: words("unreadable", [])
    case .libraryMissing: words("libraryMissing", [])
    case .notMade(let operation): words("notMade", [operation])
    }
  }
}

extension KeychainError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    switch self {
    case .locked(let key, let accessibility):
      ExpectedWords(
        "KeychainError", "locked", says: ["locked", "key", key, "accessibility", accessibility.rawValue], withholds: [key])
    case .damaged(let key):
      ExpectedWords("KeychainError", "damaged", says: ["damaged", "key", key], withholds: [key])
    }
  }
}

extension CryptographyError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    func words(_ name: String, _ says: [String]) -> ExpectedWords { ExpectedWords("CryptographyError", name, says: says) }
    return switch self {
    case .wrongSize(let subject, let expected, let found):
      words("wrongSize", [subject, "must be", expected, "found", "\(found)"])
    case .sealBroken: words("sealBroken", ["not sealed", "this key", "this associated data"])
    case .libraryFailed(let operation): words("libraryFailed", ["library", "refused", operation])
    }
  }
}
