import PropertyTesting

/// Failures of which another one is simpler that no single step leads to, because several values change at once.
enum HeldOutRedrawn {
  static let all = [descending, farApart, eighth, laterField, threes, equalNumbers, digitsOfOne, firstIsLast, remainderOfLetter]

  static let descending = ChallengeRow(
    "letters that descend", minimum: #""aA""#, Generator<String>.text(.unicode, count: 0...10)
  ) { text in
    let scalars = Array(text.unicodeScalars)
    try expect("they rise", scalars.isEmpty || scalars[0] <= scalars[scalars.count - 1])
  }

  static let farApart = ChallengeRow(
    "a set that spans more than 46", minimum: "[-30, 17]",
    Generator<Set<Int>>.set(of: .int(in: -30...30), count: 0...10).map { $0.sorted() }
  ) { numbers in
    try expect("they are close", (numbers.last ?? 0) - (numbers.first ?? 0) <= 46)
  }

  static let eighth = ChallengeRow(
    "an eighth with another whole part", minimum: "47.375", Generator<Double>.double(in: -100_000...100_000)
  ) { number in
    try expect("it is small, or quarters", number * number <= 2_235 || number * 4 == (number * 4).rounded())
  }

  static let laterField = ChallengeRow(
    "a first field or a later one", minimum: "(0, 3)", Generator<(Int, Int)>.zip(.int(in: 0...1_000), .int(in: 0...1_000))
  ) { a, b in
    try expect("neither", a <= b && b - a != 3)
  }

  static let threes = ChallengeRow(
    "as many letters as threes", minimum: #""abc""#, Generator<String>.text(.of("abcdexyzABC019 -,"), count: 0...30)
  ) { text in
    try expect("another number of letters", text.isEmpty || Set(text).count % 3 != 0)
  }

  static let equalNumbers = ChallengeRow(
    "equal numbers that end in seven", minimum: "(27, 27)", Generator<(Int, Int)>.zip(.int(in: 0...100), .int(in: 0...100))
  ) { a, b in
    try expect("others", a != b || a % 10 != 7 || a <= 20)
  }

  static let digitsOfOne = ChallengeRow(
    "digits that add up, in fewer numbers", minimum: "[19]", Generator<[Int]>.array(of: .int(in: 0...100), count: 0...8)
  ) { numbers in
    func digits(_ number: Int) -> Int { number < 10 ? number : number % 10 + digits(number / 10) }
    try expect("few", digits(numbers.reduce(0, +)) <= 9)
  }

  static let firstIsLast = ChallengeRow(
    "the first list is like the last, and another is not", minimum: "[[], [0], []]",
    Generator<[[Int]]>.array(of: .array(of: .constant(0), count: 0...10), count: 0...10)
  ) { lists in
    try expect("all alike, or the ends are not", lists.first != lists.last || Set(lists).count < 2)
  }

  static let remainderOfLetter = ChallengeRow(
    "a scalar with a remainder", minimum: #""h""#, Generator<String>.text(.unicode, count: 1...10)
  ) { text in
    try expect("another remainder", (text.unicodeScalars.first?.value ?? 0) % 9 != 5)
  }

  /// A threshold that the first failing case may stand at, so that halving has nothing to show: in how many calls it is known for one.
  static let threshold = ChallengeRow("a number above 2284", minimum: "2285", Generator<Int>.int(in: 10...5_000)) { number in
    try expect("it is small", number <= 2_284)
  }
}
