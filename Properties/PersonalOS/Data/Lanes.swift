/// Makes the calls of each lane one after the other, beside those of the other lanes, and waits for all.
func runLanes<Call: Sendable>(
  _ lanes: [[Call]], _ perform: @escaping @Sendable (_ call: Call, _ lane: Int) async throws -> Void
) async throws {
  try await withThrowingTaskGroup { group in
    for (lane, calls) in lanes.enumerated() {
      group.addTask { for call in calls { try await perform(call, lane) } }
    }
    try await group.waitForAll()
  }
}
