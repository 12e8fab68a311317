import PropertyIssues
import PropertyTesting
import Synchronization
import Testing

/// Twelve properties of ``SmallLibrary``, in one person's habits of another library.
protocol Habits: Sendable {
  init(library: SmallLibrary, settings: RunSettings)
  func keepsEqualElements() async throws
  func sorts() async throws
  func keepsLongRuns() async throws
  func keepsCases() async throws
  func keepsTheRest() async throws
  func isFair() async throws
  func seesThePatch() async throws
  func countsUp() async throws
  func meetsAtAnEnd() async throws
  func hasOnlyWhatBothHave() async throws
  func keepsTheNewest() async throws
  func refreshes() async throws
}

/// What a cache of two does: the keys in the order of their use, with their values.
struct CacheModel {
  private var used: [(key: Int, value: Int)] = []

  mutating func put(_ key: Int, _ value: Int) {
    used = (used.filter { $0.key != key } + [(key, value)]).suffix(2)
  }

  mutating func get(_ key: Int) -> Int? {
    guard let entry = used.first(where: { $0.key == key }) else { return nil }
    put(key, entry.value)
    return entry.value
  }
}

/// A call of the cache, for those who have no state machines.
enum CacheCall: Equatable {
  case put(Int, Int)
  case get(Int)
}

/// Whatever habits people bring, they find the same mistakes, with the same least cases.
@Suite struct HabitsTests {
  struct Row: Sendable {
    let mistake: SmallLibrary.Mistake
    /// The values of the least case, without punctuation.
    let least: String
    let property: @Sendable (any Habits) async throws -> Void
  }

  static let rows = [
    Row(mistake: .dropsEqualElements, least: "0 0") { try await $0.keepsEqualElements() },
    Row(mistake: .sortsBySize, least: "0 -1") { try await $0.sorts() },
    Row(mistake: .countsToThree, least: "aaaa") { try await $0.keepsLongRuns() },
    Row(mistake: .joinsCases, least: "aA") { try await $0.keepsCases() },
    Row(mistake: .dropsTheRest, least: "1 2") { try await $0.keepsTheRest() },
    Row(mistake: .givesTheRestToOne, least: "2 3") { try await $0.isFair() },
    Row(mistake: .ignoresThePatch, least: "0 0 0 0 0 1") { try await $0.seesThePatch() },
    Row(mistake: .comparesAsText, least: "0 0 9") { try await $0.countsUp() },
    Row(mistake: .missesASharedEnd, least: "0 0 0 0 0") { try await $0.meetsAtAnEnd() },
    Row(mistake: .takesTheWiderEnd, least: "0 0 0 1 1") { try await $0.hasOnlyWhatBothHave() },
    Row(mistake: .evictsTheNewest, least: "put 0 0 put 1 0 put 2 0 get 0") { try await $0.keepsTheNewest() },
    Row(mistake: .doesNotRefresh, least: "put 0 0 put 1 0 get 0 put 2 0 get 0") { try await $0.refreshes() },
  ]

  static let habits: [any Habits.Type] = [SwiftCheckHabits.self, PropertyBasedHabits.self, HypothesisHabits.self]

  @Test(arguments: 0..<rows.count, 0..<habits.count)
  func findTheSameWithTheSameLeastCase(row number: Int, habits: Int) async throws {
    let row = Self.rows[number]
    for seed in UInt64(1)...3 {
      let least = try await Self.leastCase(row, Self.habits[habits], row.mistake, seed: seed)
      #expect(least == row.least, "seed \(seed)")
    }
    #expect(try await Self.leastCase(row, Self.habits[habits], nil, seed: 1) == nil)
  }

  @Test func everyMistakeIsInTheTable() {
    #expect(Self.rows.map(\.mistake) == SmallLibrary.Mistake.allCases)
  }

  /// The values of the simplest case, under the trait of a suite; nil: the property holds.
  private static func leastCase(
    _ row: Row, _ habits: any Habits.Type, _ mistake: SmallLibrary.Mistake?, seed: UInt64
  ) async throws -> String? {
    var settings = RunSettings.fixed
    settings.seed = seed
    settings.cases = 300
    let property = habits.init(library: SmallLibrary(mistake: mistake), settings: settings)
    let found = Mutex<String?>(nil)
    let left = try await issues {
      do { try await row.property(property) } catch let failure as PropertyFailure {
        guard let counterexample = failure.result.verdict.counterexample else { throw failure }
        let values = [counterexample.value] + counterexample.drawn.map(\.value)
        found.withLock { $0 = words(values.joined(separator: " ")) }
      }
    }
    #expect(left.isEmpty, "\(left)")
    return found.withLock { $0 }
  }

  /// Names of types and fields, and punctuation, are what a spelling may have and another not.
  private static func words(_ text: String) -> String {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != ":" }.filter { !$0.hasSuffix(":") && !["SmallLibrary", "Version"].contains($0) }
      .joined(separator: " ")
  }
}
