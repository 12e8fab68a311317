import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// What a value holds, bit by bit: text by its UTF-8 bytes, numbers by their bit patterns. The oracle for what is the
/// same, apart from any `==` that it judges.
indirect enum ExactForm: Hashable, Sendable {
  case nothing
  case text([UInt8])
  case number(UInt64)
  case id(UUID)
  case list([ExactForm])

  static func of(_ text: String) -> ExactForm { .text(Array(text.utf8)) }
  static func of(_ number: Double) -> ExactForm { .number(number.bitPattern) }
  static func of(_ number: Double?) -> ExactForm { number.map { of($0) } ?? .nothing }
  static func of(_ id: UUID) -> ExactForm { .id(id) }
  static func of(_ date: Date) -> ExactForm { of(date.timeIntervalSinceReferenceDate) }
  static func of(_ ingredients: [Ingredient]) -> ExactForm { .list(ingredients.map(\.fields.exactForm)) }
}

protocol ExactlyFormed: Sendable {
  var exactForm: ExactForm { get }
}

/// A value that equals another of the same form, and prints as itself.
struct Exactly<Value: ExactlyFormed>: Equatable, CounterexampleDescribable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (left: Exactly, right: Exactly) -> Bool { left.value.exactForm == right.value.exactForm }

  var counterexampleDescription: String { describe(value) }
}

/// One part of a record, and pairs of records that differ in it or not at all.
struct RecordPart<Whole: Sendable>: Sendable {
  let name: String
  let form: @Sendable (Whole) -> ExactForm
  let pairs: @Sendable (Whole) -> [(Whole, Whole)]

  private init<Value>(
    _ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable, form: @escaping @Sendable (Value) -> ExactForm,
    pairs: @escaping @Sendable (Value) -> [(Value, Value)]
  ) {
    self.name = name
    self.form = { form($0[keyPath: path]) }
    self.pairs = { whole in
      pairs(whole[keyPath: path]).map { pair in
        var (left, right) = (whole, whole)
        left[keyPath: path] = pair.0
        right[keyPath: path] = pair.1
        return (left, right)
      }
    }
  }

  static func id(_ name: String, _ path: any WritableKeyPath<Whole, UUID> & Sendable) -> RecordPart {
    RecordPart(name, path, form: { .of($0) }) { id in
      var other = id.uuid
      other.15 ^= 1
      return [(id, id), (id, UUID(uuid: other))]
    }
  }

  /// With é in one scalar and in two, which `String` takes for the same.
  static func text(_ name: String, _ path: any WritableKeyPath<Whole, String> & Sendable) -> RecordPart {
    RecordPart(name, path, form: { .of($0) }) { text in
      [
        (text, text), (text, text + "a"), (text + "a", text + "A"), (text, " " + text),
        (text + "\u{E9}", text + "e\u{301}"),
      ]
    }
  }

  static func number(_ name: String, _ path: any WritableKeyPath<Whole, Double> & Sendable) -> RecordPart {
    RecordPart(name, path, form: { .of($0) }, pairs: pairsOfNumbers)
  }

  static func optional(_ name: String, _ path: any WritableKeyPath<Whole, Double?> & Sendable) -> RecordPart {
    RecordPart(name, path, form: { .of($0) }) { number in
      [(nil, nil), (nil, number ?? 1), (nil, 0)] + pairsOfNumbers(around: number ?? 1)
    }
  }

  static func date(_ name: String, _ path: any WritableKeyPath<Whole, Date> & Sendable) -> RecordPart {
    RecordPart(name, path, form: { .of($0) }) { date in
      pairsOfNumbers(around: date.timeIntervalSinceReferenceDate).map {
        (Date(timeIntervalSinceReferenceDate: $0), Date(timeIntervalSinceReferenceDate: $1))
      }
    }
  }

  /// One more, another order, or one that differs in a single value.
  static func ingredients(_ name: String, _ path: any WritableKeyPath<Whole, [Ingredient]> & Sendable) -> RecordPart {
    RecordPart(name, path, form: { .of($0) }) { ingredients in
      var pairs = [(ingredients, ingredients), (ingredients, ingredients.reversed()), (ingredients, ingredients.dropLast())]
      guard let last = ingredients.last?.fields else { return pairs }
      pairs += Ingredient.Fields.parts.flatMap { $0.pairs(last) }.map { pair in
        let rest = ingredients.dropLast()
        return (rest + [Ingredient(validated: pair.0)], rest + [Ingredient(validated: pair.1)])
      }
      return pairs
    }
  }
}

/// The same, the next one, zeros of both signs, and numbers that are none: a NaN is the same as itself.
private func pairsOfNumbers(around number: Double) -> [(Double, Double)] {
  [(number, number), (number, number.nextUp), (number, number + 1), (0, -0.0), (.nan, .nan), (.nan, -.nan), (.nan, number)]
}

/// A record of parts.
protocol RecordOfParts: ExactlyFormed {
  static var parts: [RecordPart<Self>] { get }
}

extension RecordOfParts {
  var exactForm: ExactForm { .list(Self.parts.map { $0.form(self) }) }
}

extension FoodItem.Fields: RecordOfParts {
  static let parts: [RecordPart<Self>] = [
    .id("id", \.id), .text("name", \.name), .number("calories", \.calories), .optional("protein", \.protein),
    .optional("carbohydrates", \.carbohydrates), .optional("fats", \.fats),
  ]
}

extension ExerciseItem.Fields: RecordOfParts {
  static let parts: [RecordPart<Self>] = [
    .id("id", \.id), .text("name", \.name), .number("caloriesBurned", \.caloriesBurned),
    .optional("durationMinutes", \.durationMinutes),
  ]
}

extension Ingredient.Fields: RecordOfParts {
  static let parts: [RecordPart<Self>] = [
    .id("id", \.id), .text("name", \.name), .number("quantity", \.quantity), .text("unit", \.unit),
    .number("calories", \.calories), .optional("protein", \.protein), .optional("carbohydrates", \.carbohydrates),
    .optional("fats", \.fats),
  ]
}

extension CustomMeal.Fields: RecordOfParts {
  static let parts: [RecordPart<Self>] = [
    .id("id", \.id), .text("name", \.name), .ingredients("ingredients", \.ingredients),
    .number("servingsCount", \.servingsCount),
  ]
}

extension DailyLog.Fields: RecordOfParts {
  static let parts: [RecordPart<Self>] = [
    .id("id", \.id), .date("date", \.date), .optional("dailyGoal", \.dailyGoal),
  ]
}

extension CloudRecord: ExactlyFormed {
  var exactForm: ExactForm {
    let form =
      switch self {
      case .foodItem(let fields): fields.exactForm
      case .exerciseItem(let fields): fields.exactForm
      case .customMeal(let fields): fields.exactForm
      case .dailyLog(let fields): fields.exactForm
      }
    return .list([.of(kind.rawValue), form])
  }
}

extension ValidationError: ExactlyFormed {
  var exactForm: ExactForm {
    func form(_ name: String, _ texts: [String] = [], _ numbers: [Double] = []) -> ExactForm {
      .list(([name] + texts).map { .of($0) } + numbers.map { .of($0) })
    }
    return switch self {
    case .emptyName(let model): form("emptyName", [model])
    case .negativeCalories(let model, let value): form("negativeCalories", [model], [value])
    case .caloriesExceedMax(let model, let value, let max): form("caloriesExceedMax", [model], [value, max])
    case .negativeMacro(let model, let field, let value): form("negativeMacro", [model, field], [value])
    case .macroExceedMax(let model, let field, let value, let max):
      form("macroExceedMax", [model, field], [value, max])
    case .negativeDuration(let value): form("negativeDuration", [], [value])
    case .durationExceedMax(let value, let max): form("durationExceedMax", [], [value, max])
    case .nonPositiveQuantity(let value): form("nonPositiveQuantity", [], [value])
    case .emptyUnit: form("emptyUnit")
    case .emptyIngredients: form("emptyIngredients")
    case .nonPositiveServings(let value): form("nonPositiveServings", [], [value])
    case .negativeGoal(let value): form("negativeGoal", [], [value])
    case .goalExceedMax(let value, let max): form("goalExceedMax", [], [value, max])
    }
  }
}
