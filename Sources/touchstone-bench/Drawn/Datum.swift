import Foundation
import PropertyTesting

/// A value of a drawn predicate, in a form that a program in another language has too: a number, or a list. Texts are lists of code
/// points, records and pairs are lists of their fields, sets are sorted, nil is the empty list.
enum Datum: Hashable, Sendable, CounterexampleDescribable {
  case number(Double)
  indirect case list([Datum])

  static let none = Datum.list([])

  init(_ number: Int) { self = .number(Double(number)) }

  var items: [Datum] { if case .list(let items) = self { items } else { [] } }

  /// NaN for a list.
  var number: Double { if case .number(let number) = self { number } else { .nan } }

  /// All numbers in it, in order.
  func forEachNumber(_ body: (Double) -> Void) {
    switch self {
    case .number(let number): body(number)
    case .list(let items): for item in items { item.forEachNumber(body) }
    }
  }

  /// By number, then by items in order; a number comes before a list.
  static func < (left: Datum, right: Datum) -> Bool {
    switch (left, right) {
    case (.number(let a), .number(let b)): a < b
    case (.number, .list): true
    case (.list, .number): false
    case (.list(let a), .list(let b)): a.lexicographicallyPrecedes(b, by: <)
    }
  }

  /// As JSON prints it, without spaces: `[1,[2.5]]`.
  var counterexampleDescription: String {
    switch self {
    case .number(let number):
      number.magnitude < 0x1p53 && number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .list(let items): "[" + items.map(\.counterexampleDescription).joined(separator: ",") + "]"
    }
  }
}

/// A formula: an operation with its operands. As JSON: `["above", ["sum", "x"], 40]`; `"x"` is the value, `"y"` an element of it.
indirect enum Formula: Sendable, Codable {
  case number(Double)
  case apply(String, [Formula])

  static let x = Formula.apply("x", [])
  static let y = Formula.apply("y", [])

  static func number(_ number: Int) -> Formula { .number(Double(number)) }

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let number = try? single.decode(Double.self) {
      self = .number(number)
    } else if let name = try? single.decode(String.self) {
      self = .apply(name, [])
    } else {
      var container = try decoder.unkeyedContainer()
      let name = try container.decode(String.self)
      var operands: [Formula] = []
      while !container.isAtEnd { operands.append(try container.decode(Formula.self)) }
      self = .apply(name, operands)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .number(let number):
      var single = encoder.singleValueContainer()
      try single.encode(number)
    case .apply(let name, let operands) where operands.isEmpty:
      var single = encoder.singleValueContainer()
      try single.encode(name)
    case .apply(let name, let operands):
      var container = encoder.unkeyedContainer()
      try container.encode(name)
      for operand in operands { try container.encode(operand) }
    }
  }

  /// As a reader would write it.
  var text: String {
    switch self {
    case .number(let number): Datum.number(number).counterexampleDescription
    case .apply(let name, let operands) where operands.isEmpty: name
    case .apply(let name, let operands): "\(name)(\(operands.map(\.text).joined(separator: ", ")))"
    }
  }

  /// How many conditions it joins.
  var operands: [Formula] { if case .apply(_, let operands) = self { operands } else { [] } }
  var name: String { if case .apply(let name, _) = self { name } else { "" } }
}
