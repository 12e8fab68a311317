import PlatformStandIns
import Synchronization

/// The notices that were cancelled before a change is stored. If the change cannot be stored, ``putBack()`` schedules them
/// again.
final class WithdrawnNotices: Sendable {
  private let scheduler: NotificationScheduler
  private let requests = Mutex<[NotificationScheduler.Request]>([])

  init(from scheduler: NotificationScheduler) {
    self.scheduler = scheduler
  }

  func withdraw(id: String) {
    guard let request = scheduler.removePending(id: id) else { return }
    requests.withLock { $0.append(request) }
  }

  func putBack() {
    requests.withLock { requests in
      for request in requests { scheduler.add(request) }
    }
  }
}
