import DeterministicScheduling
import PropertyTesting

extension GalleryBug {
  static let streamLoss = GalleryBug(
    "AsyncStream buffering loss",
    "The stream keeps only the newest reading while its consumer is busy, and drops the one before.",
    schedules: .mixed.withRacingTimers,
    buggy: { try await record(buffering: .bufferingNewest(1)) },
    fixed: { try await record(buffering: .unbounded) })
}

private func record(buffering policy: AsyncStream<Int>.Continuation.BufferingPolicy) async throws {
  let (readings, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
  let journal = Journal()
  let sensor = Task {
    for reading in 1...4 {
      try await Task.sleep(for: .milliseconds(10))
      continuation.yield(reading)
    }
    continuation.finish()
  }
  for await reading in readings { await journal.append(reading) }
  try await sensor.value
  try expect("recorded readings", await journal.readings, equals: [1, 2, 3, 4])
}

private actor Journal {
  private(set) var readings: [Int] = []

  func append(_ reading: Int) {
    readings.append(reading)
  }
}
