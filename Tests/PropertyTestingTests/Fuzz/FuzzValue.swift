import Foundation

/// A value of a random generator: of every kind that the engine draws and prints.
indirect enum FuzzValue: Sendable, Hashable {
  case int(Int)
  case word(UInt64)
  case small(Int8)
  case flag(Bool)
  case double(Double)
  case date(Date)
  case decimal(Decimal)
  case text(String)
  case bytes(Data)
  case id(UUID)
  case list([FuzzValue])
  case set(Set<FuzzValue>)
  case table([FuzzValue: FuzzValue])
  case maybe(FuzzValue?)
  case pair(FuzzValue, other: FuzzValue)
  case record(FuzzRecord)

  var parts: [FuzzValue] {
    switch self {
    case .int, .word, .small, .flag, .double, .date, .decimal, .text, .bytes, .id: []
    case .list(let parts): parts
    // In an order of their own, because theirs changes from run to run.
    case .set(let parts): parts.sorted { $0.digest < $1.digest }
    case .table(let table): table.sorted { $0.key.digest < $1.key.digest }.flatMap { [$0.key, $0.value] }
    case .maybe(let part): part.map { [$0] } ?? []
    case .pair(let left, let right): [left, right]
    case .record(let record): [record.first] + record.others
    }
  }
}

extension FuzzValue {
  /// A hash that is the same in every process.
  var digest: UInt64 {
    switch self {
    case .int(let number): UInt64(bitPattern: Int64(number)) &* 3 &+ 1
    case .word(let number): number &* 5 &+ 2
    case .small(let number): UInt64(bitPattern: Int64(number)) &* 7 &+ 3
    case .flag(let flag): flag ? 11 : 13
    case .double(let number): number.bitPattern &* 17
    case .date(let date): date.timeIntervalSinceReferenceDate.bitPattern &* 19
    case .decimal(let number): Self.digest("\(number)".utf8)
    case .text(let text): Self.digest(text.utf8)
    case .bytes(let data): Self.digest(data)
    case .id(let id): Self.digest(id.uuidString.utf8)
    case .list, .set, .table, .maybe, .pair, .record: parts.reduce(23) { ($0 ^ $1.digest) &* 0xBF58_476D_1CE4_E5B9 &+ 29 }
    }
  }

  private static func digest(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(31) { ($0 ^ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 &+ 37 }
  }
}

struct FuzzRecord: Sendable, Hashable {
  var first: FuzzValue
  var others: [FuzzValue]
}

/// What properties are about.
struct FuzzFeatures {
  static let names = ["nodes", "depth", "sum", "largest", "characters", "longest", "flags", "fractions", "pairs alike", "descents"]

  private(set) var numbers: [Int]

  init(_ value: FuzzValue) {
    var seen = Seen()
    seen.visit(value, depth: 1)
    let integers = seen.integers
    numbers = [
      seen.nodes, seen.depth, integers.reduce(0, &+), integers.map { Int(clamping: $0.magnitude) }.max() ?? 0, seen.characters,
      seen.longest, seen.flags, seen.fractions, integers.count - Set(integers).count,
      zip(integers, integers.dropFirst()).count { $0 > $1 },
    ]
  }

  private struct Seen {
    var (nodes, depth, characters, longest, flags, fractions) = (0, 0, 0, 0, 0, 0)
    var integers: [Int] = []

    mutating func visit(_ value: FuzzValue, depth level: Int) {
      nodes += 1
      depth = max(depth, level)
      let parts = value.parts
      longest = max(longest, parts.count)
      switch value {
      case .int(let number): integers.append(number)
      case .word(let number): integers.append(Int(truncatingIfNeeded: number))
      case .small(let number): integers.append(Int(number))
      case .flag(let flag): flags += flag ? 1 : 0
      case .double(let number):
        if number != number.rounded() { fractions += 1 }
        integers.append(Int(exactly: number.rounded()) ?? -1)
      case .date(let date): integers.append(Int(exactly: (date.timeIntervalSinceReferenceDate / 86_400).rounded()) ?? -1)
      case .decimal(let number): integers.append("\(number)".utf8.count)
      case .text(let text): characters += text.unicodeScalars.count
      case .bytes(let data): characters += data.count
      case .id(let id): integers.append(Int(id.uuid.0))
      case .list, .set, .table, .maybe, .pair, .record: break
      }
      for part in parts { visit(part, depth: level + 1) }
    }
  }
}
