import Foundation
import StorageContract
import Testing

@testable import ProcessStorage

/// What an adapter does wrong is told, and ends within the deadline.
@Suite(.serialized) struct MisbehaviourTests {
  /// A way to go wrong, and what must be said of it.
  struct Case: CustomStringConvertible, Sendable {
    let kind: String
    let says: [String]
    var isSlow = false
    var description: String { kind }

    init(_ kind: String, _ says: String..., isSlow: Bool = false) {
      self.kind = kind
      self.says = says
      self.isSlow = isSlow
    }
  }

  static let cases = [
    Case("garbage", "one JSON object", "Traceback (most recent call last)"),
    Case("hang", "no answer", "I am stuck in a lock", isSlow: true),
    Case("die", "exited with status 7", "fatal: out of luck"),
    Case("dieOfSignal", "signal 9"),
    Case("wrongID", "no request with this id"),
    Case("halfALine", "only the start of a line arrived", isSlow: true),
    Case("endlessLine", "a line of more than"),
    Case("hugeLine", "a line of more than"),
    Case("badUTF8", "not UTF-8"),
    Case("wrongTypes", "ok."),
    Case("closeOutput", "closed its standard output"),
    Case("neitherOkNorErr", "“ok”", "“err”", "“skipped”"),
    Case("unknownCode", "diskFull", "invalidKey"),
    Case("flood", "expected a reply"),
  ]

  private static let options = ProcessOptions(replyDeadline: .milliseconds(400), maximumLineBytes: 4 << 20)

  /// At the hello, the open, the begin, the put and the commit.
  @Test(arguments: cases, [0, 1, 2, 3, 4])
  func isTold(_ kind: Case, at request: Int) async throws {
    if !kind.isSlow {
      let told = try await failure(kind, at: request, within: 300)
      try check(told, kind, request)
      return
    }
    // The deadline also counts for the requests before, and for the start of the process: on a busy machine a longer one
    // is tried, until the adapter came to that request.
    for seconds in [0.4, 4, 40, 400] {
      let told = try await failure(kind, at: request, within: seconds)
      if seconds < 400, told.request < Self.least(request) || !told.isAs(kind) { continue }
      try check(told, kind, request)
      if kind.kind == "hang" { #expect(told.reason.contains("within \(seconds) seconds")) }
      return
    }
  }

  /// What can be told from an error: the opening, the calls, the commit.
  private static func least(_ request: Int) -> Int { request == 4 ? 4 : request < 2 ? 0 : 2 }

  /// What an adapter's failure is reported as.
  private struct Told {
    /// The first of those requests that it can be about.
    let request: Int
    let error: StoreError
    let reason: String

    func isAs(_ kind: Case) -> Bool { kind.says.allSatisfy(reason.contains) }
  }

  private func failure(_ kind: Case, at request: Int, within seconds: Double) async throws -> Told {
    var options = Self.options
    options.replyDeadline = .seconds(seconds)
    let backend = probeBackend("\(kind.kind) \(request)", options: options)
    var location: ProcessLocation?
    var told: Told?
    do {
      location = try await backend.makeLocation() as? ProcessLocation
      let store = try #require(try await location?.open())
      do {
        try await store.write { _ = try $0.put(["n": .int64(1)], at: "a", in: "c") }
      } catch let error as StoreError {
        told = self.told(error, opened: true)
        await #expect { try await store.read { _ in } } throws: {
          if case StoreError.lost(let reason) = $0 { reason.contains("failed before") } else { false }
        }
      }
      try await store.close()
    } catch let error as StoreError {
      told = self.told(error, opened: false)
    }
    #expect(await location?.processIdentifier == nil)
    await location?.kill()
    await backend.tearDown()
    return try #require(told, "\(kind) at \(request): nothing was thrown")
  }

  private func told(_ error: StoreError, opened: Bool) -> Told? {
    switch error {
    case .lost(let reason): return Told(request: 4, error: error, reason: reason)
    case .io(_, let path, let reason):
      #expect(path.contains("storage-probe"))
      return Told(request: opened ? 2 : 0, error: error, reason: reason)
    default: return nil
    }
  }

  private func check(_ told: Told, _ kind: Case, _ request: Int) throws {
    #expect(told.request == Self.least(request), "\(kind) at \(request): \(told.error)")
    #expect(told.isAs(kind), "\(kind) at \(request): \(told.reason)")
    #expect(told.reason.count < 3_000)
  }

  @Test func anAnswerTooMany() async throws {
    let backend = probeBackend("answerTwice 2")
    let location = try await backend.makeLocation()
    let store = try await location.open()
    await #expect { try await store.write { _ = try $0.put([:], at: "a", in: "c") } } throws: {
      "\($0)".contains("no request with this id")
    }
    await backend.recycle(location)
    await backend.tearDown()
  }

  @Test(arguments: [("speakUnasked", "no request with this id"), ("noSuchProtocol", "speaks protocol 2")])
  func badBeginnings(_ kind: String, _ says: String) async throws {
    let backend = probeBackend("\(kind) 0")
    await #expect { _ = try await backend.makeLocation().open() } throws: { "\($0)".contains(says) }
    await backend.tearDown()
  }

  @Test func noSuchCommand() async throws {
    for (command, says) in [
      ("/nowhere/adapter --x", ["status 127", "no such command", "/nowhere/adapter"]), ("true", ["status 0"]),
      ("exit 9", ["status 9"]), ("echo hello; sleep 100", ["hello", "one JSON object"]), ("", ["status 0"]),
      ("if then", ["status 2", "yntax error"]),
    ] {
      let backend = ProcessBackend(command)
      await #expect { _ = try await backend.makeLocation() } throws: { error in
        says.allSatisfy { "\(error)".contains($0) } && error is StoreError
      }
      await backend.tearDown()
    }
  }

  @Test func aTalkativeAdapterIsNotHeldUp() async throws {
    let dump = try await withStore(probeBackend("talkToErrors")) { store in
      try await store.write { _ = try $0.put([:], at: "a", in: "c") }
      return try await store.dump()
    }
    #expect(dump.contains("\"a\""))
  }

  @Test func childrenOfAnAdapterGoWithIt() async throws {
    let backend = ProcessBackend("sleep 1000 & echo child $! >&2; exit 5")
    do {
      _ = try await backend.makeLocation()
      Issue.record("it was opened")
    } catch StoreError.io(_, _, let reason) {
      let number = reason.split(separator: "child ").last.flatMap { Int32($0.prefix { $0.isNumber }) }
      let child = try #require(number)
      #expect(Foundation.kill(child, 0) != 0 || isZombie(child))
    }
    await backend.tearDown()
  }

  private func isZombie(_ process: Int32) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return text.isEmpty || text.contains(") Z ")
  }

  /// Half of the request waits in the pipe.
  @Test func aRequestThatNobodyTakes() async throws {
    let backend = probeBackend("hang 3", options: ProcessOptions(replyDeadline: .seconds(2)))
    let location = try await backend.makeLocation()
    let store = try await location.open()
    let bytes = [UInt8](repeating: 7, count: 2 << 20)
    await #expect { try await store.write { _ = try $0.put(["b": .bytes(bytes)], at: "a", in: "c") } } throws: {
      if case StoreError.io(_, _, let reason) = $0 { reason.contains("within 2.0 seconds") } else { false }
    }
    await (location as? ProcessLocation)?.kill()
    await backend.tearDown()
  }

  /// A limit on the size of files shows as an error: the store lives, and works on.
  @Test(arguments: ["file", "sqlite"])
  func aFullDiskIsNoDeath(kind: String) async throws {
    let backend = ProcessBackend("ulimit -f 400; exec '\(probe)' serve \(kind)")
    let dump = try await withStore(backend) { store in
      try await store.write { _ = try $0.put(["n": .int64(1)], at: "a", in: "c") }
      let dump = try await store.dump()
      await #expect {
        try await store.write { transaction in
          try transaction.put(["b": .bytes([UInt8](repeating: 7, count: 2 << 20))], at: "b", in: "c")
        }
      } throws: {
        if case StoreError.io = $0 { true } else { false }
      }
      #expect(try await store.dump() == dump)
      try await store.write { _ = try $0.put(["n": .int64(2)], at: "d", in: "c") }
      return try await store.dump()
    }
    #expect(dump.contains("\"d\" version 2"))
  }

  @Test func anAdapterGetsThreeDescriptors() async throws {
    let backend = ProcessBackend("for f in /proc/self/fd/*; do echo $f >&2; done; exit 1")
    await #expect { _ = try await backend.makeLocation() } throws: { error in
      // The shell has one for the folder while it looks.
      let numbers = "\(error)".matches(of: #/fd\/([0-9]+)/#).compactMap { Int($0.1) }
      return numbers.contains(2) && numbers.count <= 5 && !numbers.contains { (4..<10).contains($0) }
    }
    await backend.tearDown()
  }

  @Test func killingInTheMiddle() async throws {
    let backend = probeBackend("serve file")
    let location = try await backend.makeLocation()
    let other = try await backend.makeLocation()
    let store = try await location.open()
    let otherStore = try await other.open()
    let killer = Task {
      try await Task.sleep(for: .milliseconds(30))
      await (location as? ProcessLocation)?.kill()
    }
    do {
      while true {
        try await store.write { _ = try $0.put([:], at: "a", in: "c") }
        // A store that nobody waits for never suspends.
        await Task.yield()
      }
    } catch StoreError.lost {}
    try await killer.value
    // Only that place's process.
    try await otherStore.write { _ = try $0.put([:], at: "a", in: "c") }
    try await otherStore.close()
    let again = try await location.open()
    #expect(try await again.read { try $0.count("c") } <= 1)
    try await again.close()
    await backend.recycle(location)
    await backend.recycle(other)
    await backend.tearDown()
  }

  @Test func nothingIsLeftBehind() async throws {
    func round() async throws {
      for arguments in ["serve file", "die 3", "garbage 0"] {
        let backend = probeBackend(arguments)
        guard let location = try? await backend.makeLocation() else {
          await backend.tearDown()
          continue
        }
        if let store = try? await location.open() {
          try? await store.write { _ = try $0.put([:], at: "a", in: "c") }
        }
        await backend.recycle(location)
        await backend.tearDown()
      }
    }
    try await round()
    // Other suites run beside this one, whose processes come and go: what stays is what counts.
    let before = Belongings.now
    for _ in 0..<12 { try await round() }
    var after = Belongings.now
    for _ in 0..<100 where after.descriptors > before.descriptors + 20 || after.children > before.children + 20 {
      try await Task.sleep(for: .milliseconds(100))
      after = Belongings.now
    }
    #expect(after.descriptors <= before.descriptors + 20, "\(before), then \(after)")
    #expect(after.children <= before.children + 20, "\(before), then \(after)")
  }
}
