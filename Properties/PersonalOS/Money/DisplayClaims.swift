import Foundation
import PropertyTesting

/// `text` is the number in its one canonical form: a point, no exponent, no needless zeros but up to two
/// after the point.
func expectCanonical(_ text: String, of amount: Decimal) throws {
  let canonical = #/-?(?:0|[1-9][0-9]*)\.[0-9]{2}(?:[0-9]*[1-9])?/#
  try expect("\(text) is in the canonical form", text.wholeMatch(of: canonical) != nil)
  try expect("\(text) has no sign that it does not need", !text.hasPrefix("-") || amount < 0)
  try expect("the number that \(text) is", LongDecimal(text) == LongDecimal(amount))
}

/// A comma before every three digits in front of the point.
func groupedByHand(_ text: String) -> String {
  let whole = text.prefix { $0 != "." }
  let sign = whole.hasPrefix("-") ? "-" : ""
  var digits = whole.drop { $0 == "-" }
  var groups: [Substring] = []
  while digits.count > 3 {
    groups.insert(digits.suffix(3), at: 0)
    digits = digits.dropLast(3)
  }
  return sign + ([digits] + groups).joined(separator: ",") + text.dropFirst(whole.count)
}

extension Trial {
  func labelShape(of amount: Decimal) {
    let decimals = -amount.exponent
    label("zero", if: amount == 0)
    label("negative", if: amount < 0)
    label("whole", if: decimals <= 0 && amount != 0)
    label("more than 6 decimals", if: decimals > 6)
    label("more than 8 decimals", if: decimals > 8)
    label("89 zeros or more", if: amount.exponent > 88)
    label("four digits before the point", if: amount.magnitude >= 1_000 && amount.magnitude < 10_000)
    label("1,000 or more", if: amount.magnitude >= 1_000)
  }
}
