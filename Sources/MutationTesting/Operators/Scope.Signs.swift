import SwiftLexing

/// Changes of operators, literals and names: one token for another.
extension Scope {
  func exchanged(_ others: [String: [String]]) -> [Edit] {
    unit.tokens.flatMap { index -> [Edit] in
      guard code.kind(index) == .operatorSign, let others = others[code.text(index)], isOperation(index) else {
        return []
      }
      return others.map { replace(index, by: $0) }
    }
  }

  /// Between two operands, and no bracket of generics.
  private func isOperation(_ index: Int) -> Bool {
    if code.isInfix(index) { return true }
    guard code.isSign(index, "..<", "..."), code.isJoinedToLast(index), code.isJoinedToNext(index) else { return false }
    return !code.isSign(index - 1, "[", "(", ",") && !code.isSign(index + 1, "]", ")", ",")
  }

  func negationsDropped() -> [Edit] {
    unit.tokens.filter { code.isSign($0, "!") && code.isJoinedToNext($0) && !isPostfix($0) }.map {
      remove($0..<($0 + 1))
    }
  }

  private func isPostfix(_ index: Int) -> Bool {
    guard index > 0, code.isJoinedToLast(index) else { return false }
    return !code.isSign(index - 1, "(", "[", "{", ",") && code.kind(index - 1) != .stringHead
      && code.kind(index - 1) != .stringMiddle
  }

  /// `<` as `>`: the order turned around, beside the border.
  func comparisonsTurned() -> [Edit] { exchanged(["<": [">"], ">": ["<"]]) }

  func constantsChanged() -> [Edit] {
    unit.tokens.flatMap { index -> [Edit] in
      if code.isWord(index, "true", "false") {
        return [replace(index, by: code.text(index) == "true" ? "false" : "true")]
      }
      guard !code.isSign(index - 1, ".") || !code.isJoinedToLast(index), !isArgument(index, of: ["reserveCapacity"])
      else { return [] }
      let digits = code.text(index).replacing("_", with: "")
      switch code.kind(index) {
      case .integer:
        guard let number = Self.integer(digits) else { return [] }
        let isNegative = code.isSign(index - 1, "-") && !code.isInfix(index - 1)
        // One less than nothing is a sign more than many types bear.
        return [number + 1, number - 1].filter { $0 >= 0 || isNegative }.map {
          replace(index, by: $0 < 0 ? "(\($0))" : "\($0)")
        }
      case .float:
        guard let number = Double(digits) else { return [] }
        return [replace(index, by: "\(number + 1)"), replace(index, by: number == 0 ? "2.0" : "\(number / 2)")]
      default: return []
      }
    }
  }

  private static func integer(_ digits: String) -> Int? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      return Int(digits.dropFirst(2), radix: radix).flatMap { $0 < .max ? $0 : nil }
    }
    return Int(digits).flatMap { $0 < .max ? $0 : nil }
  }

  /// Of a member, or of `min` and `max` as functions.
  func renamed(_ others: [String: String]) -> [Edit] {
    unit.tokens.compactMap { index in
      guard code.kind(index) == .word, let other = others[code.text(index)] else { return nil }
      let isMember = code.isSign(index - 1, ".") || code.isSign(index - 1, "?.")
      let isFunction =
        code.isWord(index, "min", "max") && code.isSign(index + 1, "(") && !code.isWord(index - 1, "func")
      guard isMember || isFunction, !code.isSign(index + 1, ":") else { return nil }
      // `Int.max` as a limit is no end of a collection.
      if isMember, code.isWord(index, "min", "max"), !code.isSign(index + 1, "(", "{") { return nil }
      if code.text(index) == "allSatisfy", !code.isSign(index + 1, "{", "(") { return nil }
      return replace(index, by: other)
    }
  }

  func roundingsChanged() -> [Edit] {
    let modes: [String: [String]] = [
      "plain": ["bankers", "down"], "bankers": ["plain"], "up": ["down"], "down": ["up"],
      "toNearestOrEven": ["toNearestOrAwayFromZero"],
      "toNearestOrAwayFromZero": ["toNearestOrEven"], "towardZero": ["awayFromZero"], "awayFromZero": ["towardZero"],
    ]
    return unit.tokens.flatMap { index -> [Edit] in
      guard isImplicitMember(index), let others = modes[code.text(index)], package.siblings[code.text(index)] == nil
      else { return [] }
      return others.map { replace(index, by: $0) }
    }
  }

  func casesExchanged() -> [Edit] {
    unit.tokens.compactMap { index in
      // In a pattern the other case would be covered twice, and this one not at all.
      guard isImplicitMember(index), !isInPattern(index), !code.isSign(index + 1, "("),
        let other = package.siblings[code.text(index)]?.first
      else { return nil }
      return replace(index, by: other)
    }
  }

  /// `.name`, with nothing before the dot that it could be a member of.
  private func isImplicitMember(_ index: Int) -> Bool {
    guard code.kind(index) == .word, code.isSign(index - 1, "."), code.isJoinedToLast(index) else { return false }
    return !code.isJoinedToLast(index - 1) || code.isSign(index - 2, "(", "[", "{", "!", ",")
  }

  // MARK: Making edits

  func replace(_ index: Int, by text: String) -> Edit {
    Edit(bytes: code.tokens[index].range, replacement: text, token: index)
  }

  func replace(_ range: Range<Int>, by text: String) -> Edit {
    Edit(bytes: code.bytes(range), replacement: text, token: range.lowerBound)
  }

  func remove(_ range: Range<Int>) -> Edit { replace(range, by: "") }
}
