import CountMeReference
import Foundation

extension FieldKind {
  /// Pairs of values, some of them the same and some not, most of them near `value`.
  public func pairs(around value: FirestoreValue) -> [(FirestoreValue, FirestoreValue)] {
    switch (self, value) {
    case (.id, .string(let id)):
      [(value, value), (value, .string(id.dropLast() + (id.hasSuffix("0") ? "1" : "0")))]
    case (_, .string(let text)):
      // é in one scalar and in two, which `String` takes for the same.
      [
        (text, text), (text, text + "a"), (text + "a", text + "A"), (text, " " + text),
        (text + "\u{E9}", text + "e\u{301}"),
      ].map { (.string($0), .string($1)) }
    case (.optional, .null): pairs(around: .double(1))
    case (.optional, .double):
      [(.null, .null), (.null, value), (.null, .double(0))] + FieldKind.positive.pairs(around: value)
    case (_, .double(let number)): pairsOfNumbers(around: number).map { (.double($0), .double($1)) }
    case (_, .timestamp(let date)):
      pairsOfNumbers(around: date.timeIntervalSinceReferenceDate).map { left, right in
        (
          .timestamp(Date(timeIntervalSinceReferenceDate: left)),
          .timestamp(Date(timeIntervalSinceReferenceDate: right))
        )
      }
    case (_, .array(let ingredients)): pairsOfMeals(around: ingredients).map { (.array($0), .array($1)) }
    default: []
    }
  }
}

/// The same, the next one, zeros of both signs, and numbers that are none: a NaN is the same as itself.
private func pairsOfNumbers(around number: Double) -> [(Double, Double)] {
  [
    (number, number), (number, number.nextUp), (number, number + 1), (0, -0.0), (.nan, .nan), (.nan, -.nan),
    (.nan, number),
  ]
}

/// The same, another order, one less, or one that differs in a single value.
private func pairsOfMeals(around ingredients: [FirestoreValue]) -> [([FirestoreValue], [FirestoreValue])] {
  var pairs = [
    (ingredients, ingredients), (ingredients, ingredients.reversed()), (ingredients, Array(ingredients.dropLast())),
  ]
  guard case .map(let last)? = ingredients.last else { return pairs }
  // Only with what stands right before it, to save time.
  let rest = ingredients.dropLast().suffix(2)
  for (field, kind) in SpecifiedModel.ingredient.fields {
    pairs += kind.pairs(around: last[field] ?? .null).map { left, right in
      (rest + [.map(last.merging([field: left]) { $1 })], rest + [.map(last.merging([field: right]) { $1 })])
    }
  }
  return pairs
}
