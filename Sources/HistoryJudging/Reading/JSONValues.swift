/// JSON (RFC 8259), strictly, but for a comma behind the last element.
extension ByteCursor {
  mutating func jsonValue(depth: Int = 0) throws -> HistoryValue {
    skipWhitespace()
    try expectDepth(depth)
    guard let byte = peek else { throw error("a value is missing at the end of the file", hint: "the file may be cut off") }
    switch byte {
    case UInt8(ascii: "["): return .list(try jsonElements(depth))
    case UInt8(ascii: "{"):
      let start = position
      var map: [HistoryValue: HistoryValue] = [:]
      var twice: String?
      try jsonObject(depth) { key, value in
        if map.updateValue(value, forKey: .text(key)) != nil { twice = twice ?? key }
      }
      if let twice {
        position = start
        throw error("an object with the key “\(twice)” twice", hint: "an object has each key once")
      }
      return .map(map)
    case UInt8(ascii: "\""): return .text(try jsonString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try jsonNumber()
    default: return try jsonWord()
    }
  }

  private mutating func jsonElements(_ depth: Int) throws -> [HistoryValue] {
    let start = position
    advance()
    var elements: [HistoryValue] = []
    while true {
      skipWhitespace()
      guard let byte = peek else { throw endedInside("an array", from: start) }
      if byte == UInt8(ascii: "]") {
        advance()
        return elements
      }
      if !elements.isEmpty { try expectComma("an array", from: start) }
      skipWhitespace()
      if peek == UInt8(ascii: "]") { continue }
      elements.append(try jsonValue(depth: depth + 1))
    }
  }

  /// The cursor stands at the brace. Gives each entry to `take`.
  mutating func jsonObject(_ depth: Int, take: (String, HistoryValue) throws -> Void) throws {
    let start = position
    advance()
    var isFirst = true
    while true {
      skipWhitespace()
      guard let byte = peek else { throw endedInside("an object", from: start) }
      if byte == UInt8(ascii: "}") {
        advance()
        return
      }
      if !isFirst { try expectComma("an object", from: start) }
      isFirst = false
      skipWhitespace()
      if peek == UInt8(ascii: "}") { continue }
      if isAtEnd { throw endedInside("an object", from: start) }
      guard peek == UInt8(ascii: "\"") else {
        throw error("\(here) where a key should stand", hint: "keys are strings: {\"type\": \"ok\"}")
      }
      let key = try jsonString()
      skipWhitespace()
      if isAtEnd { throw endedInside("an object", from: start) }
      guard peek == UInt8(ascii: ":") else {
        throw error("\(here) behind the key “\(key)”", hint: "a colon stands between key and value")
      }
      advance()
      try take(key, try jsonValue(depth: depth + 1))
    }
  }

  private mutating func expectComma(_ what: String, from start: Int) throws {
    if isAtEnd { throw endedInside(what, from: start) }
    guard peek == UInt8(ascii: ",") else {
      throw error("\(here) where a comma or the end of \(what) should stand", hint: "commas stand between the elements")
    }
    advance()
  }

  private mutating func jsonWord() throws -> HistoryValue {
    let start = position
    while let byte = peek, (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x41 && byte <= 0x5A) { position += 1 }
    switch try text(start..<position) {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      position = start
      throw error("\(here) where a value should stand", hint: "JSON has null, true, false, numbers, strings, arrays and objects")
    }
  }

  private mutating func jsonNumber() throws -> HistoryValue {
    let start = position
    if let small = smallInteger() { return .int(small) }
    position = start
    while let byte = peek, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
    let token = try text(start..<position)
    if let number = Int(token) { return .int(number) }
    if Self.areDigits(token) { return .text(token) }
    guard let number = Double(token) else {
      position = start
      throw error("\(token.prefix(40)) is no number", hint: "a number is written as 12, -3 or 1.5")
    }
    return .double(number)
  }

  /// Whether these are a whole number's digits, with a sign or without.
  static func areDigits(_ token: String) -> Bool {
    let digits = token.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private mutating func jsonString() throws -> String {
    try quotedText(escapes: [
      UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r", UInt8(ascii: "\\"): "\\", UInt8(ascii: "\""): "\"",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "/"): "/",
    ])
  }

  /// The cursor stands at a quotation mark.
  mutating func quotedText(escapes: [UInt8: String]) throws -> String {
    let start = position
    position += 1
    var piece = position
    var text = ""
    while let byte = peek {
      if byte == UInt8(ascii: "\"") {
        let end = position
        let rest = try self.text(piece..<end)
        position = end + 1
        return text.isEmpty ? rest : text + rest
      }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      text += try self.text(piece..<position)
      position += 1
      guard let escape = peek else { break }
      if escape == UInt8(ascii: "u") {
        position += 1
        text.unicodeScalars.append(try escapedScalar())
      } else if let character = escapes[escape] {
        position += 1
        text += character
      } else {
        throw error("\\\(here) in a string", hint: "escapes are \\n, \\t, \\r, \\\\, \\\" and \\u0041")
      }
      piece = position
    }
    throw endedInside("a string", from: start)
  }

  /// Behind `\u`: four digits, and a second four for what UTF-16 writes as two.
  private mutating func escapedScalar() throws -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, peek == UInt8(ascii: "\\"), next == UInt8(ascii: "u") {
      advance(2)
      let second = try hexadecimal()
      if second >= 0xDC00, second < 0xE000, let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) {
        return scalar
      }
    }
    throw error("half of a surrogate pair in a string", hint: "\\uD83D is followed by the other half, such as \\uDE00")
  }

  private mutating func hexadecimal() throws -> UInt32 {
    guard position + 4 <= bytes.count, let number = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw error("\\u without four hexadecimal digits", hint: "a character is written as \\u0041") }
    position += 4
    return number
  }
}
