import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

// A log, a report or a refusal with one thing changed. Properties/PersonalOS-Errors.edits has the other faults.

extension Fault<PersonalOSSystem> {
  // POS-24.

  static let logDoesNotKnowTheSecrets = Fault(
    "logDoesNotKnowTheSecrets", "logs secrets that were registered with it") { system in
    let makeLog = system.errors.makeLog
    system.errors.makeLog = { capacity, _ in makeLog(capacity, []) }
  }

  // POS-M1.

  static let errorsOfBackupsSayTheSame = reports(
    "errorsOfBackupsSayTheSame", "says of every backup that it cannot be used"
  ) { report, error in
    guard error is BackupError else { return }
    (report.description, report.diagnosis) = ("The backup cannot be used.", "The backup cannot be used.")
  }
  static let errorsEndAtAQuote = reports(
    "errorsEndAtAQuote", "cuts its message at a quote in a name"
  ) { report, error in
    guard let error = error as? UnreadableRecord, error.key.contains("\"") else { return }
    report.description = String(report.description.prefix { $0 != "\"" })
  }
  static let logNamesOnlyTheType = reports(
    "logNamesOnlyTheType", "logs the type of an error without its case"
  ) { report, _ in
    report.caseName = String(report.caseName.prefix { $0 != "." })
  }
  static let messagesNameTheCase = reports("messagesNameTheCase", "names the case to the user") { report, error in
    guard error is SecurityError else { return }
    report.userMessage = report.userMessage.dropLast() + " (\(error))."
  }
  static let severitiesAreSortedByName = Fault("severitiesAreSortedByName", "sorts severities by name") {
    $0.errors.isLessSevere = { $0.rawValue < $1.rawValue }
  }

  // POS-M2.

  static let refusalsCountFromOne = refuses("refusalsCountFromOne", "counts the entries of a message from 1") { error in
    guard case .entry(let index, let field, let expected)? = error as? PriceFeedError else { return error }
    return PriceFeedError.entry(index: index + 1, field: field, expected: expected)
  }
  static let readsAnySite = checks("readsAnySite", "accepts any address for legal documents") { call, refusal in
    if case .legalSite = call { nil } else { refusal }
  }
  static let readsAnySource = checks("readsAnySource", "accepts any text as the source of a price") { call, refusal in
    if case .field(_, .source, _) = call { nil } else { refusal }
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
