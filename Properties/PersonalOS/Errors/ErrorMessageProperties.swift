import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What errors say, to the one who reads them.
public enum ErrorMessageProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [errorMessages, refusals]

  static let errorMessages = Requirement<PersonalOSSystem>(
    "POS-M1", "Error messages",
    says: """
      Every error names its subject with all its values, the reason, and the valid form or the remedy. No two errors read \
      alike, even if only one value differs. The message for the user says what went wrong, without technical detail, and \
      offers a retry only if a retry can help, also of each error of the store and the network. Severity rises from info to \
      critical.
      """,
    covers: "6.1", "6.2", "6.3", of: "Error types"
  ).holds(
    forAll: .zip(.element(of: ErrorSample.names), .nearDetails), scheduled: .mixed,
    requiring: ["an empty text": 0.15, "a text with quotes": 0.4, "a value is another": 0.3, "words for the user": 0.08]
  ) { drawn, system, trial in
    let (name, (details, others)) = drawn
    let (errors, samples) = (system.errors, ErrorSample.all(of: details))
    let known = samples + ErrorSample.ofLibraries(details)
    try errors.expectWords(of: known, withholding: details)
    try await errors.expectPresentedAsTheyAre(known)
    let severities: [ErrorSeverity] = [.info, .warning, .error, .critical]
    for (place, severity) in severities.enumerated() {
      let higher = severities.filter { errors.isLessSevere(severity, $0) }
      try expect("what \(severity) is less severe than", higher, equals: severities.suffix(3 - place))
    }
    for sample in samples where sample.name == name {
      for other in details.replacingOne(by: others).flatMap(ErrorSample.all) where other.name == name {
        try errors.expectOtherWordsForTheUser(of: sample, than: other)
        trial.label("a value is another", if: !sample.isEqual(to: other))
      }
      trial.label("words for the user", if: sample.says.contains(where: sample.withheld(of: details).contains))
    }
    trial.label("an empty text", if: details.texts.contains(""))
    trial.label("a text with quotes", if: details.texts.contains { $0.contains("\"") })
  }

  static let refusals = Requirement<PersonalOSSystem>(
    "POS-M2", "Refusals name the mistake",
    says: """
      Every reader of records, price messages, trade archives, configurations, backups, amounts, keys and addresses \
      accepts valid input and refuses anything else. The refusal names the place of the mistake (such as the field and \
      the entry), the valid form, and the value found.
      """,
    covers: "6.3", of: "StoredRecord, PriceFeed, TradeArchive, CryptographyError"
  ).holds(
    forAll: .array(of: .checkedCall, count: 4...24),
    requiring: [
      "a field of a record": 0.4, "a key": 0.06, "a stored amount": 0.1, "a message of prices": 0.1, "a price": 0.3,
      "a trade of an archive": 0.25, "an amount": 0.2, "a size": 0.3, "an address": 0.1, "JSON": 0.3,
      "a configuration": 0.2, "a backup": 0.2, "nothing is wrong": 0.4, "something is wrong": 0.45,
    ]
  ) { calls, system, trial in
    for drawn in calls {
      trial.label(drawn.subject)
      trial.label(drawn.mistake == nil ? "nothing is wrong" : "something is wrong")
      let refusal = system.errors.refusal(drawn.call).map { "\($0)" }
      if let mistake = drawn.mistake {
        try expect("that \(drawn.subject) is refused", refusal ?? "accepted", says: mistake)
      } else {
        try expect("\(drawn.subject) is refused, though nothing is wrong", refusal, equals: nil)
      }
    }
  }
}
