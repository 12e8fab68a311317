/// An error with words for the user in both languages of the app: each says what is wrong and what to do about it.
public protocol BilingualError: Error, Sendable {
  var chinese: String { get }
  var english: String { get }
}

extension BilingualError {
  public func message(in language: CardTemplate.Language) -> String { language == .chinese ? chinese : english }
}
