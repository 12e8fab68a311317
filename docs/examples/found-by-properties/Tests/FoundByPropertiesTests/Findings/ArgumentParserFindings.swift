import ArgumentParser
import PropertyTesting

/// apple/swift-argument-parser.
enum ArgumentParserFindings {
  static let all = [emptyValue, joinedValue]

  private static let package = "apple/swift-argument-parser"

  private struct Named: ParsableArguments {
    @Option var name = "default"
    @Argument var rest: [String] = []
  }

  static let emptyValue = Finding(
    "argument-empty-value", in: package, by: .byHand,
    "`ParsableArguments.parse` takes the next argument for the value of an option that ends in “=”.",
    demand: "The documentation says that “=” or a space separates a key and its value. After “=”, the value is empty, as it is for "
      + "`-n=`.",
    known: "[known](https://github.com/apple/swift-argument-parser/issues/958), closed",
    result: "file []",
    reproduction: { print in
      struct Named: ParsableArguments {
        @Option var name = ""
        @Argument var rest: [String] = []
      }
      let parsed = try Named.parse(["--name=", "file"])
      print(parsed.name)
      print(parsed.rest)
    },
    forAll: .zip(.element(of: ["", "a", "="]), .element(of: ["b", "c"]))
  ) { value, file in
    let parsed = try Named.parse(["--name=\(value)", file])
    try expect("the name", parsed.name, equals: value)
  }

  private struct Defining: ParsableArguments {
    @Option(name: .customShort("D", allowingJoined: true)) var define = ""
  }

  static let joinedValue = Finding(
    "argument-joined-value", in: package, by: .byHand,
    "`ParsableArguments.parse` refuses a joined value with “=” in it.",
    demand: "The documentation of `customShort(_:allowingJoined:)` says that a user could pass `-Ddebug` to specify `debug`. It "
      + "leaves out no values, and `-D debug=1` is accepted.",
    known: "[known](https://github.com/apple/swift-argument-parser/issues/515), open",
    result: "nil",
    reproduction: { print in
      struct Defining: ParsableArguments { @Option(name: .customShort("D", allowingJoined: true)) var define = "" }
      print(try? Defining.parse(["-Ddebug=1"]).define)
    },
    forAll: .array(of: .element(of: ["a", "b", "="]), count: 1...4).map { "a" + $0.joined() }
  ) { value in
    try expect("-D\(value)", try? Defining.parse(["-D\(value)"]).define, equals: value)
  }

  private struct Helpful: ParsableArguments {
    @Option(help: "A text of some length") var file = ""
  }
}
