import PropertyTesting
import StandardLaws

/// An amount of money.
struct Price: Hashable, Comparable, Codable {
  var cents: Int

  static func < (left: Price, right: Price) -> Bool { left.cents < right.cents }
}

/// Throws the table of laws and the least counterexamples if `Price` breaks a promise of its protocols.
func checkPrice() throws {
  let prices = Generator<Price> { source in Price(cents: try source(.int(in: 0...10_000))) }
  try checkLaws(.hashable, .comparable, .codable, of: prices)
}
