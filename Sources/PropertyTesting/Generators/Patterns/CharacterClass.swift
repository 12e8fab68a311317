/// Characters of a pattern, the simplest first.
struct CharacterClass: Sendable {
  /// In the order of ``ScalarOrder``.
  let ascii: [Unicode.Scalar]
  /// Beyond ASCII: apart, in ascending order.
  let others: [ClosedRange<UInt32>]
  private let otherCount: UInt64

  init(ascii: [Unicode.Scalar], others: [ClosedRange<UInt32>]) {
    self.ascii = ascii.sorted { ScalarOrder.index(of: $0) < ScalarOrder.index(of: $1) }
    self.others = others
    otherCount = others.reduce(0) { $0 + UInt64($1.count) }
  }

  var isEmpty: Bool { ascii.isEmpty && others.isEmpty }

  func draw(from source: inout Source) -> Unicode.Scalar {
    let count = UInt64(ascii.count) + otherCount
    let proposed: UInt64
    if source.mode == .simplest, source.staysSimplest() {
      proposed = 0
    } else if !ascii.isEmpty, !others.isEmpty, source.nextWord() & 3 != 0 {
      // Ranges beyond ASCII have so many more that nothing else would be drawn.
      proposed = source.uniform(upTo: UInt64(ascii.count - 1))
    } else {
      proposed = source.uniform(upTo: count - 1)
    }
    let index =
      source.tape == nil ? proposed : source.resolve(proposed, kind: .character, lower: 0, upper: count - 1, target: 0)
    return scalar(at: index)
  }

  private func scalar(at index: UInt64) -> Unicode.Scalar {
    guard index >= UInt64(ascii.count) else { return ascii[Int(truncatingIfNeeded: index)] }
    var left = index - UInt64(ascii.count)
    for range in others {
      if left < UInt64(range.count) { return Unicode.Scalar(range.lowerBound + UInt32(left)) ?? "\u{FFFD}" }
      left -= UInt64(range.count)
    }
    return "\u{FFFD}"
  }
}

/// Which scalars a class of a pattern has: some ranges, and whatever has some properties.
struct CharacterRule: Sendable {
  typealias Property = @Sendable (Unicode.Scalar) -> Bool

  private var ranges: [ClosedRange<UInt32>] = []
  private var properties: [Property] = []
  /// What the class has, too, and nobody means: `\d` are the digits of all scripts, and those of ASCII are drawn.
  private var more: [Property] = []
  var isNegated = false

  mutating func add(_ range: ClosedRange<UInt32>) { ranges.append(range) }

  mutating func add(_ rule: CharacterRule) {
    if rule.isNegated { return properties.append { rule.contains($0) } }
    ranges += rule.ranges
    properties += rule.properties
    more += rule.more
  }

  init(_ ranges: ClosedRange<UInt32>..., more: Property? = nil) {
    self.ranges = ranges
    self.more = more.map { [$0] } ?? []
  }

  init(_ property: @escaping Property) {
    properties = [property]
  }

  var negated: CharacterRule {
    var copy = self
    copy.isNegated.toggle()
    return copy
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isIn = ranges.contains { $0.contains(scalar.value) } || (properties + more).contains { $0(scalar) }
    return isIn != isNegated
  }

  /// What of it is drawn. All of the ranges; of properties and of what is negated, ASCII and what joins no character before it: a mark
  /// would make another character of the one before, which the pattern may not match.
  var drawn: CharacterClass {
    let ascii = (UInt32(0)..<128).compactMap(Unicode.Scalar.init).filter { scalar in
      (isNegated ? contains(scalar) : isListed(scalar) || properties.contains { $0(scalar) })
        && (isListed(scalar) || (scalar.value >= 0x20 && scalar.value != 0x7F) || scalar == "\n" || scalar == "\t")
    }
    if !isNegated, properties.isEmpty { return CharacterClass(ascii: ascii, others: Self.united(ranges)) }
    let pool = Self.pool.flatMap { range in
      range.compactMap(Unicode.Scalar.init).filter { scalar in isNegated ? contains(scalar) : properties.contains { $0(scalar) } }
    }
    let listed = isNegated ? [] : ranges
    return CharacterClass(ascii: ascii, others: Self.united(listed + pool.map { $0.value...$0.value }))
  }

  private func isListed(_ scalar: Unicode.Scalar) -> Bool { !isNegated && ranges.contains { $0.contains(scalar.value) } }

  /// Latin, Greek, Cyrillic, Hebrew, Arabic and Indian digits, kana, Chinese, symbols and emoji that stand alone.
  private static let pool: [ClosedRange<UInt32>] = [
    0xA1...0xAC, 0xAE...0x17F, 0x386...0x3CE, 0x400...0x45F, 0x5D0...0x5EA, 0x660...0x669, 0x966...0x96F, 0x2010...0x2027, 0x2030...0x205E,
    0x20A0...0x20BF, 0x2150...0x218B, 0x2200...0x22FF, 0x3001...0x3020, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x4FFF, 0x1F300...0x1F3F0,
  ]

  /// Beyond ASCII, without surrogates, sorted, each scalar once.
  private static func united(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      for part in [range.clamped(to: 0x80...0xD7FF), range.clamped(to: 0xE000...0x10_FFFF)] where range.overlaps(part) && part.upperBound >= 0x80 {
        guard range.contains(part.lowerBound) else { continue }
        if let last = result.last, part.lowerBound <= last.upperBound &+ 1, last.upperBound != 0xD7FF {
          result[result.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
        } else if let last = result.last, part.lowerBound <= last.upperBound {
          continue
        } else {
          result.append(part)
        }
      }
    }
    return result
  }
}

extension CharacterRule {
  static let digits = CharacterRule(0x30...0x39) { $0.properties.numericType != nil }
  static let words = CharacterRule(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A) { scalar in
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil || properties.generalCategory == .connectorPunctuation
      || properties.isGraphemeExtend || properties.isJoinControl
  }
  static let spaces = CharacterRule(0x20...0x20, 0x09...0x0A) { $0.properties.isWhitespace }
  static let blanks = CharacterRule(0x20...0x20, 0x09...0x09) { $0.properties.generalCategory == .spaceSeparator }
  /// Everything but line ends.
  static let anything = CharacterRule { ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) }.negated

  /// The class of POSIX with this name.
  static func posix(_ name: String) -> CharacterRule? {
    switch name {
    case "alpha": CharacterRule(0x41...0x5A, 0x61...0x7A)
    case "digit": .digits
    case "alnum": CharacterRule(0x30...0x39, 0x41...0x5A, 0x61...0x7A)
    case "upper": CharacterRule(0x41...0x5A)
    case "lower": CharacterRule(0x61...0x7A)
    case "space": .spaces
    case "blank": .blanks
    case "punct": CharacterRule(0x21...0x23, 0x25...0x2A, 0x2C...0x2F, 0x3A...0x3B, 0x3F...0x40, 0x5B...0x5D, 0x5F...0x5F, 0x7B...0x7B, 0x7D...0x7D)
    case "xdigit": CharacterRule(0x30...0x39, 0x41...0x46, 0x61...0x66)
    case "word": .words
    default: nil
    }
  }

  /// The general category with this name: "L", "Lu", "Letter".
  static func category(_ name: String) -> CharacterRule? {
    let long = ["letter": "L", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "number": "N", "decimalnumber": "Nd", "punctuation": "P", "symbol": "S", "separator": "Z"]
    let short = long[name.lowercased().filter { $0 != "_" && $0 != " " }] ?? name
    if ["alphabetic", "alpha"].contains(name.lowercased()) { return CharacterRule { $0.properties.isAlphabetic } }
    guard categories.values.contains(where: { $0.hasPrefix(short) }), !short.isEmpty else { return nil }
    return CharacterRule { scalar in categories[scalar.properties.generalCategory]?.hasPrefix(short) ?? false }
  }

  private static let categories: [Unicode.GeneralCategory: String] = [
    .uppercaseLetter: "Lu", .lowercaseLetter: "Ll", .titlecaseLetter: "Lt", .modifierLetter: "Lm", .otherLetter: "Lo", .decimalNumber: "Nd",
    .letterNumber: "Nl", .otherNumber: "No", .connectorPunctuation: "Pc", .dashPunctuation: "Pd", .openPunctuation: "Ps", .closePunctuation: "Pe",
    .initialPunctuation: "Pi", .finalPunctuation: "Pf", .otherPunctuation: "Po", .mathSymbol: "Sm", .currencySymbol: "Sc", .modifierSymbol: "Sk",
    .otherSymbol: "So", .spaceSeparator: "Zs",
  ]
}
