import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract

/// What the app says of errors, beside what is written down of them.
@MainActor
struct MessageDriver {
  private let details: MessageDetails
  private let app: VaultApp

  init(_ details: MessageDetails, _ app: VaultApp) {
    (self.details, self.app) = (details, app)
  }

  /// Each error says what it must, and something else than all others.
  func expectWordsOfEveryError() throws {
    for language in CardTemplate.Language.allCases {
      var owners: [String: (name: String, expected: ExpectedMessage)] = [:]
      for sample in MessageSample.all {
        let error = sample.make(details)
        let (message, expected) = (app.message(of: error, in: language), ExpectedMessage(of: error))
        try expect(
          "\(sample.name) says “\(message)”, without", message.firstMissing(of: expected.words(in: language)), equals: nil)
        try expect("“\(message)” is a sentence", Self.isSentence(message, in: language))
        for detail in expected.withheld + Self.technical(sample.name) {
          try expect("\(sample.name) shows “\(message)”, with \(detail)", !message.hasBytes(of: detail))
        }
        if let other = owners[message], other.expected != expected {
          try expect("what says “\(message)”", sample.name, equals: other.name)
        }
        owners[message] = (sample.name, expected)
      }
    }
  }

  /// If one value is another, the message is another if that value is for the user.
  func expectValuesTellApart(from others: MessageDetails, _ trial: Trial) throws {
    for sample in MessageSample.all {
      for part in MessageDetails.Part.allCases {
        let (error, other) = (sample.make(details), sample.make(details.taking(part, from: others)))
        let isSame = ExpectedMessage(of: error) == ExpectedMessage(of: other)
        trial.label("a value for the user is another", if: !isSame)
        trial.label("a value for the log is another", if: isSame && error != other)
        for language in CardTemplate.Language.allCases {
          let (message, otherMessage) = (app.message(of: error, in: language), app.message(of: other, in: language))
          try expect(
            "\(sample.name) says “\(otherMessage)” as well with another \(part)", message.isExactly(otherMessage),
            equals: isSame)
        }
      }
    }
  }

  /// Each message is in its language, but for the names that both have.
  func expectLanguages() throws {
    for sample in MessageSample.all {
      let error = sample.make(.wordless)
      let (english, chinese) = (app.message(of: error, in: .english), app.message(of: error, in: .chinese))
      try expect("“\(english)” is English", !english.unicodeScalars.contains(where: Self.isChinese))
      let words = chinese.split { !$0.isASCII || !$0.isLetter }.map(String.init)
      let names = ["PNG", "JPEG", "I", "O", "S", "V", "Z"] + CardGroup.allCases.map(\.rawValue) + CardType.allCases.map(\.rawValue)
      try expect("words of “\(chinese)” that are not Chinese", words.filter { !names.contains($0) }, equals: [])
    }
  }

  /// What parts of the app throw reads like the app's own error; what store, keychain and cipher throw says that the data is
  /// out of reach, and none of their words.
  func expectErrorsOfParts() throws {
    for sample in MessageSample.all {
      let error = sample.make(details)
      try expectMessage(of: error.part, equals: error)
    }
    let foreign: [any Error] = [
      StoreError.io(operation: details.log, path: details.log, reason: details.log), KeychainError.damaged(key: details.log),
      CryptographyError.libraryFailed(operation: details.log), UnreadableRecord(key: details.log, field: details.log),
      DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: details.log)),
    ]
    for error in foreign {
      try expectMessage(of: error, equals: .database(""))
      // The log has all words but those of a decoder, which quotes the stored value.
      guard case .database(let log) = AppError(error) else { continue }
      try expect("the log has a reason for \(error)", !log.isEmpty)
      try expect("whether the log has the words of \(error)", log.hasBytes(of: details.log), equals: !(error is DecodingError))
    }
  }

  private func expectMessage(of error: any Error, equals appError: AppError) throws {
    for language in CardTemplate.Language.allCases {
      try expect(
        "the message of \(error)", app.message(of: error, in: language), equals: app.message(of: appError, in: language))
    }
  }

  private static func isSentence(_ message: String, in language: CardTemplate.Language) -> Bool {
    switch language {
    case .english:
      message.unicodeScalars.first.map { $0.properties.isUppercase || $0 == "“" } == true && message.unicodeScalars.last == "."
    case .chinese: message.unicodeScalars.last == "。"
    }
  }

  private static func isChinese(_ scalar: Unicode.Scalar) -> Bool { (0x3000...0x9FFF).contains(scalar.value) }

  /// Names of the code that stand in no sentence.
  private static func technical(_ name: String) -> [String] {
    (name.split(separator: ".").map(String.init) + ["AppError"]).filter { $0.dropFirst().contains(where: \.isUppercase) }
  }
}

extension AppError {
  /// As the part that it comes from throws it.
  fileprivate var part: any Error {
    switch self {
    case .authentication(let error): error
    case .card(let error): error
    case .attachment(let error): error
    case .watermark(let error): error
    case .validation(let error): error
    case .database: self
    }
  }
}
