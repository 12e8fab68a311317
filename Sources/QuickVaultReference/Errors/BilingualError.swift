/// An error with a message for the user in both languages of the app. Each message says what is wrong and what to do
/// about it.
public protocol BilingualError: Error, Sendable {
  /// The message in Chinese.
  var chinese: String { get }
  /// The message in English.
  var english: String { get }
}

extension BilingualError {
  /// The message in one of the two languages.
  public func message(in language: CardTemplate.Language) -> String { language == .chinese ? chinese : english }
}
