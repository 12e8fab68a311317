import CountMeReference
import Foundation
import PropertyTesting

/// Entities and times by small numbers, so that histories print and shrink well.
extension UUID {
  /// Entity number `number` (0…65,535): the last two bytes of the id.
  public static func entity(_ number: Int) -> UUID {
    let high = UInt8(truncatingIfNeeded: number >> 8)
    let low = UInt8(truncatingIfNeeded: number)
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, high, low))
  }
}

extension Generator where Value == SyncOperation {
  /// A change of one of `entities` entities, of two types, so that equal ids of different types come up;
  /// stamped with one of a few seconds, so that ties do, and earlier ones after later ones (a clock that
  /// was set back).
  public static func syncOperation(entities: Int) -> Generator {
    let entity = Generator<Int>.int(in: 0...max(0, entities - 1))
    let type = Generator<SyncEntityType>.element(of: [.foodItem, .dailyLog])
    let kind = Generator<SyncOperation.Kind>.anyCase()
    let second = Generator<Int>.int(in: 0...6)
    return Generator { source in
      let number = try source(entity)
      return SyncOperation(
        try source(kind), entityId: .entity(number), entityType: try source(type),
        timestamp: Date(timeIntervalSinceReferenceDate: Double(try source(second))))
    }
  }
}

extension SyncOperation: CounterexampleDescribable {
  /// "update foodItem 3 @ 2.0 s": numbered entities by their number, times from the reference date.
  public var counterexampleDescription: String {
    let bytes = entityId.uuid
    let number = Int(bytes.14) << 8 | Int(bytes.15)
    let entity = entityId == .entity(number) ? "\(number)" : entityId.uuidString
    return "\(kind) \(entityType) \(entity) @ \(timestamp.timeIntervalSinceReferenceDate) s"
  }
}
