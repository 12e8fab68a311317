import ReplicaContract

/// What a device shows after a push whose answer was lost: the server has the record, and the device does not know.
func loseAnAnswer() async throws -> [SyncRecord] {
  let server = MemorySyncServer()
  server.prepare(.losesAnswer(call: 0))
  do {
    _ = try await server.push([SyncChange(name: "note", body: "milk", basedOn: 0)])
  } catch SyncError.timedOut {
    // Whoever pushes the record again as a new one is told that there is one.
  }
  return server.records
}
