import Foundation

/// The same hash seeds in every process, so that the order of a `Set` in the code under test is no part
/// of chance: the same seed gives the same cases, and a token the same case, tomorrow too.
enum DeterministicHashing {
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Starts this program anew, in the same process, with the variable that Swift reads before any code runs.
  /// Where that cannot be done, the seeds stay random, as they are without.
  static func ensure() {
    #if os(Linux)
      guard getenv(variable) == nil, setenv(variable, "1", 1) == 0 else { return }
      execv("/proc/self/exe", CommandLine.unsafeArgv)
    #endif
  }
}
