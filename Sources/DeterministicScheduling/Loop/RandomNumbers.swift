/// What the code under test gets for random numbers: the same in every run of the same case.
///
/// Confined to the thread of the run.
final class RandomNumbers {
  private let drawSeed: () -> UInt64
  private var random = ScheduleRandom(seed: 0)
  private var isStarted = false

  /// - Parameter seed: asked in each run for which a number is asked, and the same in all of the same case.
  init(seed: @escaping () -> UInt64) {
    drawSeed = seed
  }

  /// Begins anew, for another run of the same case.
  func restart() {
    isStarted = false
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    if !isStarted {
      random = ScheduleRandom(seed: drawSeed())
      isStarted = true
    }
    for position in stride(from: 0, to: buffer.count, by: 8) {
      withUnsafeBytes(of: random.next()) { word in
        let count = min(8, buffer.count - position)
        buffer[position..<position + count].copyBytes(from: word.prefix(count))
      }
    }
  }
}
