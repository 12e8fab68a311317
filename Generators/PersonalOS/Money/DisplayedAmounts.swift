import Foundation
import PropertyTesting

/// An amount to be shown, and what else is done to its text.
public struct DisplayedAmount: Sendable {
  public let amount: Decimal
  public let leadingZeros: Int
  public let trailingZeros: Int
  /// Each breaks the text.
  public let edits: [AmountEdit]

  /// The same number with more zeros at both ends than it needs; a zero also with a sign.
  public func variant(of text: String) -> String {
    let isNegative = text.hasPrefix("-") || amount == 0 && leadingZeros > 2
    let digits = text.drop { $0 == "-" }
    let zeros = String(repeating: "0", count: leadingZeros)
    return (isNegative ? "-" : "") + zeros + digits + String(repeating: "0", count: trailingZeros)
  }
}

extension Generator where Value == DisplayedAmount {
  public static var displayed: Generator {
    let zeros = Generator<Int>.int(in: 0...50)
    return Generator { source in
      DisplayedAmount(
        amount: try source(.anyAmount), leadingZeros: try source(zeros), trailingZeros: try source(zeros),
        edits: try source(.several(.amountEdit)))
    }
  }
}

/// Amounts to be stored, and what is to be refused.
public struct PersistedAmounts: Sendable {
  /// At least one. Saved one after the other, over the same few names.
  public let amounts: [Decimal]
  /// NaN, or a `Decimal` of 39 digits.
  public let unstorable: Decimal
  /// Each makes JSON of no number.
  public let edits: [AmountEdit]
}

extension Generator where Value == PersistedAmounts {
  public static var persisted: Generator {
    let unstorable = Generator<Decimal>.frequency((1, .constant(.nan)), (1, .thirtyNineDigits))
    return Generator { source in
      PersistedAmounts(
        amounts: try source(.array(of: .anyAmount, count: 1...8)), unstorable: try source(unstorable),
        edits: try source(.several(.jsonNumberEdit)))
    }
  }
}

extension Generator where Value == [AmountEdit] {
  /// Mostly six, so that a run meets every kind; one is the simplest.
  fileprivate static func several(_ edit: Generator<AmountEdit>) -> Generator {
    .frequency((1, .array(of: edit, count: 1)), (9, .array(of: edit, count: 6)))
  }
}
