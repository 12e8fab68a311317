#if !os(WASI)
  import Dispatch
#endif
import Synchronization

/// Where other threads leave jobs for a loop.
final class Inbox: Sendable {
  struct Letter {
    let job: UnownedJob
    /// Of the actor that it is for.
    let queue: ActorQueue?
    /// In nanoseconds; nil: now.
    let delay: Int64?
  }

  private let letters = Mutex<[Letter]>([])
  private let hasMail = Atomic<Bool>(false)
  #if !os(WASI)
    private let bell = DispatchSemaphore(value: 0)
  #endif

  var isEmpty: Bool { !hasMail.load(ordering: .acquiring) }

  func post(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    hasMail.store(true, ordering: .releasing)
    #if !os(WASI)
      bell.signal()
    #endif
  }

  func take() -> [Letter] {
    hasMail.store(false, ordering: .relaxed)
    return letters.withLock { letters in
      defer { letters.removeAll() }
      return letters
    }
  }

  /// Waits, in real time, for something to come; `.max`: for ever. False where nothing came.
  func wait(_ nanoseconds: Int64) -> Bool {
    #if os(WASI)
      // There is no other thread.
      return !isEmpty
    #else
      guard nanoseconds > 0 else { return !isEmpty }
      let deadline: DispatchTime =
        nanoseconds == .max ? .distantFuture : .now() + .nanoseconds(Int(clamping: nanoseconds))
      // The bell may still ring for what was taken long ago.
      while isEmpty {
        if bell.wait(timeout: deadline) == .timedOut { return !isEmpty }
      }
      return true
    #endif
  }
}
