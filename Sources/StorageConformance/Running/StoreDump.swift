import PropertyTesting
import StorageContract

/// All that a store holds, as its dump has it. Reports cut the lines that are long.
struct StoreDump: Sendable, CustomStringConvertible {
  /// The longest line that a report prints whole, in bytes.
  static let wholeLineBytes = 200

  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Line by line.
  var description: String {
    guard text.utf8.count > Self.wholeLineBytes else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let size = line.utf8.count
      guard size > Self.wholeLineBytes else { return String(line) }
      return "\(line.prefix(50))…\(line.suffix(30)) (\(size) bytes, checksum \(LongText.checksum(line.utf8)))"
    }.joined(separator: "\n")
  }
}

extension StoreDump: Equatable {
  /// By bytes: é and e + ◌́ are not the same key.
  static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
}

extension StoreDump: CounterexampleDescribable {
  var counterexampleDescription: String { PropertyTesting.describe(description) }
}

extension Store {
  func dumped() async throws -> StoreDump { StoreDump(try await dump()) }
}
