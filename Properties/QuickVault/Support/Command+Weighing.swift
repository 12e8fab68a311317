import PropertyTesting

extension Command {
  /// This command, chosen so often.
  func weighing(_ weight: Int) -> Command {
    var copy = self
    copy.weight = weight
    return copy
  }
}
