import PropertyTesting

extension GalleryBug {
  static let streamLoss = GalleryBug(
    "AsyncStream buffering loss",
    "The stream keeps only the newest reading while its consumer is busy, and drops the one before.",
    buggy: { try await record(buffering: .bufferingNewest(1)) },
    fixed: { try await record(buffering: .unbounded) })
}

private func record(buffering policy: AsyncStream<Int>.Continuation.BufferingPolicy) async throws {
  let (readings, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
  let (thermometer, journal) = (Thermometer(), Journal())
  let sensor = Task {
    for number in 1...3 {
      async let reading = thermometer.reading(number)
      continuation.yield(await reading)
    }
    continuation.finish()
  }
  for await reading in readings { await journal.append(reading) }
  await sensor.value
  try expect("recorded readings", await journal.readings, equals: [21, 22, 23])
}

private actor Thermometer {
  func reading(_ number: Int) -> Int { 20 + number }
}

private actor Journal {
  private(set) var readings: [Int] = []

  func append(_ reading: Int) {
    readings.append(reading)
  }
}
