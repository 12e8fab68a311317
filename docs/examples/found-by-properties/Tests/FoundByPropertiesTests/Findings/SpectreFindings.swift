import PropertyTesting
import Spectre

/// kylef/Spectre.
enum SpectreFindings {
  static let all = [comparison, inequality]

  private static let package = "kylef/Spectre"

  static let comparison = Finding(
    "spectre-comparison", in: package, by: .byHand,
    "`Expectation.>` traps on nil, and with it the whole run.",
    demand: "`==` of the same expectation throws the failure “given value is nil”. The operators `>`, `>=`, `<` and `<=` unwrap by "
      + "force.",
    result: "traps", needsProcess: true,
    reproduction: { print in
      try Spectre.expect(nil as Int?) > 1
    },
    forAll: .element(of: [nil, 0, 1, 2] as [Int?])
  ) { value in
    let isMore = (try? Spectre.expect(value) > 1) != nil
    try PropertyTesting.expect("the expectation holds", isMore, equals: value.map { $0 > 1 } ?? false)
  }

  static let inequality = Finding(
    "spectre-inequality", in: package, by: .byHand,
    "`Expectation.!=` fails for nil and an array.",
    demand: "`!=` of an expectation of any other type holds for nil: nil is not equal to the value. Arrays and dictionaries have "
      + "overloads of their own.",
    result: "nil Optional(())",
    reproduction: { print in
      print(try? Spectre.expect(nil as [Int]?) != [1])
      print((try? Spectre.expect(nil as Int?) != 1) as Any)
    },
    forAll: .element(of: [nil, [], [1], [1, 2]] as [[Int]?])
  ) { value in
    let differs = (try? Spectre.expect(value) != [1]) != nil
    try PropertyTesting.expect("\(value.map { "\($0)" } ?? "nil") != [1]", differs, equals: value != [1])
  }
}
