import FlyingFox
import PropertyTesting

/// swhitty/FlyingFox.
enum FlyingFoxFindings {
  static let all = [parameter]

  static let parameter = Finding(
    "route-parameter-large", in: "swhitty/FlyingFox", by: .byHand,
    "`UInt64.init(parameter:)` throws for numbers above `Int64.max`.",
    demand:
      "It is to read a number of its own type from a path, as it does for the ten other types, and `UInt64(_:)` reads this text. The text "
      + "is read as an `Int64` first.",
    result: "[true, true]",
    reproduction: { print in
      let text = "\(UInt64.max)"
      print([UInt64(text) != nil, (try? UInt64(parameter: text)) == nil])
    },
    forAll: Generator<UInt64>.integer()
  ) { number in
    try expect("\(number) is read", (try? UInt64(parameter: "\(number)")) == number)
  }
}
