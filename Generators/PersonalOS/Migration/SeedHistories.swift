import PersonalOSReference
import PropertyTesting

/// Launches of an app in one environment, and what the user does between them.
public struct SeedHistory: Sendable {
  public struct Launch: Sendable {
    public let isSeedRequested: Bool
    public let then: Afterwards
  }

  /// What happens before the app ends.
  public enum Afterwards: Sendable, Equatable {
    case nothing
    /// The user adds a record, or changes one that is there.
    case userSaves(RawRecord)
    case userDeletesEverything
  }

  public let environment: AppEnvironment
  public let isDebugBuild: Bool
  /// What the user has before the first launch.
  public let before: UserDataset
  /// Of the store's layout: 0 in a new one, 4 is the current.
  public let versionBefore: Int64
  public let launches: [Launch]
}

extension Generator where Value == SeedHistory {
  public static var seedHistory: Generator {
    let saved = Generator<UserDataset>.userDataset(rows: 0...1)
    let afterwards = Generator<SeedHistory.Afterwards>.frequency(
      (2, .constant(.nothing)), (1, .constant(.userDeletesEverything)),
      (2, saved.map { $0.records.first.map { .userSaves($0) } ?? .nothing }))
    let launch = Generator<SeedHistory.Launch> { source in
      SeedHistory.Launch(
        isSeedRequested: try source(.frequency((1, .constant(false)), (3, .constant(true)))),
        then: try source(afterwards))
    }
    let before = Generator<UserDataset>.frequency(
      (2, .constant(UserDataset([]))), (1, .userDataset(rows: 0...1)))
    return Generator { source in
      SeedHistory(
        environment: try source(.anyCase()), isDebugBuild: try source(.bool), before: try source(before),
        versionBefore: try source(
          .frequency((4, .constant(4)), (3, .constant(0)), (3, .element(of: [3, 5])))),
        launches: try source(.array(of: launch, count: 1...4)))
    }
  }
}
