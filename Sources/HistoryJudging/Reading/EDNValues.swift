/// EDN (github.com/edn-format/edn), with what Clojure's printer adds: tagged values are read as the values, metadata is skipped.
extension ByteCursor {
  /// White space, commas, comments and discarded forms.
  mutating func skipEDNSpace(depth: Int = 0) throws {
    while true {
      skipWhitespace(commas: true)
      if peek == UInt8(ascii: ";") {
        skipLine()
      } else if peek == UInt8(ascii: "#"), next == UInt8(ascii: "_") {
        advance(2)
        try expectDepth(depth)
        _ = try ednValue(depth: depth + 1)
      } else {
        return
      }
    }
  }

  mutating func ednValue(depth: Int = 0) throws -> HistoryValue {
    try skipEDNSpace(depth: depth)
    try expectDepth(depth)
    guard let byte = peek else { throw error("a value is missing at the end of the file", hint: "the file may be cut off") }
    switch byte {
    case UInt8(ascii: "["): return .list(try ednElements(until: UInt8(ascii: "]"), "a vector", depth))
    case UInt8(ascii: "("): return .list(try ednElements(until: UInt8(ascii: ")"), "a list", depth))
    case UInt8(ascii: "{"): return .map(try ednMap(depth))
    case UInt8(ascii: "\""): return .text(try ednString())
    case UInt8(ascii: ":"):
      advance()
      if peek == UInt8(ascii: ":") { advance() }
      return .name(try ednToken())
    case UInt8(ascii: "#"): return try ednDispatch(depth)
    case UInt8(ascii: "\\"): return .text(try ednCharacter())
    case UInt8(ascii: "^"):
      advance()
      _ = try ednValue(depth: depth + 1)
      return try ednValue(depth: depth + 1)
    case UInt8(ascii: "'"):
      advance()
      return try ednValue(depth: depth + 1)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try ednNumber()
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      if let next, next >= 0x30, next <= 0x39 { return try ednNumber() }
      return .name(try ednToken())
    default:
      let token = try ednToken()
      switch token {
      case "nil": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      default: return .name(token)
      }
    }
  }

  private mutating func ednElements(until end: UInt8, _ what: String, _ depth: Int) throws -> [HistoryValue] {
    let start = position
    advance()
    var elements: [HistoryValue] = []
    while true {
      try skipEDNSpace(depth: depth)
      guard let byte = peek else { throw endedInside(what, from: start) }
      if byte == end {
        advance()
        return elements
      }
      elements.append(try ednValue(depth: depth + 1))
    }
  }

  private mutating func ednMap(_ depth: Int) throws -> [HistoryValue: HistoryValue] {
    let start = position
    let elements = try ednElements(until: UInt8(ascii: "}"), "a map", depth)
    guard elements.count % 2 == 0 else {
      position = start
      throw error("a map with a key and no value", hint: "a map has a value for each key")
    }
    var map: [HistoryValue: HistoryValue] = [:]
    for index in stride(from: 0, to: elements.count, by: 2) {
      if map.updateValue(elements[index + 1], forKey: elements[index]) != nil {
        position = start
        throw error("a map with the key \(elements[index]) twice", hint: "a map has each key once")
      }
    }
    return map
  }

  private mutating func ednDispatch(_ depth: Int) throws -> HistoryValue {
    switch next {
    case UInt8(ascii: "{"):
      advance()
      return .set(Set(try ednElements(until: UInt8(ascii: "}"), "a set", depth)))
    case UInt8(ascii: "#"):
      advance(2)
      switch try ednToken() {
      case "Inf": return .double(.infinity)
      case "-Inf": return .double(-.infinity)
      default: return .name("NaN")
      }
    case UInt8(ascii: "\""):
      advance()
      return .text(try ednString())
    default:
      // A tag, such as #jepsen.history.Op{…} or #inst "…", or a map's namespace.
      advance()
      if peek == UInt8(ascii: ":") { advance() }
      _ = try ednToken()
      return try ednValue(depth: depth + 1)
    }
  }

  /// A symbol, or a keyword without its colon.
  mutating func ednToken() throws -> String {
    let start = position
    while let byte = peek, !Self.endsToken(byte) { position += 1 }
    guard position > start else {
      throw error("\(here) where a value should stand", hint: "an entry is a map such as {:process 0, :type :invoke, :f :read, :value nil}")
    }
    return try text(start..<position)
  }

  private static func endsToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "^"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  private mutating func ednNumber() throws -> HistoryValue {
    let start = position
    if let small = smallInteger() { return .int(small) }
    position = start
    let token = try ednToken()
    // 12N is a big integer and 1.5M a decimal.
    if let number = Int(token) { return .int(number) }
    if let last = token.last, last == "N" {
      let digits = String(token.dropLast())
      if let number = Int(digits) { return .int(number) }
      if Self.areDigits(digits) { return .text(digits) }
    }
    if let number = Double(token.last == "M" ? String(token.dropLast()) : token) { return .double(number) }
    let parts = token.split(separator: "/")
    if parts.count == 2, Int(parts[0]) != nil, Int(parts[1]) != nil { return .text(token) }
    position = start
    throw error("\(token.prefix(40)) is no number", hint: "a number is written as 12, -3 or 1.5")
  }

  /// The usual number: up to 18 digits, and nothing behind them. Nil: something else, and the position is anywhere.
  mutating func smallInteger() -> Int? {
    var isNegative = false
    if peek == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    } else if peek == UInt8(ascii: "+") {
      position += 1
    }
    let first = position
    var number = 0
    while let byte = peek, byte >= 0x30, byte <= 0x39, position - first < 18 {
      number = number * 10 + Int(byte - 0x30)
      position += 1
    }
    guard position > first, peek.map(Self.endsToken) ?? true else { return nil }
    return isNegative ? -number : number
  }

  private mutating func ednCharacter() throws -> String {
    advance()
    let start = position
    if peek != nil { position += 1 }
    while let byte = peek, !Self.endsToken(byte) { position += 1 }
    let token = try text(start..<position)
    switch token {
    case "newline": return "\n"
    case "space": return " "
    case "tab": return "\t"
    case "return": return "\r"
    default: return token
    }
  }

  private mutating func ednString() throws -> String {
    try quotedText(escapes: [
      UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r", UInt8(ascii: "\\"): "\\", UInt8(ascii: "\""): "\"",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "/"): "/", UInt8(ascii: "'"): "'", UInt8(ascii: "0"): "\0",
    ])
  }
}
