import Foundation
import PropertyTesting
import QuickVaultReference

/// The values that errors are made of.
public struct MessageDetails: Sendable, CounterexampleDescribable {
  /// The size of a file, in bytes.
  public var size: Int64
  /// The largest size that a file may have, in bytes.
  public var limit: Int64
  /// The least length of a password, in characters.
  public var length: Int
  /// The time before passwords are accepted again, in milliseconds.
  public var delayMilliseconds: Int
  /// The label of a field.
  public var label: String
  /// The name of a type or a group that does not exist.
  public var name: String
  /// Text for the log, which no message may show.
  public var log: String

  /// One value of the details.
  public enum Part: CaseIterable, Sendable { case size, limit, length, delay, label, name, log }

  /// These details, with one value of the others in place of their own.
  public func taking(_ part: Part, from other: MessageDetails) -> MessageDetails {
    var details = self
    switch part {
    case .size: details.size = other.size
    case .limit: details.limit = other.limit
    case .length: details.length = other.length
    case .delay: details.delayMilliseconds = other.delayMilliseconds
    case .label: details.label = other.label
    case .name: details.name = other.name
    case .log: details.log = other.log
    }
    return details
  }

  public var counterexampleDescription: String {
    """
    a file of \(size) bytes at a limit of \(limit), passwords of \(length), a delay of \(delayMilliseconds) ms, \
    the label \(describe(label)), the name \(describe(name)), the log's \(describe(log))
    """
  }

  /// Details without letters, so that all letters of a message are its own.
  public static let wordless = MessageDetails(
    size: 11, limit: 10, length: 8, delayMilliseconds: 29_001, label: "1", name: "2", log: "3")
}

/// One case of an error of the app, which can be made from any details.
public struct MessageSample: Sendable {
  /// The error's type and case, such as "AttachmentError.fileTooLarge".
  public let name: String
  /// Makes the error from the details that its case has.
  public let make: @Sendable (MessageDetails) -> AppError

  private init(_ name: String, _ make: @escaping @Sendable (MessageDetails) -> AppError) {
    (self.name, self.make) = (name, make)
  }

  /// One sample for each case of each error of the app.
  public static let all = authentication + cards + attachments + watermarks + validation + [
    MessageSample("AppError.database") { .database($0.log) }
  ]

  private static let authentication = [
    MessageSample("AuthenticationError.invalidPassword") { _ in .authentication(.invalidPassword) },
    MessageSample("AuthenticationError.passwordTooShort") { .authentication(.passwordTooShort(min: $0.length)) },
    MessageSample("AuthenticationError.rateLimited") {
      .authentication(.rateLimited(retryAfter: .milliseconds($0.delayMilliseconds)))
    },
    MessageSample("AuthenticationError.biometricFailed") { _ in .authentication(.biometricFailed) },
    MessageSample("AuthenticationError.biometricUnavailable") { _ in .authentication(.biometricUnavailable) },
    MessageSample("AuthenticationError.notConfigured") { _ in .authentication(.notConfigured) },
    MessageSample("AuthenticationError.alreadyConfigured") { _ in .authentication(.alreadyConfigured) },
    MessageSample("AuthenticationError.locked") { _ in .authentication(.locked) },
  ]

  private static let cards = [
    MessageSample("CardServiceError.notFound") { _ in .card(.notFound) },
    MessageSample("CardServiceError.locked") { _ in .card(.locked) },
  ]

  private static let attachments = [
    MessageSample("AttachmentError.fileTooLarge") { .attachment(.fileTooLarge(size: $0.size, max: $0.limit)) },
    MessageSample("AttachmentError.cardNotFound") { _ in .attachment(.cardNotFound) },
    MessageSample("AttachmentError.notFound") { _ in .attachment(.notFound) },
    MessageSample("AttachmentError.corrupted") { _ in .attachment(.corrupted) },
  ]

  private static let watermarks = [
    MessageSample("WatermarkError.imageTooSmall") { _ in .watermark(.imageTooSmall) },
    MessageSample("WatermarkError.unsupportedImage") { _ in .watermark(.unsupportedImage) },
    MessageSample("WatermarkError.emptyText") { _ in .watermark(.emptyText) },
    MessageSample("WatermarkError.unreadableStyle") { _ in .watermark(.unreadableStyle) },
    MessageSample("WatermarkError.fontUnavailable") { .watermark(.fontUnavailable($0.log)) },
  ]

  private static let validation = [
    MessageSample("ValidationError.emptyTitle") { _ in .validation(.emptyTitle) },
    MessageSample("ValidationError.requiredFieldEmpty") { .validation(.requiredFieldEmpty(label: $0.label)) },
    MessageSample("ValidationError.invalidPhone") { _ in .validation(.invalidPhone) },
    MessageSample("ValidationError.invalidTaxID") { _ in .validation(.invalidTaxID) },
    MessageSample("ValidationError.unknownCardType") { .validation(.unknownCardType($0.name)) },
    MessageSample("ValidationError.unknownGroup") { .validation(.unknownGroup($0.name)) },
  ]
}

extension Generator where Value == MessageDetails {
  /// Details with small and large numbers, delays close to a whole second, and names close to valid ones.
  public static let messageDetails = Generator { source in
    let numbers = Generator<Int>.frequency(
      (3, .int(in: 0...40)), (1, .element(of: [10_485_760, 10_485_761, 10_000_000, .max]))
    ).map { Int64($0) }
    let texts = Generator<String>.frequency((3, .contentfulText), (1, .element(of: ["", "电话", "a“b”c", "null"])))
    return MessageDetails(
      size: try source(numbers), limit: try source(numbers), length: try source(.int(in: 1...20)),
      delayMilliseconds: try source(.frequency((2, .element(of: [1, 999, 1_000, 1_001, 29_999, 30_000])), (1, .int(in: 1...90_000)))),
      label: try source(texts),
      name: try source(.frequency((2, .element(of: ["personal", "Personal ", "Invoices", ""])), (2, texts))),
      log: try source(.marker))
  }
}
