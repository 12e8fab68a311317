import Synchronization

/// A case as it happens, in memory that outlives its process: every choice as it is drawn, the printed value
/// before the predicate sees it, notes, and at last the result.
///
/// Entries are appended, and count once the length says so: a process that dies in the middle of one leaves
/// those before it. Used by one task at a time, as the tape is: hence unchecked.
final class CaseJournal: @unchecked Sendable {
  enum Entry {
    case token(Token)
    /// A choice took another value.
    case amended(token: Int, UInt64)
    /// All but so many tokens were taken back.
    case rewound(tokenCount: Int)
    case value(String)
    case ranPredicate
    case drawn(name: String, value: String, isScripted: Bool)
    case note(String)
    case figure(TraceFigure)
    case steps([String])
    /// The case's classes, and the values that it wants to be high.
    case marks(labels: [String], targets: [String: Double], collected: [String: Collected])
    case result(Examination.Result)
    /// The known failures that could explain why the case fails, before it runs.
    case suspected([String])
    /// The known failure that it met.
    case known(String)
    /// What it claimed.
    case claimed(Evidence)
  }

  /// Words at the start of the memory.
  private enum Word: Int, CaseIterable {
    case length, cursor, divergences, isFull, dependsOnMore, ranEverySchedule
  }

  private static let headerBytes = 64
  private let memory: UnsafeMutableRawBufferPointer
  private let beacon: UnsafeMutablePointer<Atomic<Int>>?

  /// - Parameters:
  ///   - memory: of a page or more, aligned to a page.
  ///   - beacon: in a worker, what its supervisor's clock goes by.
  init(_ memory: UnsafeMutableRawBufferPointer, beacon: UnsafeMutablePointer<Atomic<Int>>? = nil) {
    self.memory = memory
    self.beacon = beacon
  }

  /// Does what is no part of the case, and does not count against its time: a large program's places in the source take
  /// seconds to look up on a busy machine. The beacon is negative meanwhile.
  func offTheClock<Result>(_ body: () -> Result) -> Result {
    guard let beacon else { return body() }
    let index = beacon.pointee.load(ordering: .relaxed)
    beacon.pointee.store(~index, ordering: .relaxed)
    defer { beacon.pointee.store(index, ordering: .relaxed) }
    return body()
  }

  /// Forgets the last case.
  func reset() {
    for word in Word.allCases { self[word] = 0 }
  }

  /// Whether an entry found no room. There are none after it.
  var isFull: Bool { self[.isFull] != 0 }

  /// For what a case can take.
  var capacityBytes: Int { memory.count - Self.headerBytes }

  func append(_ entry: Entry) {
    guard !isFull else { return }
    var writer = ByteWriter()
    writer.write(entry)
    let length = self[.length]
    guard length + writer.bytes.count <= capacityBytes else {
      self[.isFull] = 1
      return
    }
    let room = UnsafeMutableRawBufferPointer(
      rebasing: memory[(Self.headerBytes + length)..<(Self.headerBytes + length + writer.bytes.count)])
    room.copyBytes(from: writer.bytes)
    self[.length] = length + writer.bytes.count
  }

  /// What is to be drawn, unless it would take the room of what must be told.
  func append(drawing figure: TraceFigure) {
    if figure.json.utf8.count < (capacityBytes - self[.length]) / 4 { append(.figure(figure)) }
  }

  /// How far the replay has come, after an entry that changed it.
  func note(cursor: Int, divergences: Int) {
    self[.cursor] = cursor
    self[.divergences] = divergences
  }

  /// See ``Tape/dependsOnMore``.
  var dependsOnMore: Bool {
    get { self[.dependsOnMore] != 0 }
    set { self[.dependsOnMore] = newValue ? 1 : 0 }
  }

  /// See ``Tape/ranEverySchedule``.
  var ranEverySchedule: Bool {
    get { self[.ranEverySchedule] != 0 }
    set { self[.ranEverySchedule] = newValue ? 1 : 0 }
  }

  var cursor: Int { self[.cursor] }
  var divergences: Int { self[.divergences] }

  /// The entries so far.
  func entries() -> [Entry] {
    let length = min(max(0, self[.length]), capacityBytes)
    var reader = ByteReader(
      UnsafeRawBufferPointer(rebasing: memory[Self.headerBytes..<(Self.headerBytes + length)]))
    var entries: [Entry] = []
    // A case that writes where it must not can spoil the rest of it; what stands before that still counts.
    while !reader.isAtEnd, let entry = try? reader.entry() { entries.append(entry) }
    return entries
  }

  private subscript(_ word: Word) -> Int {
    get { atomic(word)?.pointee.load(ordering: .acquiring) ?? 0 }
    set { atomic(word)?.pointee.store(newValue, ordering: .releasing) }
  }

  private func atomic(_ word: Word) -> UnsafeMutablePointer<Atomic<Int>>? {
    memory.baseAddress?.advanced(by: word.rawValue * 8).assumingMemoryBound(to: Atomic<Int>.self)
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ entry: CaseJournal.Entry) {
    switch entry {
    case .token(let token):
      write(UInt64(0))
      write(token)
    case .amended(let token, let value):
      write(UInt64(1))
      write(token)
      write(value)
    case .rewound(let tokenCount):
      write(UInt64(2))
      write(tokenCount)
    case .value(let text):
      write(UInt64(3))
      write(text)
    case .ranPredicate:
      write(UInt64(4))
    case .drawn(let name, let value, let isScripted):
      write(UInt64(5))
      write(name)
      write(value)
      write(isScripted)
    case .note(let text):
      write(UInt64(6))
      write(text)
    case .result(let result):
      write(UInt64(7))
      write(result)
    case .steps(let steps):
      write(UInt64(8))
      write(steps.count)
      for step in steps { write(step) }
    case .marks(let labels, let targets, let collected):
      write(UInt64(9))
      write(labels.count)
      for label in labels { write(label) }
      write(targets.count)
      for (label, value) in targets {
        write(label)
        write(value.bitPattern)
      }
      write(collected.count)
      for (name, values) in collected {
        write(name)
        values.write(to: &self)
      }
    case .figure(let figure):
      write(UInt64(10))
      write(figure.json)
    case .suspected(let names):
      write(UInt64(11))
      write(names.count)
      for name in names { write(name) }
    case .known(let name):
      write(UInt64(12))
      write(name)
    case .claimed(let evidence):
      write(UInt64(13))
      write(evidence.rawValue)
    }
  }
}

extension ByteReader {
  fileprivate mutating func entry() throws -> CaseJournal.Entry {
    switch try word() {
    case 0: .token(try token())
    case 1: .amended(token: try number(), try word())
    case 2: .rewound(tokenCount: try number())
    case 3: .value(try text())
    case 4: .ranPredicate
    case 5: .drawn(name: try text(), value: try text(), isScripted: try flag())
    case 6: .note(try text())
    case 7: .result(try result())
    case 8: .steps(try (0..<max(0, try number())).map { _ in try text() })
    case 9: try marks()
    case 10: .figure(try TraceFigure(json: try text()))
    case 11: .suspected(try (0..<max(0, try number())).map { _ in try text() })
    case 12: .known(try text())
    case 13: .claimed(Evidence(rawValue: try number()) ?? .none)
    default: throw Malformed()
    }
  }

  private mutating func marks() throws -> CaseJournal.Entry {
    let labels = try (0..<max(0, try number())).map { _ in try text() }
    var targets: [String: Double] = [:]
    for _ in 0..<max(0, try number()) { targets[try text()] = Double(bitPattern: try word()) }
    var collected: [String: Collected] = [:]
    for _ in 0..<max(0, try number()) { collected[try text()] = try Collected(from: &self) }
    return .marks(labels: labels, targets: targets, collected: collected)
  }
}
