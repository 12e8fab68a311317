import Foundation
import PropertyTesting

/// An amount for display, and changes of its text.
public struct DisplayedAmount: Sendable {
  /// Any amount that the app stores exactly.
  public let amount: Decimal
  /// How many superfluous zeros to put in front: 0 to 50.
  public let leadingZeros: Int
  /// How many superfluous zeros to append: 0 to 50.
  public let trailingZeros: Int
  /// Edits, each of which makes the text invalid.
  public let edits: [AmountEdit]

  /// The same number with superfluous zeros at both ends. A zero may get a minus sign, too.
  public func variant(of text: String) -> String {
    let isNegative = text.hasPrefix("-") || amount == 0 && leadingZeros > 2
    let digits = text.drop { $0 == "-" }
    let zeros = String(repeating: "0", count: leadingZeros)
    return (isNegative ? "-" : "") + zeros + digits + String(repeating: "0", count: trailingZeros)
  }
}

extension Generator where Value == DisplayedAmount {
  /// Any amount, zeros, and mostly six edits.
  public static var displayed: Generator {
    let zeros = Generator<Int>.int(in: 0...50)
    return Generator { source in
      DisplayedAmount(
        amount: try source(.anyAmount), leadingZeros: try source(zeros), trailingZeros: try source(zeros),
        edits: try source(.several(.amountEdit)))
    }
  }
}

/// Amounts to store, and values that the store must refuse.
public struct PersistedAmounts: Sendable {
  /// At least one amount. The test saves them one after the other under the same few names.
  public let amounts: [Decimal]
  /// NaN, or a `Decimal` of 39 digits.
  public let unstorable: Decimal
  /// Edits, each of which turns the JSON of a number into something else.
  public let edits: [AmountEdit]
}

extension Generator where Value == PersistedAmounts {
  /// One to eight amounts, one value that cannot be stored, and mostly six edits.
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
  /// Mostly six edits, so that a run contains every kind; one edit is the simplest.
  fileprivate static func several(_ edit: Generator<AmountEdit>) -> Generator {
    .frequency((1, .array(of: edit, count: 1)), (9, .array(of: edit, count: 6)))
  }
}
