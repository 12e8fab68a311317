import Configuration
import PropertyTesting

/// apple/swift-configuration.
enum ConfigurationFindings {
  static let all = [accent, contextTypes, cycle]

  private static let package = "apple/swift-configuration"

  static let accent = Finding(
    "environment-key-accent", in: package, by: .sameAnswer,
    "`EnvironmentVariablesProvider.value(forKey:type:)` traps for a capital with a combining mark behind a small letter.",
    demand: "Its documentation says how any key becomes a name: an underscore marks the boundary of two words. For À as one scalar, it "
      + "does.",
    result: "traps", needsProcess: true,
    reproduction: { print in
      print(try EnvironmentVariablesProvider(environmentVariables: [:]).value(forKey: ["aA\u{300}"], type: .string).encodedKey)
    },
    forAll: .text(.of("aA\u{300}"), count: 0...4)
  ) { text in
    let value = try EnvironmentVariablesProvider(environmentVariables: [:]).value(forKey: [text], type: .string)
    try expect("no value", value.value == nil)
  }

  private static let contexts = Generator<[String: ConfigContextValue]>.element(of: [
    [:], ["x": .int(1)], ["x": .string("1")], ["x": .string("a")], ["x": .string("z")],
  ])
  private static let keys = Generator<ConfigKey>.build(
    { ConfigKey($0, context: $1) }, from: .array(of: .element(of: ["a", "b"]), count: 0...2), contexts)

  static let contextTypes = Finding(
    "config-key-context-type", in: package, by: .byHand,
    "`ConfigKey.<` does not order two keys whose contexts have the number 1 and the text “1”.",
    demand: "According to `Comparable`, of two values exactly one of `<`, `==` and `>` holds, and `==` tells these apart. "
      + "`AbsoluteConfigKey` has the same code.",
    result: "[false, false, false]",
    reproduction: { print in
      let (a, b) = (ConfigKey("k", context: ["x": .int(1)]), ConfigKey("k", context: ["x": .string("1")]))
      print([a < b, a == b, b < a])
    },
    forAll: .zip(keys, keys)
  ) { a, b in
    try expect("exactly one holds", [a < b, a == b, b < a].count { $0 }, equals: 1)
  }

  static let cycle = Finding(
    "config-key-order-cycle", in: package, by: .laws,
    "`ConfigKey.<` compares contexts before the numbers of components, so that three keys can each be less than the next.",
    demand: "According to `Comparable`, `<` is transitive. `AbsoluteConfigKey` has the same code.",
    result: "[true, true, true]",
    reproduction: { print in
      let a = ConfigKey(["k"], context: ["x": "m"])
      let b = ConfigKey(["k", "b"], context: ["x": "z"])
      let c = ConfigKey(["k", "c"], context: ["x": "a"])
      print([a < b, b < c, c < a])
    },
    forAll: Generator<(ConfigKey, ConfigKey, ConfigKey)>.zip(keys, keys, keys)
  ) { a, b, c in
    if a < b, b < c { try expect("a < c", a < c) }
  }
}
