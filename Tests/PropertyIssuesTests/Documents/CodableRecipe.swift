import Foundation
import PropertyTesting

/// What version 1 of the app wrote.
private struct PriceV1: Codable {
  var amount: Double
}

private struct Price: Codable, Equatable {
  var cents: Int

  init(cents: Int) { self.cents = cents }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    if let cents = try container.decodeIfPresent(Int.self, forKey: .cents) {
      self.cents = cents
    } else {
      cents = Int(try container.decode(Double.self, forKey: .amount) * 100)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(cents, forKey: .cents)
  }

  private enum Keys: String, CodingKey { case cents, amount }
}

enum CodableRecipe {
  static func aPriceSurvivesItsJSON() throws {
    try check("a price survives its JSON", forAll: .int().map { Price(cents: $0) }) { price in
      try expect("price", JSONDecoder().decode(Price.self, from: JSONEncoder().encode(price)), equals: price)
    }
  }

  static func pricesOfVersion1AreRead() throws {
    try check("prices of version 1 are read", forAll: .int(in: 0...100_000), seed: 1) { cents in
      let old = try JSONEncoder().encode(PriceV1(amount: Double(cents) / 100))
      try expect("cents", JSONDecoder().decode(Price.self, from: old).cents, equals: cents)
    }
  }
}
