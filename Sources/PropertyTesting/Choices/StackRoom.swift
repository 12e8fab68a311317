import Foundation

/// How far a generator may call itself: without a bound it takes all of the stack, and the process dies without a report.
enum StackRoom {
  /// Half of the stack of this thread; nil where the platform does not say.
  static var half: UInt? {
    #if canImport(Darwin)
      UInt(pthread_get_stacksize_np(pthread_self())) / 2
    #else
      halfOfDefault
    #endif
  }

  #if !canImport(Darwin)
    /// Of a new thread. The engine's own have at least as much, and so has the main one.
    private static let halfOfDefault: UInt? = {
      #if canImport(Glibc) || canImport(Musl)
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        var size = 0
        return pthread_attr_getstacksize(&attributes, &size) == 0 && size > 0 ? UInt(min(size, 8 << 20)) / 2 : nil
      #else
        return nil
      #endif
    }()
  #endif
}
