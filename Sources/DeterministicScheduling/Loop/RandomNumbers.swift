/// What the code under test gets for random numbers: the same in every run of the same case.
///
/// Confined to the thread of the run.
final class RandomNumbers {
  private let drawSeed: () -> UInt64
  /// Drawn when the first number is asked for, and kept for the runs after.
  private var seed: UInt64?
  private var random = ScheduleRandom(seed: 0)
  private var isStarted = false

  init(seed: @escaping () -> UInt64) {
    drawSeed = seed
  }

  /// Begins anew, for another run of the same case.
  func restart() {
    isStarted = false
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    if !isStarted {
      let seed = seed ?? drawSeed()
      self.seed = seed
      random = ScheduleRandom(seed: seed)
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
