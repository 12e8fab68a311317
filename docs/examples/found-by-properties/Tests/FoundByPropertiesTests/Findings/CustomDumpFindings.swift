import CustomDump
import Foundation
import PropertyTesting

/// pointfreeco/swift-custom-dump.
enum CustomDumpFindings {
  static let all = [setOfObjects, functionType]

  private static let package = "pointfreeco/swift-custom-dump"

  private final class Player: Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (one: Player, other: Player) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  static let setOfObjects = Finding(
    "dump-set-of-objects", in: package, by: .byHand,
    "`String.init(customDumping:)` leaves out the contents of objects in a set of two or more.",
    demand: "`↩︎` stands for an object that was dumped before, and these were not: they were visited when the elements were sorted. "
      + "An array has their contents. (`Player` is a class with a `number`.)",
    result: "false",
    reproduction: { print in
      print(String(customDumping: Set([Player(7), Player(9)])).contains("number"))
    },
    forAll: .set(of: .int(in: 0...9), count: 0...4)
  ) { numbers in
    let dump = String(customDumping: Set(numbers.map(Player.init)))
    for number in numbers.sorted() { try expect("number: \(number) in it", dump.contains("number: \(number)")) }
  }

  static let functionType = Finding(
    "dump-function-type", in: package, by: .byHand,
    "`String.init(customDumping:)` garbles the type of an optional function.",
    demand: "It dumps `(Int) -> ()` as it is written, and abbreviates an optional `X` as `X?`. The `>` of the arrow is taken for the "
      + "end of the generic arguments.",
    result: "(Int) -? ()>.self",
    reproduction: { print in
      print(String(customDumping: Optional<(Int) -> Void>.self))
    },
    forAll: .element(of: [Int?.self, [Int?].self, ((Int) -> Void).self, ((Int) -> Void)?.self, [(Int) -> Int].self] as [any Any.Type]).map {
      TypeBox(type: $0)
    }
  ) { box in
    let dump = String(customDumping: box.type)
    try expect("the arrows of \(dump)", dump.components(separatedBy: "->").count, equals: "\(box.type)".components(separatedBy: "->").count)
  }

  private struct TypeBox: Sendable, CustomStringConvertible {
    let type: any Any.Type
    var description: String { "\(type)" }
  }
}
