import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension ErrorHandlingModel {
  /// Loads of which most fail, and of which views ask several times.
  static let loading = calls(load: 6, report: 3, dismiss: 1, retry: 1)
  /// Failures of every kind, and retries of any of them.
  static let failing = calls(submit: 4, load: 6, retry: 4)
  /// Taps on "retry", several at once, too late, or while the error leaves.
  static let retrying = calls(submit: 3, retryable: 5, load: 1, dismiss: 1, retry: 7, leave: 4, gone: 2)

  /// Calls with these weights. `retryable` is the weight of failures that offer a retry, beside 3 of others.
  private static func calls(
    submit: Int = 0, retryable: Int = 0, load: Int, report: Int = 0, dismiss: Int = 0, retry: Int, leave: Int = 0,
    gone: Int = 0
  ) -> @Sendable (ErrorHandlingModel) -> Generator<Call> {
    let failure = Generator<Failure>.frequency((retryable, .retryableFailure), (1, .networkFailure), (2, .failure()))
    let success = Generator<[String]>.headlines.map(Outcome.succeeds)
    let outcome = Generator.frequency((4, success), (5, failure.map(Outcome.fails)), (2, .constant(.isCancelled)))
    let resource = Generator<String>.element(of: [resources[0]] + resources)
    return { model in
      let place = Generator<Int>.int(in: 0...max(0, model.pending.count - 1))
      let old = Generator<Int>.int(in: 0...max(0, model.goneCount - 1))
      return .frequency(
        (submit, failure.map(Call.submit)),
        (load, .build({ .load($0, $1, meanwhile: $2) }, from: resource, outcome, .anyCase())),
        (report, .build({ .report($0, during: $1) }, from: failure, resource)),
        (model.pending.isEmpty ? 0 : dismiss, .constant(.dismiss)),
        (
          model.pending.isEmpty ? 0 : retry,
          .build({ .retry(place: $0, $1, taps: $2) }, from: place, outcome, .int(in: 1...3))
        ),
        (
          model.pending.isEmpty ? 0 : leave,
          .build({ .retryWhileLeaving($0, turns: $1, byDismissal: $2) }, from: outcome, .int(in: 0...4), .bool)
        ),
        (model.goneCount == 0 ? 0 : gone, old.map(Call.retryGone)))
    }
  }
}
