import CSQLite
import Foundation

/// Makes SQLite bear fork(2): a copy of this process has one thread, and a mutex that another one held at that moment
/// would stay locked in it for ever. So whoever makes a copy holds all of SQLite's own mutexes meanwhile.
enum SQLiteForks {
  /// `SQLITE_MUTEX_STATIC_…` in the order in which SQLite itself takes them inside each other: the main one, those for
  /// opening and for the file system, that of random numbers, those of caches, and that of memory last. By number, since
  /// the names have changed.
  private static let order: [Int32] = [2, 4, 11, 12, 13, 5, 6, 7, 3]

  /// Once in a process, before the first database is opened.
  static let areSafe: Bool = {
    guard sqlite3_initialize() == SQLITE_OK else { return false }
    // Swift sets up a generic type when it is first used, and others wait for whoever began. A copy that began with these loops
    // could wait for a thread that it does not have. So what they use is set up here.
    enter()
    leave()
    return pthread_atfork({ SQLiteForks.enter() }, { SQLiteForks.leave() }, { SQLiteForks.leave() }) == 0
  }()

  private static func enter() {
    for number in order { sqlite3_mutex_enter(sqlite3_mutex_alloc(number)) }
  }

  private static func leave() {
    for number in order.reversed() { sqlite3_mutex_leave(sqlite3_mutex_alloc(number)) }
  }
}
