/// The kinds of values that predicates are drawn about: which domains, which numbers a value has, and what else may be asked of it.
struct DrawnKind: Sendable {
  let name: String
  /// What a value is drawn from, one of several domains.
  let domains: [Formula]
  /// Numbers of a value, with how large they usually are.
  let numbers: [(formula: Formula, size: Int)]
  /// Conditions that are no comparison of a number with a constant.
  let conditions: [Formula]

  static let all = [
    number, pair, triple, list, nestedList, text, unicode, optional, dictionary, set, real, date, record, tree,
  ]

  private static func at(_ place: Int, _ formula: Formula = .x) -> Formula { .apply("at", [formula, .number(place)]) }
  private static func f(_ name: String, _ operands: Formula...) -> Formula { .apply(name, operands) }
  private static func int(_ lower: Int, _ upper: Int) -> Formula { f("int", .number(lower), .number(upper)) }
  private static func list(_ element: Formula, _ most: Int) -> Formula { f("list", element, .number(most)) }

  static let number = DrawnKind(
    name: "number", domains: [int(0, 1_000_000), int(-100_000, 100_000), int(10, 5_000)],
    numbers: [(.x, 2_000), (.x, 2_000), (f("digits", .x), 15)], conditions: [f("prime", .x), f("square", .x), f("not", f("above", .x,
      .number(-20)))])

  static let pair = DrawnKind(
    name: "pair", domains: [f("record", int(0, 1_000), int(0, 1_000)), f("record", int(-100, 100), int(-100, 100))],
    numbers: [
      (at(0), 60), (at(1), 60), (f("plus", at(0), at(1)), 120), (f("minus", at(0), at(1)), 60), (f("times", at(0), at(1)), 1_500),
      (f("distance", at(0), at(1)), 20), (f("squares", .x), 3_000),
    ],
    conditions: [
      f("equal", at(0), at(1)), f("above", at(0), at(1)), f("above", at(1), at(0)), f("equal", at(1), f("times", at(0), .number(2))),
      f("equal", f("distance", at(0), at(1)), .number(3)), f("equal", f("plus", at(0), at(1)), .number(60)),
    ])

  static let triple = DrawnKind(
    name: "triple", domains: [f("record", int(0, 100), int(0, 100), int(0, 100)), f("record", int(-40, 40), int(-40, 40), int(-40, 40))],
    numbers: [
      (at(0), 20), (at(1), 30), (at(2), 40), (f("sum", .x), 90), (f("plus", at(0), at(2)), 60), (f("times", at(1), at(2)), 600),
      (f("minus", at(2), at(0)), 30), (f("weighted", .x), 200),
    ],
    conditions: [
      f("equal", at(0), at(1)), f("equal", f("plus", at(0), at(1)), at(2)), f("above", at(0), at(1)), f("above", at(1), at(2)),
      f("equal", .x, f("sorted", .x)), f("above", .number(3), f("distinct", .x)),
    ])

  private static let ofLists: [Formula] = [
    f("not", f("equal", .x, f("sorted", .x))), f("equal", .x, f("reversed", .x)), f("equal", .x, f("sorted", .x)),
    f("above", f("count", .x), f("distinct", .x)), f("above", f("first", .x), f("last", .x)), f("equal", f("first", .x), f("last", .x)),
    f("above", f("last", .x), f("first", .x)), f("equal", f("count", .x), f("distinct", .x)),
  ]

  static let list = DrawnKind(
    name: "list", domains: [list(int(0, 100), 12), list(int(-50, 50), 12), list(int(0, 1_000), 20)],
    numbers: [
      (f("count", .x), 4), (f("sum", .x), 120), (f("most", .x), 60), (f("distinct", .x), 4), (f("squares", .x), 3_000),
      (f("weighted", .x), 200), (f("first", .x), 40), (f("last", .x), 40), (f("least", .x), 10),
      (f("distance", f("most", .x), f("least", .x)), 50),
    ],
    conditions: ofLists + [
      f("equal", f("most", .x), f("count", .x)), f("any", .x, f("prime", .y)), f("any", .x, f("equal", .y, f("count", .x))),
      f("all", .x, f("above", .y, .number(7))), f("any", .x, f("above", .y, .number(42))),
      f("any", .x, f("modulo", .y, .number(7), .number(3))),
    ])

  private static let rows = f("each", .x, f("count", .y))

  static let nestedList = DrawnKind(
    name: "nested list", domains: [list(list(int(0, 20), 6), 6), list(list(int(-10, 10), 8), 8), list(list(int(0, 0), 10), 10)],
    numbers: [
      (f("count", .x), 4), (f("numbers", .x), 6), (f("sum", .x), 30), (f("most", rows), 4), (f("count", f("first", .x)), 4),
      (f("distinct", .x), 3), (f("distinct", f("joined", .x)), 4), (f("least", rows), 2),
    ],
    conditions: [
      f("equal", f("most", rows), f("count", .x)), f("above", f("count", .x), f("distinct", .x)), f("not", f("equal", .x, f("sorted", .x))),
      f("equal", f("first", .x), f("last", .x)), f("above", f("distinct", rows), .number(1)),
      f("any", .x, f("above", f("count", .y), .number(2))),
      f("any", .x, f("above", f("sum", .y), .number(11))), f("not", f("equal", f("joined", .x), f("sorted", f("joined", .x)))),
    ])

  private static func has(_ code: Character) -> Formula {
    f("any", .x, f("equal", .y, .number(Int(code.unicodeScalars.first?.value ?? 0))))
  }

  static let text = DrawnKind(
    name: "text", domains: [f("text", .number(12)), f("text", .number(30))],
    numbers: [(f("count", .x), 5), (f("distinct", .x), 4), (f("sum", .x), 400), (f("most", .x), 121), (f("last", .x), 110)],
    conditions: ofLists + [
      has("b"), has("z"), has("A"), has("9"), has(" "), has(","), f("any", .x, f("above", .number(65), .y)), f("all", .x, f("above", .y,
        .number(64))),
      f("begins", f("rest", .x), f("rest", f("rest", .x))), f("equal", at(1), .number(98)),
    ])

  static let unicode = DrawnKind(
    name: "Unicode", domains: [f("unicode", .number(10))],
    numbers: [(f("count", .x), 4), (f("distinct", .x), 3), (f("most", .x), 500), (f("last", .x), 120), (f("first", .x), 90)],
    conditions: ofLists + [
      f("any", .x, f("above", .y, .number(127))), f("any", .x, f("above", .number(97), .y)), f("any", .x, f("above", .number(32), .y)),
      f("any", .x, f("above", .y, .number(191))), f("all", .x, f("above", .y, .number(90))),
      f("any", .x, f("modulo", .y, .number(16), .number(5))),
    ])

  static let optional = DrawnKind(
    name: "optional", domains: [
      f("record", f("optional", int(0, 1_000)), f("optional", int(0, 1_000))),
      f("record", f("optional", int(-50, 50)), f("optional", int(-50, 50)), f("optional", int(-50, 50))),
    ],
    numbers: [(at(0), 80), (at(1), 80), (f("sum", .x), 80), (f("numbers", .x), 2)],
    conditions: [
      f("equal", at(0), .none), f("equal", at(1), .none), f("equal", at(0), at(1)), f("not", f("equal", at(0), at(1))),
      f("above", at(0), at(1)),
      f("above", f("numbers", .x), .number(1)),
    ])

  private static let values = f("each", .x, at(1, .y))
  private static let keys = f("each", .x, at(0, .y))

  static let dictionary = DrawnKind(
    name: "dictionary", domains: [
      f("dictionary", int(0, 100), int(0, 100), .number(6)), f("dictionary", int(-30, 30), int(0, 10), .number(8)),
    ],
    numbers: [
      (f("count", .x), 3), (f("sum", values), 80), (f("sum", keys), 60), (f("most", keys), 40), (f("most", values), 40),
      (f("distinct", values), 3),
    ],
    conditions: [
      f("any", .x, f("equal", at(0, .y), at(1, .y))), f("any", .x, f("above", at(1, .y), at(0, .y))),
      f("above", f("count", .x), f("distinct", values)),
      f("all", .x, f("above", at(1, .y), .number(5))), f("equal", values, f("sorted", values)),
      f("any", .x, f("modulo", at(0, .y), .number(7), .number(4))),
      f("any", keys, f("equal", .y, f("count", .x))),
    ])

  static let set = DrawnKind(
    name: "set", domains: [f("set", int(0, 100), .number(8)), f("set", int(-30, 30), .number(10))],
    numbers: [
      (f("count", .x), 4), (f("sum", .x), 90), (f("most", .x), 50), (f("least", .x), 15), (f("squares", .x), 900),
      (f("distance", f("most", .x), f("least", .x)), 40),
    ],
    conditions: [
      f("any", .x, f("equal", .y, f("count", .x))), f("any", .x, f("prime", .y)), f("all", .x, f("above", .y, .number(4))),
      f("any", .x, f("modulo", .y, .number(9), .number(4))), f("all", .x, f("modulo", .y, .number(3), .number(1))),
      f("equal", f("most", .x), f("sum", .x)),
    ])

  static let real = DrawnKind(
    name: "double", domains: [f("real", .number(-100_000), .number(100_000)), f("real", .number(0), .number(1_000))],
    numbers: [(.x, 300), (f("times", .x, .number(10)), 900), (f("times", .x, .x), 5_000), (f("digits", .x), 10)],
    conditions: [
      f("not", f("whole", .x)), f("not", f("whole", .x)), f("whole", .x), f("not", f("whole", f("times", .x, .number(4)))),
      f("above", .number(-9), .x), f("whole", f("times", .x, .number(2))),
    ])

  static let date = DrawnKind(
    name: "date", domains: [f("date", .number(1_577_880_000))],
    numbers: [(f("year", .x), 2_010), (f("day", .x), 20), (f("month", .x), 8), (f("weekday", .x), 4), (f("hour", .x), 15)],
    conditions: [
      f("equal", f("day", .x), .number(31)), f("equal", f("day", .x), .number(29)), f("equal", f("month", .x), .number(2)),
      f("equal", f("month", .x), .number(6)), f("equal", f("month", .x), .number(12)), f("equal", f("weekday", .x), .number(1)),
      f("equal", f("weekday", .x), .number(6)), f("modulo", f("year", .x), .number(4), .number(0)), f("equal", f("day", .x), .number(1)),
      f("above", .number(2_001), f("year", .x)), f("above", .number(3), f("month", .x)), f("above", f("year", .x), .number(2_010)),
    ])

  static let record = DrawnKind(
    name: "record", domains: [
      f("record", list(int(0, 20), 8), list(int(0, 20), 8)), f("record", f("text", .number(8)), f("text", .number(8))),
      f("record", list(int(0, 20), 8), list(int(0, 20), 8), f("bool")),
    ],
    numbers: [
      (f("count", at(0)), 3), (f("count", at(1)), 3), (f("sum", at(0)), 60), (f("numbers", .x), 6),
      (f("minus", f("count", at(0)), f("count", at(1))), 2), (f("distinct", at(1)), 3),
    ],
    conditions: [
      f("equal", at(0), at(1)), f("begins", at(0), at(1)), f("begins", f("rest", at(0)), at(1)),
      f("equal", f("count", at(0)), f("count", at(1))),
      f("equal", f("minus", f("count", at(0)), f("count", at(1))), .number(1)), f("equal", f("sorted", at(0)), f("sorted", at(1))),
      f("above", f("count", at(0)), f("count", at(1))), f("not", f("equal", f("sorted", at(0)), at(0))),
      f("equal", f("first", at(0)), f("last", at(1))),
      f("above", f("sum", at(1)), f("sum", at(0))),
    ])

  static let tree = DrawnKind(
    name: "tree", domains: [f("tree", int(0, 20)), f("tree", int(-9, 9))],
    numbers: [
      (f("numbers", .x), 4), (f("depth", .x), 3), (f("sum", .x), 25), (f("depth", f("first", .x)), 2), (f("numbers", f("last", .x)), 3),
      (f("depth", f("last", .x)), 2), (f("first", .x), 9),
    ],
    conditions: [
      f("equal", f("first", .x), f("last", .x)), f("above", f("depth", f("first", .x)), f("depth", f("last", .x))),
      f("above", f("sum", f("last", .x)), f("sum", f("first", .x))), f("equal", f("last", .x), .number(3)),
      f("equal", f("numbers", f("first", .x)), f("numbers", f("last", .x))), f("equal", f("first", f("last", .x)), .number(2)),
    ])
}

extension Formula {
  /// Nil, as a value has it.
  fileprivate static let none = Formula.apply("rest", [.apply("rest", [.x])])
}
