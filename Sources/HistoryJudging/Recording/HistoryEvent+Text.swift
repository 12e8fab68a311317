extension HistoryEvent {
  /// The entry as an object of JSON, on one line. Names of EDN become strings, and so do keys of maps that are none.
  public var json: String {
    var fields = ["\"process\": \(process.json)", "\"type\": \"\(kind.rawValue)\""]
    if !function.isEmpty { fields.append("\"f\": \(HistoryValue.text(function).json)") }
    fields.append("\"value\": \(value.json)")
    if let error { fields.append("\"error\": \(error.json)") }
    if let index { fields.append("\"index\": \(index)") }
    if let time { fields.append("\"time\": \(time)") }
    return "{" + fields.joined(separator: ", ") + "}"
  }

  /// The entry as a map of EDN, on one line, as Jepsen writes it.
  public var edn: String {
    var fields = [":process \(process.edn)", ":type :\(kind.rawValue)"]
    if !function.isEmpty { fields.append(":f \(Self.isToken(function) ? ":" + function : HistoryValue.text(function).description)") }
    fields.append(":value \(value)")
    if let error { fields.append(":error \(error)") }
    if let time { fields.append(":time \(time)") }
    return "{" + fields.joined(separator: ", ") + "}"
  }

  fileprivate static func isToken(_ name: String) -> Bool { name.allSatisfy { $0.isLetter || $0.isNumber || "-_+*!?./<>=".contains($0) } }
}

extension HistoryProcess {
  fileprivate var json: String {
    switch self {
    case .number(let number): "\(number)"
    case .named(let name): HistoryValue.text(name).json
    }
  }

  fileprivate var edn: String {
    switch self {
    case .number(let number): "\(number)"
    case .named(let name): HistoryEvent.isToken(name) ? ":" + name : HistoryValue.text(name).description
    }
  }
}

extension HistoryValue {
  /// The value in JSON. Sets become arrays, sorted by their text; numbers that JSON does not have become null.
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): number.isFinite ? "\(number)" : "null"
    case .text(let text), .name(let text): Self.quotedJSON(text)
    case .list(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
    case .set(let elements): "[" + elements.map(\.json).sorted().joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\(Self.quotedJSON($0.key.word ?? $0.key.description)): \($0.value.json)" }.sorted().joined(separator: ", ") + "}"
    }
  }

  private static func quotedJSON(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
