import Foundation

/// What is known of a run, in its scratch folder: it is written as it is found out, so that a run that was stopped
/// goes on.
struct Journal: Sendable {
  let folder: String

  /// Of a build that is done and whose tests were measured.
  struct State: Codable, Equatable {
    /// What it is of: the package's files, the mutants, the commands.
    let key: String
    let refused: [Int: String]
    let reach: TestReach
  }

  private var stateFile: String { "\(folder)/state.json" }
  private var resultsFile: String { "\(folder)/results.jsonl" }

  func state(of key: String) -> State? {
    guard let data = FileManager.default.contents(atPath: stateFile),
      let state = try? JSONDecoder().decode(State.self, from: data), state.key == key
    else { return nil }
    return state
  }

  /// Forgets what was known.
  func begin() throws {
    for file in [stateFile, resultsFile] where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }

  func save(_ state: State) throws {
    try JSONEncoder().encode(state).write(to: URL(fileURLWithPath: stateFile), options: .atomic)
  }

  /// A line that was cut, as by a full disk, is left out: its mutant is judged again.
  func results() -> [MutantResult] {
    let text = FileManager.default.contents(atPath: resultsFile).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(MutantResult.self, from: Data($0.utf8)) }
  }

  func append(_ result: MutantResult) throws {
    let line = try JSONEncoder().encode(result) + [10]
    if !FileManager.default.fileExists(atPath: resultsFile) { try Data().write(to: URL(fileURLWithPath: resultsFile)) }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: resultsFile))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: line)
  }
}

/// A short name for much text: FNV-1a (Fowler, Noll and Vo), 64 bits. Only to see whether something changed.
struct Fingerprint {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    state = (state ^ 0xFF) &* 0x100_0000_01B3
  }

  var value: UInt64 { state }
  var text: String { String(state, radix: 16) }
}
