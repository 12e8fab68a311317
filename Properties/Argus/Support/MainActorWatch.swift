/// Whether the code that asks runs on the main actor, as far as that can be known: under a schedule. `Thread.isMainThread` does
/// not tell: on Linux the main actor is not always on the main thread.
enum MainActorWatch {
  static var isCurrent: Bool {
    guard #available(macOS 26, iOS 26, *) else { return false }
    return MainActor.shared.withSerialExecutor { $0.isIsolatingCurrentContext() } ?? false
  }
}
