import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// Flags as several users see them while they change, and who has to see what.
struct FlagDriver {
  private let server = ConfigurationServer()
  private let users: [(id: String, service: any RemoteConfigurations)]
  private var published: [String: FeatureFlag] = [:]
  private var inForce: [String: FeatureFlag] = [:]

  init(_ system: PersonalOSSystem, users: [String]) async throws {
    var opened: [(id: String, service: any RemoteConfigurations)] = []
    for user in users {
      let server = server
      let service = try await system.configuration.openService(
        ConfigurationSetup(
          environment: .production, fetch: { try server.answer($0) }, cache: nil, userID: user))
      opened.append((user, service))
    }
    self.users = opened
  }

  /// What was killed or changed acts at the next fetch, and not before.
  mutating func take(_ step: FlagHistory.Step) async throws {
    switch step {
    case .set(let name, let flag): published[name] = flag
    case .remove(let name): published[name] = nil
    case .kill(let name): published[name]?.killed = true
    case .fetch:
      let configuration = RemoteConfiguration(apiKeys: [:], endpoints: [:], featureFlags: published)
      server.publish(.good(configuration), in: .production)
      for user in users { try await user.service.fetchLatestConfig() }
      inForce = published
    }
    try await expectModel()
  }

  @MainActor
  private func expectModel() throws {
    for user in users {
      let flags = user.service.featureFlags
      for name in ConfigurationNames.features + ["nobody's"] {
        let isOn = FlagModel.isEnabled(inForce[name], named: name, userID: user.id)
        try expect(
          "\(name) for \(user.id.debugDescription)", user.service.isFeatureEnabled(name), equals: isOn)
        try expect("\(name) among the flags", flags[name], equals: inForce[name] == nil ? nil : isOn)
      }
    }
  }
}

/// Who has a feature, as the rule says. The oracle of POS-04, written apart from the reference.
enum FlagModel {
  static func isEnabled(_ flag: FeatureFlag?, named name: String, userID: String) -> Bool {
    guard let flag else { return false }
    return flag.enabled && !flag.killed && bucket(name, userID) < flag.rolloutBasisPoints
  }

  /// The remainder of the first 64 bits of the digest, by long division, digit by digit to the base of 256.
  static func bucket(_ name: String, _ userID: String) -> Int {
    let digest = SHA256Digest.of(Array(name.utf8) + [0] + Array(userID.utf8))
    return digest[..<8].reduce(0) { remainder, byte in (remainder * 256 + Int(byte)) % 10_000 }
  }
}

/// How many of many users have features.
struct FlagPopulation {
  static let userCount = 4_000

  let system: PersonalOSSystem
  let rollout: Int

  private func users(with feature: String) -> [Bool] {
    let flag = FeatureFlag(enabled: true, rolloutBasisPoints: rollout)
    return (0..<Self.userCount).map { system.configuration.isFeatureEnabled(flag, feature, "user-\($0)") }
  }

  /// Expects the rollout's share of the users, and that who has one feature says nothing of another one.
  func expectShares() throws {
    let (charts, sync) = (users(with: "charts"), users(with: "sync"))
    let share = Double(rollout) / 10_000
    for (name, users) in [("charts", charts), ("sync", sync)] {
      try expect(users.count { $0 }, near: share, "users with \(name)")
    }
    try expect(zip(charts, sync).count { $0 && $1 }, near: share * share, "users with both")
  }

  /// Within five standard deviations of a binomial distribution: one run in a million would fall outside.
  private func expect(_ count: Int, near share: Double, _ what: String) throws {
    let mean = Double(Self.userCount) * share
    let tolerance = 5 * (mean * (1 - share)).squareRoot()
    try PropertyTesting.expect(
      "\(count) of \(Self.userCount) \(what), where \(mean) ± \(tolerance) are right",
      abs(Double(count) - mean) <= tolerance)
  }
}
