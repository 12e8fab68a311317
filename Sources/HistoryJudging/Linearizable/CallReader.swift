/// One call of a history, while a model reads it. The key, if the history has keys, is taken off its values.
struct CallReader {
  let file: String
  let operation: HistoryOperation
  let argument: HistoryValue
  /// ``HistoryValue/null`` unless the call ended `ok`.
  let result: HistoryValue
  let numbers: ValueNumbers

  var function: String { operation.function }
  var isOK: Bool { operation.outcome == .ok }
  var isFailed: Bool { operation.outcome == .fail }

  /// What the call did: its result, or what was asked for if it has none.
  var value: HistoryValue { isOK && !result.isNull ? result : argument }

  func number(_ value: HistoryValue) -> Int { numbers.number(of: value) }

  /// The number of the process that called.
  var process: Int { numbers.number(of: .text("process \(operation.process)")) }

  func error(_ what: String, hint: String) -> HistoryError {
    HistoryError(file: file, line: isOK ? operation.completionLine : operation.line, what: what, hint: hint)
  }

  func unknownFunction(_ known: String) -> HistoryError {
    HistoryError(
      file: file, line: operation.line, what: function.isEmpty ? "a call without a function" : "the function \(function)",
      hint: "the functions of this model are \(known)")
  }

  /// Two values, as a compare-and-set has them.
  func pair(_ value: HistoryValue) throws -> (HistoryValue, HistoryValue) {
    guard let elements = value.elements, elements.count == 2 else {
      throw error("\(function) of \(value)", hint: "its value is a list of two: [old new]")
    }
    return (elements[0], elements[1])
  }

  /// A whole number.
  func integer(_ value: HistoryValue) throws -> Int {
    guard let number = value.int else { throw error("\(function) with \(value)", hint: "its value is a whole number") }
    return number
  }
}
