import StandardLaws

/// All topics of the kit, as the page docs/laws.md lists them.
enum LawCatalogue {
  /// One protocol or topic.
  struct Topic: Sendable {
    let name: String
    let unchecked: String
    let laws: [(statement: String, source: LawSource)]

    init<Value>(_ laws: Laws<Value>) {
      name = laws.name
      unchecked = laws.unchecked
      self.laws = laws.own.map { ($0.statement, $0.source) }
    }

    init<Value>(_ laws: AsyncLaws<Value>) {
      name = laws.name
      unchecked = laws.unchecked
      self.laws = laws.own.map { ($0.statement, $0.source) }
    }
  }

  static let all: [Topic] = values + collections

  /// The protocols of single values.
  static let values: [Topic] = [
    Topic(Laws<Int>.equatable), Topic(Laws<Int>.hashable),
  ]
}
