/// Reads a regular expression as far as texts can be drawn from it.
struct PatternParser {
  private let pattern: String
  private let scalars: [Unicode.Scalar]
  private var place = 0

  private init(_ pattern: String) {
    self.pattern = pattern
    scalars = Array(pattern.unicodeScalars)
  }

  static func parse(_ pattern: String) throws(PatternError) -> PatternNode {
    var parser = PatternParser(pattern)
    let node = try parser.alternatives(depth: 0)
    if parser.place < parser.scalars.count { throw parser.error("“)” without a “(” before it") }
    return node
  }

  private func error(_ reason: String, at place: Int? = nil) -> PatternError {
    PatternError(pattern: pattern, place: place ?? self.place, reason: reason)
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  /// Whether what is to be read begins with `text`, which is then passed over.
  private mutating func take(_ text: String) -> Bool {
    guard scalars[place...].starts(with: text.unicodeScalars) else { return false }
    place += text.unicodeScalars.count
    return true
  }

  private mutating func alternatives(depth: Int) throws(PatternError) -> PatternNode {
    if depth > 200 { throw error("more than 200 groups inside each other") }
    var nodes = [try sequence(depth: depth)]
    while take("|") { nodes.append(try sequence(depth: depth)) }
    return nodes.count == 1 ? nodes[0] : .oneOf(nodes)
  }

  private mutating func sequence(depth: Int) throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      if try passAnchor(isFirst: nodes.isEmpty) { continue }
      let start = place
      let node = try atom(depth: depth)
      nodes.append(try quantified(node, from: start))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  /// Passes over an anchor that changes nothing of a whole match.
  private mutating func passAnchor(isFirst: Bool) throws(PatternError) -> Bool {
    let start = place
    for text in ["^", "\\A"] where take(text) {
      if isFirst { return true }
      throw error("\(text) after the beginning: no text matches", at: start)
    }
    for text in ["$", "\\z", "\\Z"] where take(text) {
      if next == nil || next == "|" || next == ")" { return true }
      throw error("\(text) before the end: no text matches", at: start)
    }
    return false
  }

  private mutating func quantified(_ node: PatternNode, from start: Int) throws(PatternError) -> PatternNode {
    var node = node
    while let bounds = try quantifier() {
      _ = take("?") || take("+")
      node = .repeated(node, count: bounds)
    }
    return node
  }

  private mutating func quantifier() throws(PatternError) -> ClosedRange<Int>? {
    if take("?") { return 0...1 }
    if take("*") { return 0...20 }
    if take("+") { return 1...20 }
    guard next == "{" else { return nil }
    let start = place
    place += 1
    let least = number()
    let isOpen = take(",")
    let most = isOpen ? number() : least
    guard take("}"), least != nil || most != nil else { throw error("“{” without counts: write {2}, {2,} or {2,5}, or \\{", at: start) }
    let lower = least ?? 0
    let upper = isOpen ? most ?? lower + 20 : lower
    if max(lower, upper) > 10_000 { throw error("more than 10,000 repeats", at: start) }
    if upper < lower { throw error("the counts \(lower) to \(upper) are in the wrong order", at: start) }
    return lower...upper
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar), digits.count < 9 {
      digits.unicodeScalars.append(scalar)
      place += 1
    }
    return Int(digits)
  }

  private mutating func atom(depth: Int) throws(PatternError) -> PatternNode {
    let start = place
    guard let scalar = next else { return .sequence([]) }
    switch scalar {
    case "(": return try group(depth: depth)
    case "[": return .characters(try drawn(characterClass(depth: 0), from: start))
    case "\\": return try escape()
    case ".":
      place += 1
      return .characters(CharacterRule.anything.drawn)
    case "*", "+", "?": throw error("“\(scalar)” without anything before it: write \\\(scalar) for the character")
    case "{": throw error("“{” without anything before it: write \\{ for the character")
    default:
      place += 1
      return Self.literal(scalar)
    }
  }

  private static func literal(_ scalar: Unicode.Scalar) -> PatternNode {
    .characters(CharacterRule(scalar.value...scalar.value).drawn)
  }

  private func drawn(_ rule: CharacterRule, from start: Int) throws(PatternError) -> CharacterClass {
    let drawn = rule.drawn
    if drawn.isEmpty { throw error("a class without a character that can be drawn", at: start) }
    return drawn
  }

  private mutating func group(depth: Int) throws(PatternError) -> PatternNode {
    let start = place
    place += 1
    if take("?") {
      let isNamed = take("P<") || (next == "<" && !scalars[place...].starts(with: "<=".unicodeScalars)
        && !scalars[place...].starts(with: "<!".unicodeScalars) && take("<"))
      if isNamed {
        while next != nil, next != ">" { place += 1 }
        guard take(">") else { throw error("a name of a group without “>”", at: start) }
      } else if !take(":"), !take(">") {
        let word = next.map { "(?\($0)" } ?? "(?"
        throw error("\(word): a lookaround, an option or a comment, which texts are not drawn for", at: start)
      }
    }
    let node = try alternatives(depth: depth + 1)
    guard take(")") else { throw error("“(” without a “)” after it", at: start) }
    return node
  }

  private mutating func escape() throws(PatternError) -> PatternNode {
    let start = place
    if let rule = try classEscape() { return .characters(try drawn(rule, from: start)) }
    if let scalar = scalars.indices.contains(place + 1) ? scalars[place + 1] : nil {
      if ("1"..."9").contains(scalar) || scalar == "k" { throw error("a back reference, which texts are not drawn for") }
      if "bBGKX".unicodeScalars.contains(scalar) { throw error("\\\(scalar), which depends on the text around it") }
      if scalar == "R" {
        place += 2
        return Self.literal("\n")
      }
    }
    return Self.literal(try scalarEscape())
  }

  /// A class that an escape names; nil if the escape is one character.
  private mutating func classEscape() throws(PatternError) -> CharacterRule? {
    let classes: [(String, CharacterRule)] = [
      ("\\d", .digits), ("\\D", .digits.negated), ("\\w", .words), ("\\W", .words.negated), ("\\s", .spaces), ("\\S", .spaces.negated), ("\\h", .blanks),
      ("\\H", .blanks.negated), ("\\N", .anything), ("\\v", CharacterRule(0x0A...0x0A)),
    ]
    for (text, rule) in classes where take(text) { return rule }
    let start = place
    let isNegated = scalars[place...].starts(with: "\\P".unicodeScalars)
    guard take("\\p") || take("\\P") else { return nil }
    var name = ""
    if take("{") {
      while let scalar = next, scalar != "}" {
        name.unicodeScalars.append(scalar)
        place += 1
      }
      guard take("}") else { throw error("\\p{ without “}”", at: start) }
    } else if let scalar = next {
      name.unicodeScalars.append(scalar)
      place += 1
    }
    let isOpposite = name.hasPrefix("^")
    guard let rule = CharacterRule.category(isOpposite ? String(name.dropFirst()) : name) else {
      throw error("\\p{\(name)} names no general category: these are L, Lu, Ll, N, Nd, P, S, Zs and so on", at: start)
    }
    return isNegated != isOpposite ? rule.negated : rule
  }

  /// One character that is written as an escape.
  private mutating func scalarEscape() throws(PatternError) -> Unicode.Scalar {
    let start = place
    place += 1
    guard let scalar = next else { throw error("a “\\” at the end", at: start) }
    place += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{C}"
    case "e": return "\u{1B}"
    case "a": return "\u{7}"
    case "0": return "\0"
    case "x", "u": return try codePoint(after: scalar, from: start)
    case _ where scalar.isASCII && scalar.properties.isAlphabetic: throw error("\\\(scalar) is no escape", at: start)
    default: return scalar
    }
  }

  private mutating func codePoint(after letter: Unicode.Scalar, from start: Int) throws(PatternError) -> Unicode.Scalar {
    var digits = ""
    let isBraced = take("{")
    let most = isBraced ? 8 : letter == "x" ? 2 : 4
    while let scalar = next, scalar.properties.isASCIIHexDigit, digits.count < most {
      digits.unicodeScalars.append(scalar)
      place += 1
    }
    guard !isBraced || take("}"), let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw error("\\\(letter) without the number of a character", at: start)
    }
    return scalar
  }

  private mutating func characterClass(depth: Int) throws(PatternError) -> CharacterRule {
    let start = place
    if depth > 50 { throw error("more than 50 classes inside each other") }
    place += 1
    var rule = CharacterRule()
    rule.isNegated = take("^")
    var isFirst = true
    while let scalar = next {
      defer { isFirst = false }
      if scalar == "]", !isFirst {
        place += 1
        return rule
      }
      if scalar == "[" {
        rule.add(try take("[:") ? posixClass(from: place - 2) : characterClass(depth: depth + 1))
        continue
      }
      if scalars[place...].starts(with: "&&".unicodeScalars) || scalars[place...].starts(with: "--".unicodeScalars) {
        throw error("an operation on classes, which texts are not drawn for")
      }
      if scalar == "\\", let escaped = try classEscape() {
        rule.add(escaped)
        continue
      }
      let first = try classScalar()
      guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]", scalars[place + 1] != "[" else {
        rule.add(first.value...first.value)
        continue
      }
      let dash = place
      place += 1
      let last = try classScalar()
      guard first.value <= last.value else { throw error("the range \(first)-\(last) is in the wrong order", at: dash - 1) }
      rule.add(first.value...last.value)
    }
    throw error("“[” without a “]” after it", at: start)
  }

  private mutating func classScalar() throws(PatternError) -> Unicode.Scalar {
    guard let scalar = next else { throw error("a class without its end") }
    if scalar == "\\" {
      if take("\\b") { return "\u{8}" }
      return try scalarEscape()
    }
    place += 1
    return scalar
  }

  private mutating func posixClass(from start: Int) throws(PatternError) -> CharacterRule {
    let isNegated = take("^")
    var name = ""
    while let scalar = next, scalar != ":" {
      name.unicodeScalars.append(scalar)
      place += 1
    }
    guard take(":]"), let rule = CharacterRule.posix(name) else { throw error("[:\(name):] is no class", at: start) }
    return isNegated ? rule.negated : rule
  }
}
