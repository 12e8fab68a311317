import PlatformStandIns
import Synchronization

/// Notifies the user while they do something else (002 System Services).
public final class NotificationUtils: ArticleNotifying {
  private let scheduler: NotificationScheduler
  private let time: ArgusTime
  private let count = Mutex(0)

  /// Creates the utilities. Their notifications are due at the date of `time`, so that the scheduler delivers them at
  /// once.
  public init(_ scheduler: NotificationScheduler, _ time: ArgusTime) {
    self.scheduler = scheduler
    self.time = time
  }

  /// Notifies the user that the app has entered this storage mode.
  public func tell(_ mode: StorageMode) {
    show(
      "storage-mode", mode == .local ? "Working on this device for now" : "Your articles are in the cloud again")
  }

  public func push(_ article: ArticleModel) { show("article-\(article.id)", article.title) }

  public func tellNew(count: Int) { show("new-articles", count == 1 ? "1 new article" : "\(count) new articles") }

  private func show(_ topic: String, _ message: String) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let now = time.date()
    scheduler.add(NotificationScheduler.Request(id: "\(topic)-\(number)", fireDate: now, message: message))
    scheduler.timePasses(to: now)
  }
}
