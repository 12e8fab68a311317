// Finds money in binary floating point, which silently loses digits, even in a literal (`let d: Decimal = 3.133`).

extension RuleReading {
  static let floatingTypes: Set<String> = [
    "Double", "Float", "CGFloat", "Float16", "Float32", "Float64", "Float80",
  ]
  private static let conversions: Set<String> = ["doubleValue", "floatValue"]

  private func isFloatingType(_ index: Int) -> Bool {
    self[index].map { [.word, .escapedWord].contains($0.kind) && Self.floatingTypes.contains($0.text) }
      ?? false
  }

  /// Finds every floating-point type, literal and conversion: for a file in a money place.
  mutating func readAllFloatingPoint() {
    for (index, token) in tokens.enumerated() {
      let isOne =
        token.kind == .float || isFloatingType(index) || token.isWord("NSNumber")
        || Self.conversions.contains { token.isWord($0) }
      if isOne { match(.doubleMoney, token.text, at: index) }
    }
  }

  /// Finds those floating-point types, literals and conversions that belong to a name for money: for all other files.
  mutating func readMoneyByName() {
    var enclosing = EnclosingTypes()
    for (index, token) in tokens.enumerated() {
      enclosing.read(token, at: index, self)
      let speaksOfMoney =
        switch token.kind {
        case .float: isMoneyLiteral(at: index) || isDeclaredMoney(at: index, in: enclosing)
        case .word, .escapedWord:
          isFloatingType(index)
            ? isMoneyConversion(at: index) || isDeclaredMoney(at: index, in: enclosing)
            : Self.conversions.contains(token.text) && isMemberOfMoney(at: index)
        default: false
        }
      if speaksOfMoney { match(.doubleMoney, token.text, at: index) }
    }
  }

  /// Whether the literal belongs to a name for money. The name stands before a label's colon or an operator, as in
  /// `price: 9.99` and `total *= 1.19`, or after an operator, as in `1.19 * total`.
  private func isMoneyLiteral(at index: Int) -> Bool {
    var place = index - 1
    if let sign = self[place], sign.isOperator("-") || sign.isOperator("+"), let before = self[place - 1],
      before.isPunctuation(":") || before.isPunctuation("(") || before.kind == .operatorSign
    {
      place -= 1
    }
    if let before = self[place], before.isPunctuation(":") || before.kind == .operatorSign,
      isMoneyName(place - 1)
    {
      return true
    }
    return self[index + 1]?.kind == .operatorSign
      && path(from: index + 2).map { MoneyNames.contains($0.last) } == true
  }

  /// Whether money is converted here: `Double(price)`, `Double(truncating: order.total)`.
  private func isMoneyConversion(at index: Int) -> Bool {
    guard self[index + 1]?.isPunctuation("(") == true else { return false }
    var next = index + 2
    if self[next + 1]?.isPunctuation(":") == true { next += 2 }
    return path(from: next).map { MoneyNames.contains($0.last) || MoneyNames.contains($0.first) } ?? false
  }

  /// Whether the conversion is a member of money: `price.doubleValue`, `NSDecimalNumber(decimal: price).doubleValue`.
  private func isMemberOfMoney(at index: Int) -> Bool {
    guard self[index - 1]?.isPunctuation(".") == true else { return false }
    if self[index - 2]?.isPunctuation(")") == true { return isMoneyName(index - 3) }
    return isMoneyName(index - 2)
  }

  /// Whether the token belongs to the type or the value of a declaration whose name stands for money. The search goes
  /// back over the tokens of the type to the name before the colon, the `=` or the arrow.
  private func isDeclaredMoney(at index: Int, in enclosing: EnclosingTypes) -> Bool {
    var place = index - 1
    var steps = 0
    while let token = self[place], steps < 24 {
      if token.isPunctuation(":"), let name = self[place - 1] {
        // The colon of a dictionary type stands inside brackets. The declaration's colon stands further back.
        if !isInBrackets(place) {
          return MoneyNames.contains(name.text) || isInMoneyType(name, enclosing)
        }
      } else if token.isOperator("=") {
        // If the declaration has a type, its name stands before the colon. A floating-point type ends the search,
        // because it is already a finding.
        guard let name = self[place - 1] else { return false }
        if MoneyNames.contains(name.text) { return true }
        if self[place - 2]?.isPunctuation(":") != true { return isInMoneyType(name, enclosing) }
      } else if token.isOperator("->") {
        return isMoneyFunction(endingAt: place - 1)
      } else if token.isPunctuation("("), self[place - 2]?.isKeyword("case") == true, isMoneyName(place - 1) {
        return true
      } else if token.isPunctuation("{") || token.isPunctuation("}") || token.isPunctuation(";") {
        return false
      } else if token.kind == .float || token.kind == .text || token.isKeyword("in") || isFloatingType(place)
      {
        return false
      }
      place -= 1
      steps += 1
    }
    return false
  }

  private func isInMoneyType(_ name: SourceToken, _ enclosing: EnclosingTypes) -> Bool {
    enclosing.isMoney && !MoneyNames.words(of: name.text).contains(where: MoneyNames.otherMeasures.contains)
  }

  private func isInBrackets(_ index: Int) -> Bool {
    var depth = 0
    var place = index - 1
    while let token = self[place], index - place < 24 {
      if token.isPunctuation("]") { depth += 1 }
      if token.isPunctuation("[") {
        if depth == 0 { return true }
        depth -= 1
      }
      if token.isPunctuation("(") || token.isPunctuation("{") || token.isPunctuation(",") { return false }
      place -= 1
    }
    return false
  }

  /// Whether the declaration is a function whose name stands for money, such as
  /// `func totalPrice<Item>(of item: Item) async throws(Failure) ->`.
  /// The search goes back to the name before the parameters.
  private func isMoneyFunction(endingAt index: Int) -> Bool {
    var place = index
    if let opening = openings[place], self[opening - 1]?.isKeyword("throws") == true { place = opening - 1 }
    while let token = self[place], token.isKeyword("throws") || token.isKeyword("async") { place -= 1 }
    guard let opening = openings[place] else { return false }
    place = opening - 1
    if self[place]?.isOperator(">") == true {
      var depth = 0
      for steps in 0..<24 {
        if self[place - steps]?.isOperator(">") == true { depth += 1 }
        if self[place - steps]?.isOperator("<") == true { depth -= 1 }
        if depth == 0 {
          place -= steps + 1
          break
        }
      }
    }
    return self[place - 1]?.isKeyword("func") == true && isMoneyName(place)
  }

  private func isMoneyName(_ index: Int) -> Bool {
    self[index].map { [.word, .escapedWord].contains($0.kind) && MoneyNames.contains($0.text) } ?? false
  }
}

/// Tracks the types around a token, innermost last.
private struct EnclosingTypes {
  /// Says for each open brace whether it opens a type that is money.
  private var braces: [Bool] = []
  private var opensMoney = false

  /// Whether the token is directly inside a type that is money.
  var isMoney: Bool { braces.last == true }

  mutating func read(_ token: SourceToken, at index: Int, _ reading: RuleReading) {
    if token.isPunctuation("{") {
      braces.append(opensMoney)
      opensMoney = false
    } else if token.isPunctuation("}") {
      _ = braces.popLast()
    } else if token.kind == .word, ["struct", "class", "enum", "actor", "extension"].contains(token.text),
      let name = reading.path(from: index + 1)
    {
      opensMoney = MoneyNames.isMoney(type: name.last)
    }
  }
}
