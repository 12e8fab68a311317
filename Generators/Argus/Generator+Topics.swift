import PropertyTesting

extension Generator where Value == String {
  /// A topic's name, of few: so that articles share topics.
  public static let topicName = Generator.element(of: ["Climate", "Markets", "Science", "Sport"])
}
