import CScheduling

/// How a ``SchedulerLoop`` runs.
struct LoopSettings {
  /// Whether the loop decides what runs when; off: it only serves the tasks of one thread, and others may do what these wait for.
  var isSchedule = true
  /// Off: this platform has no schedules, and a run says so in place of the body.
  var isOnPlatform = ts_is_supported()
  var isTimeVirtual = true
  var timersRace = false
  var callsOvertake = false
  /// Off: with what is public interface alone, the preference of the body's task for this executor.
  var usesHooks = true
  /// Whether work for Dispatch's threads is no reason to call a run uncontrolled.
  var ignoresDispatch = false
  var stepLimit = 100_000
  /// How long a step may sleep, or compute, in seconds; 0: for ever.
  var stepSeconds: Int64 = 0
  /// Steps for what is left over when the body has finished.
  var stepsAfterwards = 1_000
  /// How long to wait for other threads when nothing can run, in real nanoseconds.
  var grace: Int64 = 0
  var observer: ScheduleObserver?
  /// Writes down what each step touches, for a proof or a search.
  var recorder: StepRecorder?
  var random: RandomNumbers?
}
