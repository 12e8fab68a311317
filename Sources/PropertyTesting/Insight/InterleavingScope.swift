/// What a proof takes turns at: the orders of a case's tasks or threads that it ran are all that there are of this kind. Reports say it
/// behind the word "interleavings".
public enum InterleavingScope: String, Sendable, CaseIterable {
  /// Orders that differ in what the scheduler of tasks sees: actors, groups, the ends and the cancellation of tasks, clocks, timers and
  /// random numbers. What tasks share besides, such as memory under locks and atomics, was not interleaved.
  case ofActors = "of its actors"
  /// Every order of the steps of tasks. A step goes up to its task's next suspension, so no other task used a lock or an atomic in the
  /// middle of it.
  case atSuspensionPoints = "at suspension points"
  /// Every order of the steps of threads that can differ. A step goes up to the next lock, atomic or wait.
  case ofThreads = "of its threads"

  /// The name of the table in which a run collects how many orders its cases had.
  var table: String { "interleavings \(rawValue)" }
}
