import Foundation
import ProcessStorage
import ReplicaContract

/// A short exchange with the adapter of a replica, for its author to read: a device edits, synchronizes while its user goes on, and is opened
/// again, and another device fetches the edit.
public struct ReplicaSmokeTest: Sendable {
  private let command: String
  private let options: ProcessOptions
  private let report: @Sendable (SmokeTest.Line) -> Void

  /// - Parameter report: called with every line as it happens.
  public init(
    command: String, options: ProcessOptions = ProcessOptions(), report: @escaping @Sendable (SmokeTest.Line) -> Void
  ) {
    self.command = command
    self.report = report
    self.options = options.reporting(to: report)
  }

  /// - Returns: whether all was as expected.
  public func run() async -> Bool {
    let (folder, server) = (CaseFolder(), MemorySyncServer())
    defer { folder.remove() }
    let processes = ReplicaProcesses(command, options: options)
    do {
      let capabilities = try await step("hello names the adapter, protocol 1 and its capabilities") { try processes.hello().capabilities }
      let edit = Self.edit(capabilities)
      guard let edited = ReplicaContents().after(edit) else { return false }
      let place = place("A", folder)
      var replica = try await step("a replica is opened at an empty place, as device A") { try await processes.open(place) }
      try await expect("it shows nothing", ReplicaContents(), of: replica)
      try await step("an edit is made: \(edit)") { [replica] in try await replica.perform(edit) }
      try await expect("the device shows it", edited, of: replica)
      try await step("it synchronizes, with calls of “push” and “pull”") { [replica] in
        try await replica.sync(
          with: Meanwhile(server: server) { call in
            try await step("while its call “\(call)” waits, it answers “contents”") { _ = try await replica.contents() }
          })
      }
      try await step("it is closed") { [replica] in try await replica.close() }
      if capabilities.isDurable {
        replica = try await step("another process opens it again") { try await processes.open(place) }
        try await expect("the edit is still there", edited, of: replica)
        try await step("it is closed") { [replica] in try await replica.close() }
      }
      let other = try await step("a replica is opened as device B") { try await processes.open(self.place("B", folder)) }
      try await step("it synchronizes") { try await other.sync(with: server) }
      try await expect("device B shows the edit of A", edited, of: other)
      try await step("it is closed") { try await other.close() }
      return true
    } catch {
      return false
    }
  }

  private func place(_ device: String, _ folder: CaseFolder) -> ReplicaPlace {
    ReplicaPlace(device: device, clock: DeviceClock(milliseconds: 1_700_000_000_000), disk: MemoryDisk()) { try folder.make(device) }
  }

  /// One that the replica declares.
  static func edit(_ capabilities: ReplicaCapabilities) -> ReplicaEdit {
    guard capabilities.hasRecords else { return .insertElement("é\u{0}\u{1F600}", at: 0) }
    let fields = capabilities.fields.map { ($0, "the \($0): é\u{0}\u{1F600}\n") }
    return .insert(id: "a", fields: Dictionary(fields) { $1 })
  }

  private func expect(_ expected: String, _ contents: ReplicaContents, of replica: ProcessReplica) async throws {
    try await step(expected) {
      let shown = try await replica.contents()
      guard shown == contents else { throw ReplicaCheckError(reason: "expected \(contents), but it shows \(shown)") }
    }
  }

  @discardableResult
  private func step<Value: Sendable>(_ expected: String, _ body: @Sendable () async throws -> Value) async throws -> Value {
    do {
      let value = try await body()
      report(.passed(expected))
      return value
    } catch {
      report(.failed(expected, reason: "\(error)"))
      throw error
    }
  }
}

/// A server whose every call takes a while, in which the user does something.
private struct Meanwhile: SyncServer {
  let server: MemorySyncServer
  let user: @Sendable (_ call: String) async throws -> Void

  func push(_ changes: [SyncChange]) async throws -> [PushOutcome] {
    try await user("push")
    return try await server.push(changes)
  }

  func pull(after token: String?, limit: Int) async throws -> SyncPage {
    try await user("pull")
    return try await server.pull(after: token, limit: limit)
  }
}
