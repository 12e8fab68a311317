import Foundation

// Equality by representation. `==` will not do: for text it hides Unicode normalisation, for numbers
// it takes -0.0 for 0.0 and tells a NaN from itself.

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
