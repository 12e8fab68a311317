import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Every error, made of the same details, beside what is written down of it; and one of them beside its near misses.
struct ErrorMessageSession: Sendable {
  private let nearMiss: ErrorNearMiss
  private let errors: ErrorSystem
  private let trial: Trial

  init(_ nearMiss: ErrorNearMiss, _ errors: ErrorSystem, _ trial: Trial) {
    self.nearMiss = nearMiss
    self.errors = errors
    self.trial = trial
    trial.label("an empty text", if: nearMiss.details.texts.contains(""))
    trial.label("a text with quotes", if: nearMiss.details.texts.contains { $0.contains("\"") })
  }

  /// Each says what it must, and something else than all others.
  func expectWordsOfEveryError() throws {
    var descriptions: [String: String] = [:]
    var diagnoses: [String: String] = [:]
    var messages: [String: [String]] = [:]
    for sample in ErrorSample.all {
      let error = sample.make(nearMiss.details)
      let (report, words) = (errors.report(error), try expectedWords(of: error, sample))
      try expectWords(report, words, of: error, sample.name)
      let description = "\(words.type): \(report.description)"
      try expect("what says “\(description)”", descriptions[description, default: sample.name], equals: sample.name)
      descriptions[description] = sample.name
      let diagnosis = "\(report.caseName): \(report.diagnosis)"
      try expect("what the log calls “\(diagnosis)”", diagnoses[diagnosis, default: sample.name], equals: sample.name)
      diagnoses[diagnosis] = sample.name
      let message = report.userMessage
      try expect("what “\(message)” tells the user", messages[message, default: words.tells], equals: words.tells)
      messages[message] = words.tells
    }
  }

  private func expectWords(
    _ report: ErrorReport, _ words: ExpectedWords, of error: any Error, _ sample: String
  ) throws {
    try expect(
      "\(sample) says “\(report.description)”, without", report.description.firstMissing(of: words.says), equals: nil)
    try expect(
      "\(sample), “\(report.diagnosis)” in the log, without",
      report.diagnosis.firstMissing(of: words.logs ?? words.says), equals: nil)
    let fullName = words.name.map { "\(words.type).\($0)" } ?? words.type
    // Where a type prints sentences, nothing tells the name of a case without values.
    let mayBeTypeAlone = type(of: error) is any CustomStringConvertible.Type && !(error is any AppErrorProtocol)
    if !mayBeTypeAlone || report.caseName != words.type {
      try expect("the name of \(sample)", report.caseName, equals: fullName)
    }
    let message = report.userMessage
    try expect("\(sample) tells the user “\(message)”, without", message.firstMissing(of: words.tells), equals: nil)
    try expect("“\(message)” is a sentence", message.first?.isUppercase == true && message.hasSuffix("."))
    let technical = ([words.type] + [words.name].compactMap(\.self)).filter { $0.dropFirst().contains(where: \.isUppercase) }
    for detail in technical + words.withholds.filter({ $0.count >= 4 }) {
      try expect("\(sample) tells the user “\(message)”, with \(detail)", !message.contains(detail))
    }
    try expect("\(sample) can be retried", report.canRetry, equals: words.canRetry)
    try expect("severity of \(sample)", report.severity, equals: words.severity)
  }

  /// Where one value is another, a developer reads something else; the user does if it is his.
  func expectValuesTellApart() throws {
    let (error, name) = (nearMiss.sample.make(nearMiss.details), nearMiss.sample.name)
    let (report, words) = (errors.report(error), try expectedWords(of: error, nearMiss.sample))
    trial.label("words for the user", if: words.tells.contains { report.userMessage.contains($0) } && !words.withholds.isEmpty)
    for part in ErrorDetails.Part.allCases {
      let other = nearMiss.sample.make(nearMiss.details.taking(part, from: nearMiss.others))
      let (otherReport, otherWords) = (errors.report(other), try expectedWords(of: other, nearMiss.sample))
      let isSame = isEqual(error, other)
      trial.label("a value is another", if: !isSame)
      try expect(
        "\(name) reads the same with another \(part): “\(otherReport.description)”",
        otherReport.description == report.description, equals: isSame)
      try expect(
        "\(name) is logged the same with another \(part): “\(otherReport.diagnosis)”",
        otherReport.diagnosis == report.diagnosis, equals: isSame)
      try expect(
        "\(name) tells the user the same with another \(part): “\(otherReport.userMessage)”",
        otherReport.userMessage == report.userMessage, equals: otherWords.tells == words.tells)
    }
  }

  /// The user is shown, the log is given, and a retry is offered as each error itself says.
  @MainActor
  func expectPresentedAsTheyAre() throws {
    let log = errors.makeLog(1, [])
    let presenter = errors.makePresenter(log) { .distantPast }
    for sample in ErrorSample.all {
      let (error, name) = (sample.make(nearMiss.details), sample.name)
      let words = try expectedWords(of: error, sample)
      let shown = presenter.present(error, during: "this", retry: {})
      try expect("\(name) is shown as “\(shown.message)”, without", shown.message.firstMissing(of: words.tells), equals: nil)
      try expect("\(name) offers a retry", shown.offersRetry, equals: words.canRetry)
      try expect("the severity of \(name) in the log", log.entries.map(\.severity), equals: [words.severity])
    }
  }

  func expectSeveritiesInOrder() throws {
    let order: [ErrorSeverity] = [.info, .warning, .error, .critical]
    for (place, severity) in order.enumerated() {
      for (otherPlace, other) in order.enumerated() {
        try expect(
          "\(severity) is less severe than \(other)", errors.isLessSevere(severity, other), equals: place < otherPlace)
      }
    }
  }

  private func expectedWords(of error: any Error, _ sample: ErrorSample) throws -> ExpectedWords {
    guard let error = error as? any ErrorWithExpectedWords else {
      throw MissingWords(sample: sample.name)
    }
    return error.expectedWords
  }

  private func isEqual<Left: Equatable>(_ left: Left, _ right: any Equatable) -> Bool { right as? Left == left }
}

/// Nothing is written down of what an error must say.
private struct MissingWords: Error {
  let sample: String
}
