import PlatformStandIns
import Synchronization

/// Notices that are cancelled before a change is stored, and are pending again where it cannot be.
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
