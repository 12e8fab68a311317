import Foundation

extension Decimal {
  /// The amount on its way through a `Double`, as the faults send it.
  var throughDouble: Decimal {
    let detour = Decimal(NSDecimalNumber(decimal: self).doubleValue)
    return detour.isNaN ? 0 : detour
  }

  /// Rounded half to even, to so many digits after the point.
  func rounded(places: Int) -> Decimal {
    var (result, value) = (Decimal(), self)
    NSDecimalRound(&result, &value, places, .bankers)
    return result
  }
}
