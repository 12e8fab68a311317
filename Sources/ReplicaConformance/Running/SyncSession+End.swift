import PropertyTesting
import ReplicaContract

/// The end of a history: all devices synchronize until nothing is left to say, and are compared.
extension SyncSession {
  /// Three syncs of each device with a server that works; two suffice, and the third has nothing left to do.
  mutating func end() async throws {
    for device in devices { device.disk.start() }
    for round in 0..<3 {
      for device in devices.indices {
        let before = try await contents(device)
        try await sync(device, .none)
        if round < 2 { continue }
        if claims.contains(.repetition) {
          try expect("contents of \(devices[device].name) after a sync without news", try await contents(device), equals: before)
        }
        if claims.contains(.quiet) { try expectQuiet(device) }
      }
    }
    let all = try await everyContents()
    for (name, contents) in all.dropFirst() where claims.contains(.converges) {
      try expect("contents of \(name), beside those of A, once all have synchronized three times", contents, equals: all[0].contents)
    }
    for (name, contents) in all { try judge(contents, of: name) }
  }

  private func expectQuiet(_ device: Int) throws {
    let name = devices[device].name
    try expect("records that \(name) sends when nothing has changed", server.traffic.pushed, equals: 0)
    try expect("records that \(name) fetches when nothing has changed", server.traffic.pulled, equals: 0)
  }

  private func everyContents() async throws -> [(name: String, contents: ReplicaContents)] {
    var all: [(name: String, contents: ReplicaContents)] = []
    for device in devices { all.append((device.name, try await device.replica.contents())) }
    return all
  }

  func judge(_ contents: ReplicaContents, of name: String) throws {
    let judge = SyncJudge(model: model, capabilities: subject.capabilities, name: name)
    if claims.contains(.presence) { try judge.presence(contents) }
    if claims.contains(.values) { try judge.values(contents) }
    if claims.contains(.elements) { try judge.elements(contents) }
    if claims.contains(.order) { try judge.order(contents.list, ordered) }
  }

  /// What the server and the disks keep, in bytes.
  var sizeBytes: Int { server.sizeBytes + devices.reduce(0) { $0 + $1.disk.sizeBytes } }

  func close() async { for device in devices { try? await device.replica.close() } }
}
