// What docs/property-testing.md tests.

/// Text with runs of one letter written as a number and the letter: "aaab" is "3a1b".
enum RunLength {
  static func encode(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      result += "\(run.count)\(first)"
      rest = rest.dropFirst(run.count)
    }
    return result
  }

  static func decode(_ text: String) -> String {
    var result = ""
    var characters = text.makeIterator()
    while let count = characters.next()?.wholeNumberValue, let letter = characters.next() {
      result += String(repeating: letter, count: count)
    }
    return result
  }
}

/// Cents for each of `people`: the same for all, and one more for the first few where it does not come out even.
func split(cents: Int, among people: Int) -> [Int] {
  let (share, rest) = cents.quotientAndRemainder(dividingBy: people)
  return (0..<people).map { $0 < rest ? share + 1 : share }
}

struct Trip: Sendable, Equatable {
  enum Class: String, CaseIterable, Sendable { case second, first }

  var name: String
  var travellers: Int
  var fareCents: Int
  var fareClass: Class
}

/// Arithmetic on whole numbers.
indirect enum Formula: Sendable, Equatable {
  case number(Int)
  case sum(Formula, Formula)
  case product(Formula, Formula)

  var value: Int {
    switch self {
    case .number(let number): number
    case .sum(let left, let right): left.value &+ right.value
    case .product(let left, let right): left.value &* right.value
    }
  }

  /// A sum of 0 and a product with 1 say nothing.
  var simplified: Formula {
    switch self {
    case .number: self
    case .sum(.number(0), let other), .sum(let other, .number(0)): other.simplified
    case .product(.number(1), let other), .product(let other, .number(1)): other.simplified
    case .sum(let left, let right): .sum(left.simplified, right.simplified)
    case .product(let left, let right): .product(left.simplified, right.simplified)
    }
  }
}

/// Where `element` stands in `sorted`, which is in order; nil: nowhere.
func binarySearch(_ sorted: [Int], for element: Int) -> Int? {
  var (low, high) = (0, sorted.count)
  while low < high {
    let middle = (low + high) / 2
    if sorted[middle] == element { return middle }
    if sorted[middle] < element { low = middle + 1 } else { high = middle }
  }
  return nil
}
