import PropertyTesting
import Synchronization

extension ThreadBug {
  static let freedWhileRead = ThreadBug(
    "freed while read", "The player frees its samples while the callback of the sound card still reads them.", verdict: .race,
    buggy: { try stopWhilePlaying(Player(stopWaitsForCallback: false)) },
    fixed: { try stopWhilePlaying(Player(stopWaitsForCallback: true)) })
}

private final class Player: @unchecked Sendable {
  private let stopWaitsForCallback: Bool
  private let samples = UnsafeMutablePointer<Int>.allocate(capacity: 4)
  private let isPlaying = Mutex(true)

  init(stopWaitsForCallback: Bool) {
    self.stopWaitsForCallback = stopWaitsForCallback
    samples.initialize(repeating: 5, count: 4)
  }

  func callback() -> Int {
    if stopWaitsForCallback { return isPlaying.withLock { $0 ? samples[2] : 5 } }
    return isPlaying.withLock { $0 } ? samples[2] : 5
  }

  func stop() -> Int {
    isPlaying.withLock { isPlaying in
      isPlaying = false
      samples.deallocate()
    }
    return 5
  }
}

private func stopWhilePlaying(_ player: Player) throws {
  let played = inThreads({ player.callback() }, { player.stop() })
  try expect("samples", played, equals: [5, 5])
}
