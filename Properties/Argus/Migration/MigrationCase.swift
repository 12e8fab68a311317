import ArgusGenerators
import ArgusReference
import PropertyTesting
import StorageFaults

/// Old articles, new ones that are there already, and what comes in between.
struct MigrationCase: Sendable, CounterexampleDescribable {
  struct Old: Sendable {
    var number: Int
    var flags: Int
    var body: Int
    /// Otherwise the row is no article, and is passed over.
    var isReadable = true
  }

  let old: [Old]
  /// Articles of the new store, by number, with their flags.
  let new: [Int: Int]
  /// Those of them whose id is not the old one: their address is.
  let renamed: Set<Int>
  let batchSize: Int
  /// After how many commits of a run the app dies, run after run.
  var deaths: [Death]

  struct Death: Sendable {
    let commits: Int
    let isDone: Bool
    /// What the store refuses once, before that.
    let refusal: Refusal?
  }

  enum Refusal: Sendable, CustomStringConvertible {
    /// The call of this kind with this number, counted from 0.
    case call(StoreFault.Point, Int)
    /// How far it has come with the last batch before the death.
    case note

    var description: String {
      switch self {
      case .call(let point, let number): "\(point.rawValue) \(number)"
      case .note: "the note of its progress"
      }
    }
  }

  var counterexampleDescription: String {
    let old = old.map { "\($0.number) flags \($0.flags) body \($0.body)\($0.isReadable ? "" : ", which does not read")" }
    let deaths = deaths.map { "\($0.commits)\($0.isDone ? " done" : "")" + ($0.refusal.map { ", refused \($0)" } ?? "") }
    let ends = self.deaths.isEmpty ? "" : ", dies at \(describe(deaths))"
    let new = new.keys.sorted().map { "\(newID($0)) flags \(self.new[$0] ?? 0)" }
    return "old \(describe(old)), new \(describe(new)), batches of \(batchSize)\(ends)"
  }

  static func id(_ number: Int) -> String { "a\(number)" }
  /// Of the old row of this number. Each begins with the one before, so that only what follows it in the order of bytes comes next.
  static func key(_ number: Int) -> String { "k" + String(repeating: "a", count: number) }
  /// Of the article in the new store that has this number.
  func newID(_ number: Int) -> String { renamed.contains(number) ? "n\(number)" : Self.id(number) }

  func legacy(_ old: Old) -> LegacyArticle {
    LegacyArticle(
      id: Self.id(old.number), articleURL: "https://news.example/\(old.number)", articleTitle: "Old",
      content: ArticleNames.texts[old.body], topic: old.number % 2 == 0 ? nil : "news", published: Self.published(old.number),
      flags: LegacyArticle.Flags(rawValue: old.flags))
  }

  /// In milliseconds.
  private static func published(_ number: Int) -> Int64 { 1_234_567 + Int64(number) * 1_000 }
  static func newAddress(_ number: Int) -> String { "https://NEWS.example/\(number)" }

  /// The flags that the old database has of an article.
  func oldFlags(_ number: Int) -> Int? { old.first { $0.number == number && $0.isReadable }?.flags }

  /// What the store is to hold in the end.
  var expected: [String] {
    var lines: [String: String] = [:]
    for (number, flags) in new {
      lines[newID(number)] = Self.line(
        newID(number), "New", "new body", "in [], \(Self.newAddress(number)), 0 ms", oldFlags(number) ?? flags)
    }
    for row in old where new[row.number] == nil && row.isReadable {
      let topics = row.number % 2 == 0 ? [] : ["news"]
      lines[Self.id(row.number)] = Self.line(
        Self.id(row.number), "Old", ArticleNames.texts[row.body],
        "in \(topics), https://news.example/\(row.number), \(Self.published(row.number)) ms", row.flags)
    }
    return lines.keys.sorted().compactMap { lines[$0] }
  }

  private static func line(_ id: String, _ title: String, _ body: String, _ place: String, _ flags: Int) -> String {
    "\(id) \(title) \(describe(body)) \(place), flags \(flags)"
  }

  static func line(_ article: ArticleModel) -> String {
    let flags = (article.isRead ? 1 : 0) + (article.isBookmarked ? 2 : 0) + (article.isArchived ? 4 : 0)
    let milliseconds = Int64((article.publishedAt.timeIntervalSince1970 * 1_000).rounded())
    return line(article.id, article.title, article.body, "in \(article.topicNames), \(article.url), \(milliseconds) ms", flags)
      + article.wrongBlobs.map { " without rich text of \($0.rawValue)" }.joined()
  }
}

extension Generator where Value == MigrationCase {
  /// In which nothing goes wrong.
  static var calmMigration: Generator {
    Generator<MigrationCase>.migrationCase.map {
      var plan = $0
      plan.deaths = []
      return plan
    }
  }

  /// Of many batches, most of which meet nothing, and with deaths after some of them.
  static var longMigration: Generator {
    Generator { source in
      let numbers = try source(.set(of: .int(in: 0...6), count: 4...6)).sorted()
      let refusal = Generator<MigrationCase.Refusal?>.frequency((1, .constant(nil)), (1, .constant(.note)))
      let deaths = try source(.array(of: .zip(.int(in: 1...3), .bool, refusal), count: 1...3))
      return MigrationCase(
        old: numbers.map { MigrationCase.Old(number: $0, flags: $0, body: $0 % 5) }, new: [:], renamed: [],
        batchSize: try source(.int(in: 1...2)),
        deaths: deaths.map { MigrationCase.Death(commits: $0.0, isDone: $0.1, refusal: $0.2) })
    }
  }

  static var migrationCase: Generator {
    Generator { source in
      let numbers = try source(.set(of: .int(in: 0...6), count: 0...6)).sorted()
      var old: [MigrationCase.Old] = []
      for number in numbers {
        old.append(
          MigrationCase.Old(
            number: number, flags: try source(.int(in: 0...7)), body: try source(.int(in: 0...4)),
            isReadable: try source(.int(in: 0...6)) != 6))
      }
      var new: [Int: Int] = [:]
      for number in try source(.set(of: .int(in: 0...6), count: 0...4)).sorted() { new[number] = try source(.int(in: 0...7)) }
      let refusal = Generator<MigrationCase.Refusal?>.frequency(
        (2, .constant(nil)), (2, Generator<Int>.int(in: 0...15).map { .call(.put, $0) }),
        (1, Generator<Int>.int(in: 0...7).map { .call(.get, $0) }), (1, Generator<Int>.int(in: 0...7).map { .call(.scan, $0) }),
        (1, .constant(.note)))
      let deaths = try source(.array(of: .zip(.int(in: 0...3), .bool, refusal), count: 0...3)).map {
        MigrationCase.Death(commits: $0.0, isDone: $0.1, refusal: $0.2)
      }
      let renamed = Set(try new.keys.sorted().filter { _ in try source(.int(in: 0...3)) == 3 })
      return MigrationCase(old: old, new: new, renamed: renamed, batchSize: try source(.int(in: 0...4)), deaths: deaths)
    }
  }
}
