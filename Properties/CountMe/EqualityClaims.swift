import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// Fails the case unless the app takes two records for equal if they hold the same in every field, and only then. They
/// differ in one field at most.
func expectEqualIfSame(
  _ record: ModelRecord, by areEqual: (ModelRecord, ModelRecord) throws -> Bool
) throws {
  for (field, kind) in record.model.fields {
    for (left, right) in kind.pairs(around: record.values[field] ?? .null) {
      let records = [left, right].map { value in
        ModelRecord(record.model, record.values.merging([field: value]) { $1 })
      }
      try expectSymmetric(
        records[0], records[1], equal: left.isExactly(right), "of \(field) and else the same", areEqual)
    }
  }
}

/// Likewise for errors: of every case, about `number` and about others. What is the same prints alike.
func expectErrorsEqualIfSame(about number: Double, _ areEqual: (ValidationError, ValidationError) -> Bool) throws {
  for (index, make) in errorsOfEachCase.enumerated() {
    let error = make("FoodItem", "caf\u{E9}", number, 5)
    let others = [
      error, make("Ingredient", "caf\u{E9}", number, 5), make("FoodItem", "cafe\u{301}", number, 5),
      make("FoodItem", "fats", number, 5), make("FoodItem", "caf\u{E9}", number.nextUp, 5),
      make("FoodItem", "caf\u{E9}", -number, 5), make("FoodItem", "caf\u{E9}", number, 6),
    ]
    for other in others + errorsOfEachCase[..<index].map({ $0("FoodItem", "caf\u{E9}", number, 5) }) {
      try expectSymmetric(error, other, equal: describe(error) == describe(other), "as errors", areEqual)
    }
  }
}

/// Likewise for documents that hold one value each.
func expectDocumentsEqualIfSame(_ areEqual: (FirestoreData, FirestoreData) -> Bool) throws {
  for (index, value) in valuesApart.enumerated() {
    for (otherIndex, other) in valuesApart[...index].enumerated() {
      try expectSymmetric(["value": value], ["value": other], equal: index == otherIndex, "as documents", areEqual)
    }
    try expectSymmetric(["value": value], ["other": value], equal: false, "as documents", areEqual)
  }
}

private func expectSymmetric<Value>(
  _ left: Value, _ right: Value, equal: Bool, _ how: String, _ areEqual: (Value, Value) throws -> Bool
) throws {
  try expect("\(describe(left)) equals \(describe(right)), \(how)", try areEqual(left, right), equals: equal)
  try expect("\(describe(right)) equals \(describe(left)), \(how)", try areEqual(right, left), equals: equal)
}

extension FieldKind {
  /// Pairs of values, some of them the same and some not, most of them near `value`.
  fileprivate func pairs(around value: FirestoreValue) -> [(FirestoreValue, FirestoreValue)] {
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
  [(number, number), (number, number.nextUp), (number, number + 1), (0, -0.0), (.nan, .nan), (.nan, -.nan), (.nan, number)]
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

private let errorsOfEachCase: [@Sendable (_ model: String, _ field: String, _ value: Double, _ max: Double) -> ValidationError] = [
  { model, _, _, _ in .emptyName(modelType: model) },
  { model, _, value, _ in .negativeCalories(modelType: model, value: value) },
  { model, _, value, max in .caloriesExceedMax(modelType: model, value: value, max: max) },
  { model, field, value, _ in .negativeMacro(modelType: model, field: field, value: value) },
  { .macroExceedMax(modelType: $0, field: $1, value: $2, max: $3) },
  { _, _, value, _ in .negativeDuration(value: value) },
  { _, _, value, max in .durationExceedMax(value: value, max: max) },
  { _, _, value, _ in .nonPositiveQuantity(value: value) },
  { _, _, _, _ in .emptyUnit },
  { _, _, _, _ in .emptyIngredients },
  { _, _, value, _ in .nonPositiveServings(value: value) },
  { _, _, value, _ in .negativeGoal(value: value) },
  { _, _, value, max in .goalExceedMax(value: value, max: max) },
]

/// Values of every kind, no two the same: neither 1 and 1.0, nor zeros of both signs, nor é in one scalar and in two.
private let valuesApart: [FirestoreValue] = [
  .null, .bool(false), .bool(true), .integer(0), .integer(1), .double(0), .double(-0.0), .double(1),
  .double(1.0.nextUp), .double(.nan), .string(""), .string("1"), .string("\u{E9}"), .string("e\u{301}"),
  .timestamp(Date(timeIntervalSinceReferenceDate: 1)), .timestamp(Date(timeIntervalSinceReferenceDate: 1.0.nextUp)),
  .timestamp(Date(timeIntervalSinceReferenceDate: .nan)), .array([]), .array([.double(0)]), .array([.double(-0.0)]),
  .array([.null, .null]), .map([:]), .map(["a": .double(0)]), .map(["a": .double(-0.0)]), .map(["b": .double(0)]),
]
