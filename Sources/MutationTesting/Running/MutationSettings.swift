/// What is changed, how it is built, and what judges it.
public struct MutationSettings: Sendable {
  /// The package's folder.
  public var package: String
  /// Where the copy lies, is planted and built: a folder of this package's alone. What a run found out is kept there
  /// for the next.
  public var scratch: String
  /// Folders or files whose code is changed, relative to the package; empty: those of all targets that are no tests.
  public var sources: [String] = []
  /// Mistakes that people wrote down, in place of those that the operators find.
  public var edits: NamedEdits?
  /// How many mutants; nil: all that there are.
  public var count: Int?
  /// Which ones, where there are more.
  public var seed: UInt64 = 1
  /// Test processes at once.
  public var jobs = 1
  /// Only lines that differ from this revision of Git's.
  public var changedSince: String?
  /// Builds the package and its tests.
  public var build = "swift build --build-tests"
  public var tests = TestCommand.swiftTest
  /// Files of the package, by their whole paths, that matter to no test: an earlier run is gone on with although they
  /// differ.
  public var unrelated: Set<String> = []

  public init(package: String, scratch: String) {
    self.package = package
    self.scratch = scratch
  }

  /// Whether ``sources`` name a file, by its path in the package.
  public func changes(_ file: String) -> Bool {
    sources.isEmpty || sources.contains { Self.file(file, isIn: $0) }
  }

  /// - Parameter source: a folder or a file, also as people write it, such as `./Sources/Ledger/`.
  static func file(_ file: String, isIn source: String) -> Bool {
    let source = source.trimmingPrefix("./")
    return file == source || file.hasPrefix(source.hasSuffix("/") ? source : source + "/")
  }
}

/// What came out for one mutant.
public struct MutantResult: Sendable, Codable, Hashable {
  public enum Status: String, Sendable, Codable, CaseIterable {
    /// A test failed.
    case killed
    /// The process of the tests died of it: also a kill.
    case crashed
    /// The tests did not end in three times their time and five seconds: also a kill.
    case timedOut
    /// All tests that reach it passed.
    case survived
    /// No test comes to it.
    case notCovered
    /// The compiler did not take it.
    case refused
  }

  public let mutation: Mutation
  public let status: Status
  /// The tests that come to it.
  public let reachedBy: [String]
  /// Those of them that were run together, when it was killed.
  public let killedBy: [String]
  /// How long its tests ran.
  public let seconds: Double
  /// Of a refused one, what the compiler said.
  public let note: String?

  public var isKilled: Bool { [.killed, .crashed, .timedOut].contains(status) }

  public init(
    _ mutation: Mutation, _ status: Status, reachedBy: [String] = [], killedBy: [String] = [], seconds: Double = 0,
    note: String? = nil
  ) {
    self.mutation = mutation
    self.status = status
    self.reachedBy = reachedBy
    self.killedBy = killedBy
    self.seconds = seconds
    self.note = note
  }
}

/// What a run tells while it goes on.
public enum MutationEvent: Sendable {
  case found(files: Int, mutants: Int)
  case resumed(results: Int)
  /// Without the changes that the compiler refused, and with the marks of some functions at their beginning.
  case building(round: Int, refused: Int, moved: Int)
  case built(seconds: Double)
  case measured(tests: Int, seconds: Double)
  case judged(MutantResult, done: Int, of: Int)
}

/// What a run came to.
public struct MutationOutcome: Sendable {
  /// In the order of their places.
  public let results: [MutantResult]
  /// Mutants that are not judged yet, since the run was stopped.
  public let open: Int
  /// The texts of the files that were changed, by path.
  public let sources: [String: String]
  public let testCount: Int
}
