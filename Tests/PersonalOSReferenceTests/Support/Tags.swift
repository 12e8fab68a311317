import Testing

extension Tag {
  /// Pins a decision of ours where the requirements are silent or disagree: another decision changes this test
  /// and no property.
  @Tag static var decision: Self
}
