import PropertyTesting
import StorageContract

/// A scan of records whose keys are drawn apart from it: bounds at them, beside them and elsewhere.
struct ScanRequest: Sendable {
  enum Bound: Sendable, Equatable {
    case none
    /// The key of that number, around and around.
    case key(Int)
    /// What comes next after that key.
    case after(Int)
    case text(String)
    /// More bytes than a key may have.
    case tooLongForAKey
  }

  enum Limit: Sendable, Equatable {
    case none
    case number(Int)
    /// So many more than the bounds hold, but not below 0.
    case found(plus: Int)
  }

  let lower: Bound
  let upper: Bound
  let limit: Limit

  func bound(_ bound: Bound, among keys: [String]) -> String? {
    switch bound {
    case .none: nil
    case .key(let index): keys.isEmpty ? "" : keys[index % keys.count]
    case .after(let index): keys.isEmpty ? "\u{0}" : keys[index % keys.count] + "\u{0}"
    case .text(let text): text
    case .tooLongForAKey: String(repeating: "a", count: 1_030)
    }
  }

  func limit(found: Int) -> Int? {
    switch limit {
    case .none: nil
    case .number(let number): number
    case .found(let extra): max(0, found + extra)
    }
  }
}

extension Generator where Value == ScanRequest {
  static let scanRequest: Generator = Generator { source in
    ScanRequest(lower: try source(.anyBound), upper: try source(.anyBound), limit: try source(.anyLimit))
  }
}

extension Generator where Value == ScanRequest.Bound {
  fileprivate static let anyBound: Generator = .frequency(
    (2, .constant(.none)),
    (5, Generator<Int>.int(in: 0...11).map { .key($0) }),
    (2, Generator<Int>.int(in: 0...11).map { .after($0) }),
    (2, Generator<String>.piecedKey.map { .text($0) }),
    (2, .element(of: [.text(""), .text("\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}"), .tooLongForAKey])))
}

extension Generator where Value == ScanRequest.Limit {
  fileprivate static let anyLimit: Generator = .frequency(
    (3, .constant(.none)),
    (3, .element(of: [.number(0), .number(1)])),
    (4, Generator<Int>.int(in: -1...1).map { .found(plus: $0) }),
    (1, .element(of: [.number(1_000), .number(.max), .number(1 << 31), .number(1 << 32), .number((1 << 32) + 1)])),
    (1, .element(of: [.number(-1), .number(.min)])))
}
