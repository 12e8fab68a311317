import Foundation

/// What the cases of a run collected under one name, in memory that does not grow with their number: numbers
/// in buckets, anything else by how it prints.
struct Collected: Sendable, Equatable {
  /// One value of one case.
  enum Datum: Sendable {
    case number(Double)
    case text(String)
  }

  /// The name of what the verdict does not cover. No table of a report.
  static let limits = "limits"

  /// How many distinct texts are told apart; the rest are counted together.
  static let textCapacity = 1_000

  /// Numbers by bucket: see ``bucket(of:)``.
  private(set) var numbers: [Int: Int] = [:]
  private(set) var least = Double.infinity
  private(set) var greatest = -Double.infinity
  private(set) var sum = 0.0
  private(set) var texts: [String: Int] = [:]
  private(set) var otherTexts = 0

  init() {}

  /// As they were written down.
  init(numbers: [Int: Int], least: Double, greatest: Double, sum: Double, texts: [String: Int], otherTexts: Int) {
    self.numbers = numbers
    self.least = least
    self.greatest = greatest
    self.sum = sum
    self.texts = texts
    self.otherTexts = otherTexts
  }

  var numberCount: Int { numbers.values.reduce(0, +) }
  var textCount: Int { texts.values.reduce(otherTexts, +) }

  mutating func add(_ datum: Datum) {
    switch datum {
    case .number(let number) where number.isFinite:
      numbers[Self.bucket(of: number), default: 0] += 1
      least = min(least, number)
      greatest = max(greatest, number)
      sum += number
    case .number(let number): add(text: "\(number)", 1)
    case .text(let text): add(text: text, 1)
    }
  }

  private mutating func add(text: String, _ count: Int) {
    if texts[text] == nil, texts.count >= Self.textCapacity {
      otherTexts += count
    } else {
      texts[text, default: 0] += count
    }
  }

  func merged(with other: Collected) -> Collected {
    var result = self
    result.numbers.merge(other.numbers, uniquingKeysWith: +)
    result.least = min(least, other.least)
    result.greatest = max(greatest, other.greatest)
    result.sum += other.sum
    // By name, so that the same texts find room in every run.
    for (text, count) in other.texts.sorted(by: { $0.key < $1.key }) { result.add(text: text, count) }
    result.otherTexts += other.otherTexts
    return result
  }

  /// Each whole number below 32 has a bucket of its own; above, and for fractions, there are 16 buckets for each
  /// power of two (as in HdrHistogram), so that a bucket is a sixteenth of its numbers wide at most.
  static func bucket(of number: Double) -> Int {
    guard number != 0 else { return 0 }
    let magnitude = number.magnitude
    // 16 steps within a power of two, counted from far below the least number that is of interest.
    let exponent = max(-64, Int(magnitude.exponent))
    let step = Int((magnitude / exp2(Double(exponent)) - 1) * 16)
    let index = 1 + (exponent + 64) * 16 + min(max(step, 0), 15)
    return number < 0 ? -index : index
  }

  /// The number nearest to zero of a bucket.
  static func start(of bucket: Int) -> Double {
    guard bucket != 0 else { return 0 }
    let index = abs(bucket) - 1
    let start = exp2(Double(index / 16 - 64)) * (1 + Double(index % 16) / 16)
    return bucket < 0 ? -start : start
  }
}

extension Collected {
  func write(to writer: inout ByteWriter) {
    writer.write(numbers.count)
    for (bucket, count) in numbers {
      writer.write(bucket)
      writer.write(count)
    }
    for number in [least, greatest, sum] { writer.write(number.bitPattern) }
    writer.write(texts.count)
    for (text, count) in texts {
      writer.write(text)
      writer.write(count)
    }
    writer.write(otherTexts)
  }

  init(from reader: inout ByteReader) throws {
    for _ in 0..<max(0, try reader.number()) { numbers[try reader.number()] = try reader.number() }
    least = Double(bitPattern: try reader.word())
    greatest = Double(bitPattern: try reader.word())
    sum = Double(bitPattern: try reader.word())
    for _ in 0..<max(0, try reader.number()) { texts[try reader.text()] = try reader.number() }
    otherTexts = try reader.number()
  }
}
