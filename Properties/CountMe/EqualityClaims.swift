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
      let isSame = left.isExactly(right)
      let (left, right) = (record.with(left, in: field), record.with(right, in: field))
      try expect("whether \(describe(left)) equals \(describe(right))", try areEqual(left, right), equals: isSame)
      try expect("whether \(describe(right)) equals \(describe(left))", try areEqual(right, left), equals: isSame)
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

private typealias MakeError = @Sendable (_ model: String, _ field: String, _ value: Double, _ max: Double) -> ValidationError

private let errorsOfEachCase: [MakeError] = [
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
