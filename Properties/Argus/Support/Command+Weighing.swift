import PropertyTesting

extension Command {
  /// The same, drawn so often.
  func weighing(_ weight: Int) -> Command {
    var copy = self
    copy.weight = weight
    return copy
  }
}
