import PersonalOSReference
import PropertyTesting

/// Expects the words to stand in the text, in this order.
func expect(_ place: String, _ text: String, says words: [String]) throws {
  try expect("\(place), “\(text)”, lacks", text.firstMissing(of: words), equals: nil)
}

extension ErrorSample {
  /// What the error says is what has to be read of it.
  func judge(_ report: ErrorReport, of details: ErrorDetails) throws {
    let message = report.userMessage
    try expect("\(name) as a developer reads it", report.description, says: says)
    try expect("\(name) in the log", report.diagnosis, says: logs)
    // Where a type prints sentences, nothing tells the name of a case without values.
    let type = type(of: error)
    let printsSentences = type is any CustomStringConvertible.Type && !(error is any AppErrorProtocol)
    if !printsSentences || report.caseName != "\(type)" {
      try expect("the name of \(name)", report.caseName, equals: caseName)
    }
    try expect("\(name) to the user", message, says: expected.tells)
    try expect("“\(message)” is a sentence", message.first?.isUppercase == true && message.hasSuffix("."))
    let unwanted = codeNames(of: caseName) + withheld(of: details)
    try expect("what \(name) tells the user in “\(message)”", unwanted.first { message.contains($0) }, equals: nil)
    try expect("\(name) can be retried", report.canRetry, equals: expected.canRetry)
    try expect("severity of \(name)", report.severity, equals: expected.severity)
  }

  /// The details mean something to the user only if he is to read one. Shorter texts may be in any message.
  func withheld(of details: ErrorDetails) -> [String] {
    let texts = details.texts + [details.id.uuidString]
    return expected.tells.contains(where: texts.contains) ? [] : texts.filter { $0.count >= 4 }
  }

  func isEqual(to other: ErrorSample) -> Bool { error.isEqual(to: other.error) }
}

extension Equatable {
  fileprivate func isEqual(to other: any Equatable) -> Bool { other as? Self == self }
}

extension ErrorSystem {
  /// Each error says what it must, and something else than all others.
  func expectWords(of samples: [ErrorSample], withholding details: ErrorDetails) throws {
    var meanings: [String: [String]] = [:]
    for sample in samples {
      let report = report(sample.error)
      try sample.judge(report, of: details)
      for (text, meaning) in [
        ("“\(report.description)” of \(type(of: sample.error))", [sample.name]),
        ("“\(report.diagnosis)” in the log, \(report.caseName),", [sample.name]),
        ("“\(report.userMessage)” to the user", sample.expected.tells),
      ] {
        let before = meanings.updateValue(meaning, forKey: text) ?? meaning
        try expect("what \(text) stands for", before, equals: meaning)
      }
    }
  }

  /// Where one value is another, the user reads something else if it is his. What a developer reads has every value.
  func expectOtherWordsForTheUser(of sample: ErrorSample, than other: ErrorSample) throws {
    try expect(
      "\(sample.error) and \(other.error) read the same to the user",
      report(sample.error).userMessage == report(other.error).userMessage,
      equals: sample.expected.tells == other.expected.tells)
  }

  /// The user is shown, the log is given, and a retry is offered as each error itself says.
  @MainActor
  func expectPresentedAsTheyAre(_ samples: [ErrorSample]) throws {
    let log = makeLog(1, [])
    let presenter = makePresenter(log) { .distantPast }
    for sample in samples {
      let (shown, expected) = (presenter.present(sample.error, during: "this", retry: {}), sample.expected)
      try expect("\(sample.name) on show", shown.message, says: expected.tells)
      try expect("\(sample.name) offers a retry", shown.offersRetry, equals: expected.canRetry)
      try expect("the severity of \(sample.name) in the log", log.entries.map(\.severity), equals: [expected.severity])
    }
  }
}
