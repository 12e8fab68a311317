import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension ConfigurationProperties {
  // **Feature: system-architecture-upgrade-p0, Property 4: Feature flag remote control**
  static let flagsFollowTheServer = Requirement<PersonalOSSystem>(
    "POS-04", "Feature flag remote control",
    says: """
      A feature is on if the last fetched flag is enabled and not killed, and the user's bucket (0 to \
      9,999, from SHA-256 of feature and user ID) lies below the rollout. An unknown feature is off. A \
      kill takes effect at the next fetch. A larger rollout never turns a feature off for a user.
      """,
    covers: "1.4", "1.5", of: "RemoteConfigService (FeatureFlagEvaluator)",
    mustCatch: []
  ).holds(
    forAll: .flagHistory, requiring: ["kills what is on": 0.04, "counts users": 0.01]
  ) { history, system, trial in
    var session = try await FlagDriver(system, users: history.users)
    var published: [String: FeatureFlag] = [:]
    for step in history.steps {
      try await session.take(step)
      // Only to tell what the case was about.
      switch step {
      case .set(let name, let flag): published[name] = flag
      case .remove(let name): published[name] = nil
      case .kill(let name):
        trial.label(
          "kills what is on",
          if: history.users.contains { FlagModel.isEnabled(published[name], named: name, userID: $0) })
        published[name]?.killed = true
      case .fetch: break
      }
    }

    for user in history.users {
      for feature in ConfigurationNames.features {
        let isOn = { (rollout: Int) in
          system.configuration.isFeatureEnabled(
            FeatureFlag(enabled: true, rolloutBasisPoints: rollout), feature, user)
        }
        // Up to the user's bucket it is off, and from there on, however far the rollout goes, on.
        let bucket = FlagModel.bucket(feature, user)
        try expect("\(feature) for nobody", !isOn(0))
        try expect("\(feature) for everybody", isOn(10_000))
        try expect("\(feature) for \(bucket) of 10000 users before \(user.debugDescription)", !isOn(bucket))
        try expect("\(feature) for them and \(user.debugDescription)", isOn(bucket + 1))
        try expect("that a greater rollout takes nothing away", isOn((bucket + 1 + 10_000) / 2))
      }
    }
    if let rollout = history.populationRollout {
      trial.label("counts users")
      try FlagPopulation(system: system, rollout: rollout).expectShares()
    }
  }
}
