/// Makes new cases from good ones, by changing choices. What comes of it is replayed, so that any change makes a
/// valid case.
struct Mutation {
  private var random: Source

  init(seed: UInt64) {
    random = Source(seed: seed, index: 0)
  }

  /// A number in `0..<count`.
  mutating func below(_ count: Int) -> Int {
    count < 2 ? 0 : Int(random.uniform(upTo: UInt64(count - 1)))
  }

  /// `tokens` with one to four changes.
  /// - Parameter operands: numbers that the code under test compares with.
  mutating func changed(_ tokens: [Token], operands: [UInt64]) -> [Token] {
    var tokens = tokens
    for _ in 0...(below(3) == 0 ? below(4) : 0) {
      if below(4) == 0, changeStructure(&tokens) { continue }
      let choices = tokens.indices.filter { tokens[$0].isData }
      guard !choices.isEmpty else { continue }
      let at = choices[below(choices.count)]
      if !operands.isEmpty, below(12) == 0 {
        spread(operands[below(operands.count)], over: choices.filter { $0 >= at }, of: &tokens)
      } else if case .choice(let choice) = tokens[at] {
        let other = tokens[choices[below(choices.count)]]
        tokens[at] = .choice(changed(choice, other, operands))
      }
    }
    return tokens
  }

  private mutating func changed(_ choice: Choice, _ other: Token, _ operands: [UInt64]) -> Choice {
    if choice.kind == .double { return choice.with(value: changed(Double(bitPattern: choice.value)).bitPattern) }
    let step = below(2) == 0 ? UInt64(1 + below(16)) : 1 << UInt64(below(64))
    let value: UInt64
    // Of few values any may be the one.
    let isSmall = choice.upper - choice.lower < 256
    switch !operands.isEmpty && below(3) == 0 ? 8 : isSmall && below(3) == 0 ? 5 : below(11) {
    case 0: value = below(2) == 0 ? choice.lower : choice.upper
    case 1, 2: value = choice.value - min(step, choice.value - choice.lower)
    case 3, 4: value = choice.value + min(step, choice.upper - choice.value)
    case 5: value = choice.lower + random.uniform(upTo: choice.upper - choice.lower)
    case 6, 10:
      if case .choice(let other) = other { value = other.value } else { value = choice.target }
    case 7: value = choice.value ^ (1 << UInt64(below(64)))
    case 8 where !operands.isEmpty, 9 where !operands.isEmpty:
      value = choice.reading(operands[below(operands.count)], &self)
    default: value = choice.target
    }
    return choice.with(value: min(max(value, choice.lower), choice.upper))
  }

  private mutating func changed(_ value: Double) -> Double {
    switch below(8) {
    case 0: value.nextUp
    case 1: value.nextDown
    case 2: value * 2
    case 3: value / 2
    case 4: -value
    case 5: value + Double(1 << below(40))
    case 6: value - Double(1 << below(40))
    default: Double(bitPattern: value.bitPattern ^ (1 << UInt64(below(63))))
    }
  }

  /// Writes the bytes of a number into choices that follow each other: what code puts together from bytes.
  private mutating func spread(_ operand: UInt64, over choices: [Int], of tokens: inout [Token]) {
    let width = [2, 4, 8][below(3)]
    let isBigEndian = below(2) == 0
    for (place, index) in choices.prefix(width).enumerated() {
      guard case .choice(let choice) = tokens[index], choice.kind != .double, choice.kind != .count else { continue }
      let byte = UInt64(UInt8(truncatingIfNeeded: operand >> UInt64(8 * (isBigEndian ? width - 1 - place : place))))
      let value = choice.reading(byte, &self)
      tokens[index] = .choice(choice.with(value: min(max(value, choice.lower), choice.upper)))
    }
  }

  /// Doubles, deletes, moves or lengthens a part of a collection. False where there is none.
  private mutating func changeStructure(_ tokens: inout [Token]) -> Bool {
    let counts = tokens.indices.filter {
      if case .choice(let choice) = tokens[$0] { choice.kind == .count } else { false }
    }
    guard !counts.isEmpty else { return false }
    let count = counts[below(counts.count)]
    guard case .choice(let choice) = tokens[count] else { return false }
    let elements = elements(in: tokens, after: count)
    let grown = choice.with(value: choice.value + min(1, choice.upper - choice.value))
    guard !elements.isEmpty else {
      tokens[count] = .choice(grown)
      return true
    }
    let (one, other) = (elements[below(elements.count)], elements[below(elements.count)])
    switch below(5) {
    case 0:
      tokens[count] = .choice(grown)
      var copy = Array(tokens[one])
      // A part that is just repeated seldom leads further.
      if let place = copy.indices.filter({ copy[$0].isData }).first, below(2) == 0,
        case .choice(let choice) = copy[place]
      {
        copy[place] = .choice(changed(choice, copy[place], []))
      }
      tokens.insert(contentsOf: copy, at: other.upperBound)
    case 1 where choice.value > choice.lower:
      tokens[count] = .choice(choice.with(value: choice.value - 1))
      tokens.removeSubrange(one)
    case 2: tokens.replaceSubrange(one, with: tokens[other])
    case 3:
      let more = UInt64(1) << UInt64(below(6))
      tokens[count] = .choice(choice.with(value: choice.value + min(more, choice.upper - choice.value)))
    default:
      let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
      guard first != second else { return true }
      let contents = (Array(tokens[first]), Array(tokens[second]))
      tokens.replaceSubrange(second, with: contents.0)
      tokens.replaceSubrange(first, with: contents.1)
    }
    return true
  }

  /// The elements that follow a collection's count.
  private func elements(in tokens: [Token], after count: Int) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var start = count + 1
    while start < tokens.count, case .open(.element) = tokens[start] {
      var depth = 0
      var end = start
      repeat {
        switch tokens[end] {
        case .open: depth += 1
        case .close: depth -= 1
        case .choice: break
        }
        end += 1
      } while depth > 0 && end < tokens.count
      elements.append(start..<end)
      start = end
    }
    return elements
  }
}

extension Choice {
  /// A number of the code under test in the form of this choice: signed or not, of any width, or a character.
  fileprivate func reading(_ operand: UInt64, _ random: inout Mutation) -> UInt64 {
    if kind == .character {
      let scalar = UInt32(exactly: operand).flatMap { Unicode.Scalar($0) }
      return scalar.map { UInt64(ScalarOrder.index(of: $0)) } ?? target
    }
    let sign: UInt64 = 1 << 63
    let readings = [
      operand, operand ^ sign, UInt64(bitPattern: Int64(Int8(truncatingIfNeeded: operand))) ^ sign,
      UInt64(bitPattern: Int64(Int16(truncatingIfNeeded: operand))) ^ sign,
      UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: operand))) ^ sign,
    ].filter { $0 >= lower && $0 <= upper }
    return readings.isEmpty ? target : readings[random.below(readings.count)]
  }
}
