import PersonalOSReference
import PropertyTesting

extension AppModel {
  /// Sessions over the whole app: what the user, the device and failures do to it, and what must be so after each call.
  static func machine(_ calls: [AppDriver.Call]) -> StateMachine<AppModel, AppDriver> {
    StateMachine(
      initially: .appWithContents, commands: calls, closing: [AppDriver.relaunch, AppDriver.lookAtTheDisk],
      invariants: [
        Invariant("what the app holds", model: \.contents, system: { try await $0.contents() }),
        Invariant("the posts on the dashboard", model: \.contents.posts, system: { await $0.postsOnTheDashboard }),
        Invariant("what is held, wherever it is shown", model: \.holdings, system: { try await $0.holdings() }),
        Invariant("what the news screen shows", model: \.screen, system: { await $0.screen }),
        Invariant("failures shown", model: \.shown, system: { await $0.shown }),
        Invariant("writes beside the data actor", model: { _ in 0 }, system: { $0.device.watch.writesBeside }),
        Invariant("nonces of two values", model: { _ in 0 }, system: { $0.device.watch.reusedNonces }),
        Invariant("failures without what the app was doing", model: { _ in 0 }, system: { await $0.namelessFailures }),
      ]
    )
    .taking { _ in 0...24 }.withLongCases.withoutSwarm.showing { describe($0.contents) }
  }
}
