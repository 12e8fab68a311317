import DeterministicScheduling

/// Runs asynchronous code to its end on this thread, in real time, in a copied process, whose global pool of
/// tasks is dead. Its tasks, actors and sleeps are served by this one thread.
func runToItsEnd(_ body: @escaping @Sendable () async -> Void) {
  // The body throws nothing.
  try? runOnThisThread(body)
}
