import CountMeReference
import Foundation
import PropertyTesting

/// Entities and times from small numbers, so that histories print and shrink well.
extension UUID {
  /// The id of entity `number` (0…65,535). It repeats the number's two bytes, so every part of the id matters.
  public static func entity(_ number: Int) -> UUID {
    let high = UInt8(truncatingIfNeeded: number >> 8)
    let low = UInt8(truncatingIfNeeded: number)
    return UUID(
      uuid: (high, low, high, low, high, low, high, low, high, low, high, low, high, low, high, low))
  }

  /// The number of a numbered entity; the UUID itself for any other.
  public var entityText: String {
    let number = Int(uuid.14) << 8 | Int(uuid.15)
    return self == .entity(number) ? "\(number)" : uuidString
  }
}

extension Generator where Value == SyncOperation {
  /// A change of one of `entities` entities of any type, so equal ids of different types occur. There are few
  /// timestamps: some are equal, some fall into the same second, and some are earlier than those before (a clock that
  /// was set back).
  public static func syncOperation(entities: Int) -> Generator {
    let entity = Generator<Int>.int(in: 0...max(0, entities - 1))
    let type = Generator<SyncEntityType>.element(of: [
      .foodItem, .foodItem, .foodItem, .foodItem, .dailyLog, .exerciseItem, .customMeal,
    ])
    let kind = Generator<SyncOperation.Kind>.anyCase()
    let second = Generator<Double>.element(of: [0, 1, 2, 3, 4, 0.25, 0.5, 1.0.nextUp, -0.5, -3])
    return Generator { source in
      let number = try source(entity)
      return SyncOperation(
        try source(kind), entityId: .entity(number), entityType: try source(type),
        timestamp: Date(timeIntervalSinceReferenceDate: try source(second)))
    }
  }
}

extension SyncOperation: CounterexampleDescribable {
  /// "update foodItem 3 @ 2.0 s", with the time counted from the reference date.
  public var counterexampleDescription: String {
    "\(kind) \(entityType) \(entityId.entityText) @ \(timestamp.timeIntervalSinceReferenceDate) s"
  }
}
