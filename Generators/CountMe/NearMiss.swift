import CountMeReference
import PropertyTesting

/// A valid record, and edits each of which breaks one of its fields. One case thus shows a validator both sides, one
/// edit apart.
public struct NearMiss<Fields: Sendable>: Sendable {
  /// The record that a constructor must accept.
  public let valid: Fields
  /// At least one break. Each concerns another field; they are in the order in which the model declares its fields.
  public let breaks: [Break<Fields>]

  /// The record with all breaks.
  public var brokenTogether: Fields {
    breaks.reduce(into: valid) { fields, broken in broken.apply(&fields) }
  }
}

/// One field with a value that the specification forbids.
public struct Break<Fields: Sendable>: Sendable {
  /// The name of the field.
  public let field: String
  /// The way in which the value is wrong.
  public let breach: Breach
  /// The error that a constructor must throw if this is the only break. The generator knows it from the edit, without
  /// the code under test.
  public let error: ValidationError
  /// The valid record with this break alone.
  public let fields: Fields
  /// The value if it is a number, else nil.
  public let number: Double?
  let value: String
  let apply: @Sendable (inout Fields) -> Void
}

/// The way in which a value is wrong. A run must reach each of these classes.
public enum Breach: String, Sendable {
  case blank = "blank text"
  case below = "below the range"
  case above = "above the range"
  case notANumber = "NaN"
  case infinite = "infinite"
  case empty = "no ingredients"

  init(of value: Double) {
    self =
      if value.isNaN { .notANumber } else if value.isInfinite { .infinite } else if value <= 0 {
        .below
      } else { .above }
  }
}

/// The specification's rule for one field, as a way to break it.
struct Constraint<Fields: Sendable>: Sendable {
  let field: String
  let draw: @Sendable (inout Source, _ valid: Fields) throws -> Break<Fields>

  init<Value: Sendable>(
    _ field: String, _ broken: Generator<Value>, set: @escaping @Sendable (inout Fields, Value) -> Void,
    breach: @escaping @Sendable (Value) -> Breach,
    error: @escaping @Sendable (Value) -> ValidationError
  ) {
    self.field = field
    draw = { source, valid in
      let value = try source(broken)
      var fields = valid
      set(&fields, value)
      return Break(
        field: field, breach: breach(value), error: error(value), fields: fields, number: value as? Double,
        value: describe(value), apply: { set(&$0, value) })
    }
  }

  /// Text that is more than white space.
  static func contentful(
    _ field: String, _ set: @escaping @Sendable (inout Fields, String) -> Void, _ error: ValidationError
  ) -> Constraint {
    Constraint(field, .blankText, set: set, breach: { _ in .blank }, error: { _ in error })
  }

  /// A number within `bounds`. NaN counts as too low.
  static func within(
    _ bounds: ClosedRange<Double>, _ field: String,
    _ set: @escaping @Sendable (inout Fields, Double) -> Void,
    tooLow: @escaping @Sendable (Double) -> ValidationError,
    tooHigh: @escaping @Sendable (Double, _ max: Double) -> ValidationError
  ) -> Constraint {
    Constraint(field, .amount(outside: bounds), set: set, breach: Breach.init) { value in
      value > bounds.upperBound ? tooHigh(value, bounds.upperBound) : tooLow(value)
    }
  }

  /// A finite number above 0.
  static func positive(
    _ field: String, _ set: @escaping @Sendable (inout Fields, Double) -> Void,
    _ error: @escaping @Sendable (Double) -> ValidationError
  ) -> Constraint {
    Constraint(field, .nonPositiveAmount, set: set, breach: Breach.init, error: error)
  }
}

/// How many fields of a record are broken.
public enum Breaking: Sendable {
  /// A single field; all fields are equally likely.
  case oneField
  /// At least one field, and mostly nearly all of them.
  case someFields
}

extension Generator {
  /// Records of `valid`, and edits that break their constraints one by one.
  static func nearMiss<Fields>(
    of valid: Generator<Fields>, breaking: Breaking, _ constraints: [Constraint<Fields>]
  ) -> Generator where Value == NearMiss<Fields> {
    Generator { source in
      let fields = try source(valid)
      let breakers = constraints.map { constraint in
        Generator<Break<Fields>> { source in try constraint.draw(&source, fields) }
      }
      return NearMiss(valid: fields, breaks: try source(.choice(breaking, of: breakers)))
    }
  }

  /// The values of some of `generators`, in their order: of one generator, or of at least one and mostly nearly all.
  static func choice<Element: Sendable>(
    _ breaking: Breaking, of generators: [Generator<Element>]
  ) -> Generator where Value == [Element] {
    let one = Generator { source in
      let index = try source(.int(in: 0...generators.count - 1))
      return [try source(generators[index])]
    }
    guard case .someFields = breaking else { return one }
    let optional = generators.map { generator in
      Generator<Element?>.frequency((1, .constant(nil)), (7, generator.map { $0 }))
    }
    return Generator { source in
      var chosen: [Element] = []
      for generator in optional {
        if let element = try source(generator) { chosen.append(element) }
      }
      return chosen.isEmpty ? try source(one) : chosen
    }
  }
}

extension NearMiss: CounterexampleDescribable {
  /// The valid record, and its breaks.
  public var counterexampleDescription: String {
    "\(describe(valid)), but " + breaks.map { "\($0)" }.joined(separator: " and ")
  }
}

extension Break: CustomStringConvertible {
  public var description: String { "\(field) is \(value)" }
}
