import PropertyTesting

extension Generator where Value == String {
  /// The name of a topic. There are only four, so that articles share topics.
  public static let topicName = Generator.element(of: ["Climate", "Markets", "Science", "Sport"])
}
