import Foundation

/// The command that runs the tests of a package, and the one that names them.
///
/// Where the command has `{}`, it runs some of the tests: a regular expression of their names joined by `|` takes its
/// place; where it has `{,}`, the names joined by commas. A command with neither runs all of them, and is one test.
public struct TestCommand: Sendable, Codable, Equatable {
  public var command: String
  /// Prints the names of the tests, a line each.
  public var list: String?
  /// Whether a list's `Target.Suite/test` is taken as `Target.Suite`: the tests of one suite are run together.
  public var isBySuite: Bool

  /// `swift test`, suite by suite.
  public static let swiftTest = TestCommand(
    command: "swift test --skip-build --ignore-lock --filter '^({})(/|$)'",
    list: "swift test list --skip-build --ignore-lock", isBySuite: true)

  /// - Throws: ``MutationError`` for a command that takes tests, without one that names them, or the other way around.
  public init(command: String, list: String?) throws {
    let takesTests = command.contains("{}") || command.contains("{,}")
    guard takesTests == (list != nil) else {
      throw MutationError(
        takesTests
          ? "the test command takes names of tests, but nothing lists them: add --list-tests COMMAND"
          : "--list-tests lists tests, but the test command “\(command)” does not take them: put {} or {,} where they go"
      )
    }
    self.init(command: command, list: list, isBySuite: false)
  }

  private init(command: String, list: String?, isBySuite: Bool) {
    self.command = command
    self.list = list
    self.isBySuite = isBySuite
  }

  func line(for tests: [String]) -> String {
    let patterns = tests.map { $0.map { "\\.[](){}*+?^$|".contains($0) ? "\\\($0)" : "\($0)" }.joined() }
    return command.replacing("{,}", with: tests.joined(separator: ",")).replacing(
      "{}", with: patterns.joined(separator: "|"))
  }

  /// The tests that a list names, each once, in its order.
  func tests(inList output: String) -> [String] {
    var seen: Set<String> = []
    return output.split(whereSeparator: \.isNewline).compactMap { line in
      let name = line.trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty, !isBySuite || name.wholeMatch(of: /[^\s:]+[.\/].*/) != nil, !name.hasPrefix("[") else {
        return nil
      }
      guard isBySuite else { return name }
      // A free test function of Swift Testing stands in no suite: `Target.test()`.
      return name.split(separator: "/").first.map(String.init)
    }.filter { seen.insert($0).inserted }
  }
}
