import PropertyTesting

extension Generator where Value == String {
  /// An amount with exactly this many significant digits, as a formatter writes it: no superfluous zeros, and at least
  /// two digits after the point. The digits are independent of each other.
  public static func amountText(digits: ClosedRange<Int>) -> Generator {
    let nonzero = Generator<Int>.int(in: 1...9)
    let digit = Generator<Int>.int(in: 0...9)
    return Generator { source in
      let count = try source(.int(in: digits))
      let inner = try source(.array(of: digit, count: max(0, count - 2)))
      let all = [try source(nonzero)] + inner + (count > 1 ? [try source(nonzero)] : [])
      let fraction = try source(.int(in: 2...max(2, count)))
      let text = all.map(String.init).joined()
      let whole = text.dropLast(fraction)
      let zeros = String(repeating: "0", count: max(0, fraction - text.utf8.count))
      return "\(whole.isEmpty ? "0" : whole).\(zeros)\(text.suffix(fraction))"
    }
  }
}

/// Two amounts that differ only in their last digit, which is so far to the right that one `Double` mostly stands for
/// both.
public struct NeighborAmounts: Sendable {
  /// The two texts, as ``PropertyTesting/Generator/amountText(digits:)`` writes them. The second is the larger amount.
  public let texts: [String]

  /// Whether both texts read as the same `Double`.
  public var isOneDouble: Bool { Double(texts[0]) == Double(texts[1]) }
}

extension Generator where Value == NeighborAmounts {
  /// Two neighbours with this many significant digits.
  public static func neighborAmounts(digits: ClosedRange<Int>) -> Generator {
    Generator<String>.amountText(digits: digits).map { text in
      let last = text.last?.wholeNumberValue ?? 1
      let (low, high) = last == 9 ? (8, 9) : (last, last + 1)
      return NeighborAmounts(texts: [low, high].map { text.dropLast() + String($0) })
    }
  }
}

/// A purchase as a user types it.
public struct TypedPurchase: Sendable {
  /// How much is bought: a decimal above 0.
  public let quantity: String
  /// The price of one unit: a decimal above 0.
  public let price: String
}

extension Generator where Value == TypedPurchase {
  /// - Parameter digits: how many significant digits the quantity has, and how many the price.
  public static func typedPurchase(digits: ClosedRange<Int>) -> Generator {
    let text = Generator<String>.amountText(digits: digits)
    return Generator { source in
      TypedPurchase(quantity: try source(text), price: try source(text))
    }
  }
}
