/// Numbers for the values of a history: objects compare and hash numbers, whatever clients wrote.
///
/// A class, so that all calls of one judgement share it; it is filled before the search begins.
final class ValueNumbers {
  private var numbers: [HistoryValue: Int] = [:]
  private(set) var values: [HistoryValue] = []
  /// How many permits a semaphore has, if the history says it.
  var permits = 1

  /// The value's number.
  func number(of value: HistoryValue) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }

  /// What tells the value of a number.
  var names: @Sendable (Int) -> String {
    let values = values
    return { values.indices.contains($0) ? "\(values[$0])" : "\($0)" }
  }
}
