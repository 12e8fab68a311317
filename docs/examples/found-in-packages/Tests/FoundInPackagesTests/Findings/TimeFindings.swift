import PropertyTesting
import StandardLaws
import Time

/// davedelong/time.
enum TimeFindings {
  static let all = [duration]

  static let duration = Finding(
    "instant-duration", "advancing by the duration to another instant leads to it", of: .instant,
    for: Generator<Instant> { source in Instant(interval: SISeconds(try source(.int(in: -1_000...1_000))), since: .unix) },
    reproduction: { print in
      let start = Instant(interval: 0, since: .unix)
      print(start.duration(to: start.advanced(by: 1)))
    })
}
