/// The fields of one entry, while they are read.
struct EventFields {
  private var process: HistoryValue?
  private var type: HistoryValue?
  private var function: HistoryValue?
  private var value: HistoryValue = .null
  private var key: HistoryValue?
  private var error: HistoryValue?
  private var index: HistoryValue?
  private var time: HistoryValue?
  private var names: [String] = []

  /// Takes a field; those that no judge reads are dropped. False: it was there before.
  mutating func set(_ name: String, _ field: HistoryValue) -> Bool {
    switch name {
    case "process": return put(&process, field)
    case "type": return put(&type, field)
    case "f": return put(&function, field)
    case "key": return put(&key, field)
    case "error": return put(&error, field)
    case "index": return put(&index, field)
    case "time": return put(&time, field)
    case "value": value = field
    default: return true
    }
    if names.contains(name) { return false }
    names.append(name)
    return true
  }

  private func put(_ place: inout HistoryValue?, _ field: HistoryValue) -> Bool {
    defer { place = field }
    return place == nil
  }

  /// The entry.
  /// - Parameter failing: makes an error at the entry.
  func event(line: Int, failing: (_ what: String, _ hint: String) -> HistoryError) throws -> HistoryEvent {
    guard let type else {
      throw failing("an entry without a type", "each entry says invoke, ok, fail or info as its type")
    }
    guard let kind = type.word.flatMap(HistoryEvent.Kind.init(rawValue:)) else {
      throw failing("an entry of the type \(type)", "the types are invoke, ok, fail and info")
    }
    let process = try process(failing: failing)
    guard let name = function.map({ $0.isNull ? "" : $0.word ?? $0.description }) ?? "" as String? else {
      throw failing("an entry without a function", "the function is a name")
    }
    return HistoryEvent(
      process: process, kind, name, key.map { .list([$0, value]) } ?? value, error: error.flatMap { $0.isNull ? nil : $0 },
      index: try number(index, "index", failing), time: try number(time, "time", failing), line: line)
  }

  private func process(failing: (String, String) -> HistoryError) throws -> HistoryProcess {
    switch process {
    case .int(let number): return .number(number)
    case .name(let name), .text(let name): return .named(name)
    case nil, .null: return .unnamed
    case .some(let other): throw failing("the process \(other)", "a process is a whole number or a name")
    }
  }

  private func number(_ field: HistoryValue?, _ name: String, _ failing: (String, String) -> HistoryError) throws -> Int? {
    switch field {
    case .int(let number): return number
    case .double(let number) where name == "time" && number.magnitude < 9e18: return Int(number)
    case nil, .null: return nil
    case .some(let other): throw failing("the \(name) \(other)", "an \(name) is a whole number; it may be left out".replacingAn)
    }
  }
}

extension String {
  /// "an time" is "a time".
  fileprivate var replacingAn: String { hasPrefix("an time") ? "a" + dropFirst(2) : self }
}
