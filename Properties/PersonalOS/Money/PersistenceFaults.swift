import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// What POS-35 must catch.
extension Fault<PersonalOSSystem> {
  static let transformsThroughDouble = transform(
    "transformsThroughDouble", "transforms amounts as Double") { value, transform in
    try transform((value as? Decimal).map { $0.isNaN ? $0 : $0.throughDouble } ?? value)
  }

  static let writesNaN = transform("writesNaN", "writes NaN as bare NaN, as JSONEncoder does") { value, transform in
    (value as? Decimal)?.isNaN == true ? Data("NaN".utf8) : try transform(value)
  }

  static let writesNaNAsNull = transform("writesNaNAsNull", "writes NaN as null") { value, transform in
    (value as? Decimal)?.isNaN == true ? Data("null".utf8) : try transform(value)
  }

  static let transformsText = transform(
    "transformsText", "accepts a text with a number as an amount") { value, transform in
    try transform((value as? String).flatMap { Decimal(string: $0) } ?? value)
  }

  static let decodesAPrefix = reverse(
    "decodesAPrefix", "decodes with Decimal(string:), which takes a beginning") { value, _ in
    (value as? Data).flatMap { Decimal(string: String(decoding: $0, as: UTF8.self)) }
  }

  static let roundsJSONOfManyDigits = reverse(
    "roundsJSONOfManyDigits", "decodes with JSONDecoder, which rounds") { value, reverse in
    reverse(value) ?? (value as? Data).flatMap { try? JSONDecoder().decode(Decimal.self, from: $0) }
  }

  static let refusesCapitalExponents = reverse(
    "refusesCapitalExponents", "takes no capital E before an exponent") { value, reverse in
    reverse((value as? Data).map { $0.contains(UInt8(ascii: "E")) ? Data() : $0 } ?? value)
  }

  static let readsTextAsData = reverse("readsTextAsData", "accepts text as data") { value, reverse in
    reverse((value as? String).map { Data($0.utf8) } ?? value)
  }

  /// The reference stores digits, among which is no NUL; it takes an app that stores the bytes of a `Decimal`
  /// as they are to be harmed.
  static let endsBinaryAmountsAtNUL = Fault(
    "endsBinaryAmountsAtNUL", "stores the bytes of a Decimal over a backend that ends values at NUL (BF-17)"
  ) { system in
    over(.endsValuesAtNUL).apply(&system)
    system.money.openAmounts = { AmountsInMemoryForm(data: $0) }
  }

  private static func transform(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (Any?, (Any?) throws -> Data?) throws -> Data?
  ) -> Fault {
    Fault(id, fact) { system in
      let transform = system.money.transform
      system.money.transform = { try change($0, transform) }
    }
  }

  private static func reverse(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (Any?, (Any?) -> Decimal?) -> Decimal?
  ) -> Fault {
    Fault(id, fact) { system in
      let reverse = system.money.reverseTransform
      system.money.reverseTransform = { change($0, reverse) }
    }
  }
}

/// Amounts in fields of bytes, as a `Decimal` lies in memory.
private struct AmountsInMemoryForm: AmountKeeping {
  private static let collection = "amounts"
  let data: any DataAccess

  func save(_ amount: Decimal, as name: String) async throws {
    // Refuses what the reference does.
    guard try DecimalTransformer().transformedValue(amount) != nil else { return }
    let bytes = withUnsafeBytes(of: amount) { [UInt8]($0) }
    try await data.perform {
      _ = try $0.live().put(["amount": .bytes(bytes)], at: name, in: Self.collection)
    }
  }

  func amount(_ name: String) async throws -> Decimal? {
    let field = try await data.perform { try $0.live().get(name, in: Self.collection)?.fields["amount"] }
    guard case .bytes(let bytes) = field else { return nil }
    var amount = Decimal()
    withUnsafeMutableBytes(of: &amount) { $0.copyBytes(from: bytes.prefix($0.count)) }
    return amount
  }
}
