import Foundation

// Equality by representation. `==` does not suffice: for text it hides Unicode normalisation, for numbers it equates
// -0.0 with 0.0, and a NaN does not equal itself.

func identical(_ left: String, _ right: String) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}

func identical(_ left: Double, _ right: Double) -> Bool {
  left.bitPattern == right.bitPattern
}

func identical(_ left: Double?, _ right: Double?) -> Bool {
  left?.bitPattern == right?.bitPattern
}

func identical(_ left: Date, _ right: Date) -> Bool {
  identical(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
}
