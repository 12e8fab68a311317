/// How a ``SchedulerLoop`` runs.
struct LoopSettings {
  var isTimeVirtual = true
  var timersRace = false
  /// Off: with what is public interface alone, the preference of the body's task for this executor.
  var usesHooks = true
  var stepLimit = 100_000
  /// Steps for what is left over when the body has finished.
  var stepsAfterwards = 1_000
  /// How long to wait for other threads when nothing can run, in real nanoseconds.
  var grace: Int64 = 0
  var observer: ScheduleObserver?
  /// Writes down what each step touches, for a proof.
  var recorder: StepRecorder?
  var random: RandomNumbers?
}
