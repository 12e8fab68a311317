import Foundation
import PropertyTesting
import StorageContract

/// Different keys that are easily taken for one another.
struct ConfusableKeys: Sendable, CounterexampleDescribable {
  /// Two or more, no two of the same bytes.
  let keys: [String]

  /// - Parameter keys: those whose bytes are there already, and empty ones, are left out.
  init(_ keys: [String]) {
    var distinct: [String] = []
    for key in keys where !key.isEmpty && !distinct.contains(where: { KeyBytes.equal($0, key) }) {
      distinct.append(key)
    }
    if distinct.count < 2 { distinct.append((distinct.first ?? "a") + "\u{0}") }
    self.keys = distinct
  }

  var counterexampleDescription: String { describe(keys) }

  /// Whether two of them are the same under `fold`.
  func contain(equalsUnder fold: (String) -> String) -> Bool {
    Set(keys.map { KeyBytes(fold($0)) }).count < keys.count
  }

  /// What makes a key another one that some system or other takes for the same.
  enum Variant: CaseIterable {
    case nulAfter, spaceAfter, uppercase, lowercase, composed, decomposed, compatible, nulBefore, spaceBefore
    case joinerAfter, rightToLeftMark, variationSelector, byteOrderMark, softHyphen, withoutAccents, fullWidth

    func applied(to key: String) -> String {
      switch self {
      case .nulAfter: key + "\u{0}"
      case .spaceAfter: key + " "
      case .uppercase: key.uppercased()
      case .lowercase: key.lowercased()
      case .composed: key.precomposedStringWithCanonicalMapping
      case .decomposed: key.decomposedStringWithCanonicalMapping
      case .compatible: key.precomposedStringWithCompatibilityMapping
      case .nulBefore: "\u{0}" + key
      case .spaceBefore: " " + key
      case .joinerAfter: key + "\u{200D}"
      case .rightToLeftMark: "\u{200F}" + key
      case .variationSelector: key + "\u{FE0F}"
      case .byteOrderMark: "\u{FEFF}" + key
      case .softHyphen:
        String(
          String.UnicodeScalarView(key.unicodeScalars.prefix(1) + ["\u{AD}"] + key.unicodeScalars.dropFirst()))
      case .withoutAccents:
        String(
          String.UnicodeScalarView(
            key.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
              $0.properties.generalCategory != .nonspacingMark
            }))
      case .fullWidth:
        String(
          String.UnicodeScalarView(
            key.unicodeScalars.map { 0x21...0x7E ~= $0.value ? Unicode.Scalar($0.value + 0xFEE0) ?? $0 : $0 }))
      }
    }
  }
}

extension Generator where Value == ConfusableKeys {
  static let confusable: Generator = Generator { source in
    let base = try source(.frequency((4, .element(of: words)), (1, .piecedKey)))
    let variants = try source(
      Generator<[ConfusableKeys.Variant]>.array(of: .anyVariant, count: 2...8))
    return ConfusableKeys([base] + variants.map { $0.applied(to: base) })
  }

  private static let words = [
    "a", "é", "K\u{212A}k", "ﬁ", "\u{2126}", "İ", "straße", "\u{212B}", "가", "ǆ", "ΑΣ", "א", "😀é", "²", "Ame\u{301}lie",
  ]
}

extension Generator where Value == ConfusableKeys.Variant {
  fileprivate static let anyVariant: Generator = .anyCase()
}
