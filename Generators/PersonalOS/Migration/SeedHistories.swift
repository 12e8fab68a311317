import PersonalOSReference
import PropertyTesting

/// Launches of an app in one environment, and what the user does in between.
public struct SeedHistory: Sendable {
  /// One launch, and what follows it.
  public struct Launch: Sendable {
    /// Whether the launch asks for sample data.
    public let isSeedRequested: Bool
    /// What the user does between this launch and the end of the app.
    public let then: Afterwards
  }

  /// What happens before the app ends.
  public enum Afterwards: Sendable, Equatable {
    case nothing
    /// The user saves this record, which may replace one with the same key.
    case userSaves(RawRecord)
    case userDeletesEverything
  }

  /// The environment of all launches. Production never gets sample data.
  public let environment: AppEnvironment
  /// Whether the app is a debug build, which must make no difference.
  public let isDebugBuild: Bool
  /// The user's data before the first launch.
  public let before: UserDataset
  /// The schema version of the store before the first launch: 0 in a new store, 4 the current one, 5 that of a later
  /// version of the app.
  public let versionBefore: Int64
  /// The launches in order, one to four.
  public let launches: [Launch]
}

extension Generator where Value == SeedHistory {
  /// Most launches ask for samples, and most stores are empty before the first launch. Some have rows of one table alone.
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
      (3, .constant(UserDataset([]))), (1, .userDataset(rows: 0...1)), (2, .userDatasetOfOneTable))
    return Generator { source in
      SeedHistory(
        environment: try source(.anyCase()), isDebugBuild: try source(.bool), before: try source(before),
        versionBefore: try source(
          .frequency((4, .constant(4)), (3, .constant(0)), (3, .element(of: [3, 5])))),
        launches: try source(.array(of: launch, count: 1...4)))
    }
  }
}
