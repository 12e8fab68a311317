import PlatformStandIns
import QuickVaultReference
import Testing

@Suite("Attempt limiter")
struct AttemptLimiterTests {
  private func fail(_ limiter: inout AttemptLimiter, at seconds: Double) -> [AttemptEffect] {
    let asked = limiter.handle(.asked, at: .seconds(seconds))
    return asked.contains(.allow) ? limiter.handle(.failed, at: .seconds(seconds)) : asked
  }

  @Test("After three failures nothing is looked at for 30 s from the third, to the instant")
  func limit() {
    var limiter = AttemptLimiter(.standard)
    for (failures, seconds) in [(1, 0.0), (2, 5), (3, 20)] {
      #expect(fail(&limiter, at: seconds) == [.persist(failures: failures, lastFailure: .seconds(seconds))])
    }
    #expect(limiter.handle(.asked, at: .seconds(20)) == [.refuse(retryAfter: .seconds(30))])
    #expect(limiter.handle(.asked, at: .seconds(49.999)) == [.refuse(retryAfter: .seconds(50) - .seconds(49.999))])
    #expect(limiter.handle(.asked, at: .seconds(50)).contains(.allow))
  }

  @Test("Decision: after the delay one attempt is allowed; a failure begins the delay anew, a success forgets all")
  func rearming() {
    var limiter = AttemptLimiter(.standard)
    for _ in 1...3 { _ = fail(&limiter, at: 0) }
    _ = fail(&limiter, at: 30)
    #expect(limiter.handle(.asked, at: .seconds(59)) == [.refuse(retryAfter: .seconds(1))])
    #expect(limiter.handle(.asked, at: .seconds(60)).last == .allow)
    #expect(limiter.handle(.succeeded, at: .seconds(60)) == [.persist(failures: 0, lastFailure: .zero)])
    for _ in 1...2 { _ = fail(&limiter, at: 60) }
    #expect(limiter.handle(.asked, at: .seconds(60)).last == .allow)
  }

  @Test("Decision: an attempt is stored as a failure before it is judged, and taken back if it cannot be judged")
  func writeAhead() {
    var limiter = AttemptLimiter(.standard, AttemptRecord(failures: 1, lastFailure: .seconds(1)))
    #expect(limiter.handle(.asked, at: .seconds(9)) == [.persist(failures: 2, lastFailure: .seconds(9)), .allow])
    #expect(limiter.handle(.abandoned, at: .seconds(9)) == [.persist(failures: 1, lastFailure: .seconds(1))])
    _ = limiter.handle(.asked, at: .seconds(10))
    #expect(limiter.handle(.failed, at: .seconds(12)) == [.persist(failures: 2, lastFailure: .seconds(12))])
  }

  @Test("Decision: on a device that was started anew since, the whole delay begins again, once")
  func restart() {
    var limiter = AttemptLimiter(.standard, AttemptRecord(failures: 3, lastFailure: .seconds(5_000)))
    #expect(
      limiter.handle(.asked, at: .seconds(10))
        == [.persist(failures: 3, lastFailure: .seconds(10)), .refuse(retryAfter: .seconds(30))])
    #expect(limiter.handle(.asked, at: .seconds(39)) == [.refuse(retryAfter: .seconds(1))])
    #expect(limiter.handle(.asked, at: .seconds(40)).last == .allow)
  }

  @Test("A record reads as it was written")
  func record() throws {
    let record = AttemptRecord(failures: 3, lastFailure: .seconds(1.5) + .nanoseconds(1), biometricFailures: 2)
    #expect(try AttemptRecord(bytes: record.bytes()) == record)
  }
}

@Suite("Auto-lock")
struct AutoLockControllerTests {
  @Test("Locks at the timeout to the instant, and not before")
  func deadline() {
    var controller = AutoLockController(timeout: .seconds(10))
    #expect(controller.handle(.unlocked, at: .seconds(1)) == [.wake(at: .seconds(11))])
    #expect(controller.handle(.activity, at: .seconds(5)) == [.wake(at: .seconds(15))])
    #expect(controller.handle(.looked, at: .seconds(15) - .nanoseconds(1)) == [.wake(at: .seconds(15))])
    #expect(controller.handle(.looked, at: .seconds(15)) == [.lock])
  }

  @Test("Decision: activity after the deadline locks; activity while locked does nothing")
  func lateActivity() {
    var controller = AutoLockController(timeout: .seconds(10))
    _ = controller.handle(.unlocked, at: .zero)
    #expect(controller.handle(.activity, at: .seconds(10)) == [.lock])
    #expect(controller.handle(.locked, at: .seconds(10)).isEmpty)
    #expect(controller.handle(.activity, at: .seconds(11)).isEmpty)
    #expect(controller.handle(.looked, at: .seconds(30)).isEmpty)
  }

  @Test("Another timeout takes effect at once; never means never")
  func otherTimeout() {
    var controller = AutoLockController(timeout: nil)
    #expect(controller.handle(.unlocked, at: .zero).isEmpty)
    #expect(controller.handle(.looked, at: .seconds(1_000_000)).isEmpty)
    #expect(controller.handle(.timeoutChanged(.seconds(60)), at: .seconds(1_000_000)) == [.lock])
  }
}
