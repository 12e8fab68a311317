import Dispatch
import PropertyTesting

extension ThreadBug {
  static let signalForOne = ThreadBug(
    "one signal for two", "Two threads wait for the start on a semaphore that is signalled once.", verdict: .deadlocked,
    buggy: { try startTwoRunners { $0.signal() } },
    fixed: {
      try startTwoRunners {
        $0.signal()
        $0.signal()
      }
    })
}

private func startTwoRunners(_ fire: (DispatchSemaphore) -> Void) throws {
  let pistol = DispatchSemaphore(value: 0)
  let runner: @Sendable () -> Bool = {
    pistol.wait()
    return true
  }
  let runners = [StartedThread(runner), StartedThread(runner)]
  fire(pistol)
  try expect("runners", runners.compactMap { $0.join() }.count, equals: 2)
}
