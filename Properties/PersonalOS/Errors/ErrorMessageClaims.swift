import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension ErrorSample {
  /// What the error says is what has to be read of it.
  func judge(_ report: ErrorReport, of details: ErrorDetails) throws {
    let (description, message) = (report.description, report.userMessage)
    try expect("\(name) says “\(description)”, without", description.firstMissing(of: says), equals: nil)
    let diagnosis = report.diagnosis
    try expect("\(name), “\(diagnosis)” in the log, without", diagnosis.firstMissing(of: logs), equals: nil)
    // Where a type prints sentences, nothing tells the name of a case without values.
    let type = type(of: error)
    let mayBeTypeAlone = type is any CustomStringConvertible.Type && !(error is any AppErrorProtocol)
    if !mayBeTypeAlone || report.caseName != "\(type)" {
      try expect("the name of \(name)", report.caseName, equals: caseName)
    }
    try expect("\(name) tells the user “\(message)”, without", message.firstMissing(of: tells), equals: nil)
    try expect("“\(message)” is a sentence", message.first?.isUppercase == true && message.hasSuffix("."))
    let names = caseName.split(separator: ".").map(String.init).filter { $0.dropFirst().contains(where: \.isUppercase) }
    let unwanted = names + withheld(of: details)
    try expect("what \(name) tells the user in “\(message)”", unwanted.first { message.contains($0) }, equals: nil)
    try expect("\(name) can be retried", report.canRetry, equals: canRetry)
    try expect("severity of \(name)", report.severity, equals: severity)
  }

  /// The details mean something to the user only if he is to read one. Shorter texts may be in any message.
  func withheld(of details: ErrorDetails) -> [String] {
    let texts = details.texts + [details.id.uuidString]
    return tells.contains(where: texts.contains) ? [] : texts.filter { $0.count >= 4 }
  }
}

extension ErrorSystem {
  /// Each error says what it must, and something else than all others.
  func expectWords(of samples: [ErrorSample], withholding details: ErrorDetails) throws {
    var descriptions: [String: String] = [:]
    var diagnoses: [String: String] = [:]
    var messages: [String: [String]] = [:]
    for sample in samples {
      let (name, report) = (sample.name, report(sample.error))
      try sample.judge(report, of: details)
      let type = type(of: sample.error)
      let description = "\(type): \(report.description)"
      let diagnosis = "\(report.caseName): \(report.diagnosis)"
      let (saidBefore, loggedBefore) = (descriptions[description] ?? name, diagnoses[diagnosis] ?? name)
      try expect("what says “\(description)”", saidBefore, equals: name)
      try expect("what the log calls “\(diagnosis)”", loggedBefore, equals: name)
      (descriptions[description], diagnoses[diagnosis]) = (name, name)
      let told = messages.updateValue(sample.tells, forKey: report.userMessage) ?? sample.tells
      try expect("what “\(report.userMessage)” tells the user", told, equals: sample.tells)
    }
  }

  /// Where one value is another, a developer reads something else; the user does if it is his.
  func expectOtherWords(for sample: ErrorSample, than other: ErrorSample, if part: String) throws {
    let (report, otherReport, isSame) = (report(sample.error), report(other.error), isEqual(sample.error, other.error))
    let reads = "\(sample.name) reads the same with another \(part)"
    try expect("\(reads): “\(report.description)”", report.description == otherReport.description, equals: isSame)
    try expect("\(reads) in the log: “\(report.diagnosis)”", report.diagnosis == otherReport.diagnosis, equals: isSame)
    try expect(
      "\(reads) to the user: “\(report.userMessage)”", report.userMessage == otherReport.userMessage,
      equals: sample.tells == other.tells)
  }

  /// The user is shown, the log is given, and a retry is offered as each error itself says.
  @MainActor
  func expectPresentedAsTheyAre(_ samples: [ErrorSample]) throws {
    let log = makeLog(1, [])
    let presenter = makePresenter(log) { .distantPast }
    for sample in samples {
      let shown = presenter.present(sample.error, during: "this", retry: {})
      try expect(
        "\(sample.name) is shown as “\(shown.message)”, without", shown.message.firstMissing(of: sample.tells),
        equals: nil)
      try expect("\(sample.name) offers a retry", shown.offersRetry, equals: sample.canRetry)
      try expect("the severity of \(sample.name) in the log", log.entries.map(\.severity), equals: [sample.severity])
    }
  }

  func expectSeveritiesInOrder() throws {
    let order: [ErrorSeverity] = [.info, .warning, .error, .critical]
    for (place, severity) in order.enumerated() {
      let higher = order.filter { isLessSevere(severity, $0) }
      try expect("what \(severity) is less severe than", higher, equals: order.suffix(3 - place))
    }
  }
}

func isEqual<Left: Equatable>(_ left: Left, _ right: any Equatable) -> Bool { right as? Left == left }
