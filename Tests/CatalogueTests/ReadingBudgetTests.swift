import Testing

@Suite("What has to be read to judge a property")
struct ReadingBudgetTests {
  private static func budget() throws -> ReadingBudget {
    ReadingBudget(try Package.files(in: "Properties", ending: ".swift").map { ($0, try Package.text($0)) })
  }

  @Test("The table of topics in docs/architecture.md is the measured one")
  func table() throws {
    let table = try Self.table(of: Self.budget())
    #expect(
      try Package.text("docs/architecture.md").contains(table),
      "the table of “What one has to read” in docs/architecture.md is now:\n\(table)")
  }

  /// A row for each topic: its lines, its properties, how many of them are judged within the budget.
  private static func table(of budget: ReadingBudget) throws -> String {
    let topics = Dictionary(grouping: budget.readings, by: \.topic)
    var rows: [(name: String, lines: Int, row: String)] = []
    for (topic, readings) in topics {
      let lines = try lines(below: topic)
      let within = readings.count(where: \.isWithinBudget)
      let most = readings.map(\.lines).max() ?? 0
      rows.append((topic, lines, "| \(topic) | \(lines) | \(readings.count) | \(lines / readings.count) | \(within) | \(most) |"))
    }
    let within = budget.readings.count(where: \.isWithinBudget)
    let total = try lines(below: "")
    let head = [
      "| topic | lines | properties | lines a property | judged within the budget | most lines to read |", "|---|---|---|---|---|---|",
    ]
    let common = total - rows.map(\.lines).reduce(0, +)
    let sums = [
      "| common to several topics | \(common) | | | | |",
      "| all of them | \(total) | \(budget.readings.count) | \(total / budget.readings.count) | \(within) | |",
    ]
    return (head + rows.sorted { $0.name < $1.name }.map(\.row) + sums).joined(separator: "\n")
  }

  /// The lines of a topic, or of all: properties, generators and mistakes.
  private static func lines(below topic: String) throws -> Int {
    let sources = ["Properties/\(topic)", "Generators/\(topic)"].flatMap { Package.files(in: $0, ending: ".swift") }
    let edits = Package.files(in: "Properties", ending: ".edits").filter {
      topic.isEmpty || $0 == "Properties/\(topic.replacing("/", with: "-")).edits"
    }
    return try (sources + edits).map { try Package.text($0).count { $0 == "\n" } }.reduce(0, +)
  }

  @Test("A property is read with the types that it names, but without drivers and generators")
  func reading() throws {
    let budget = ReadingBudget([
      (
        "Properties/Shop/Carts/CartProperties.swift",
        """
        import PropertyTesting

        /// Carts.
        enum CartProperties {
          static let sum = Requirement<Shop>(
            "SHOP-1", "The sum", says: "It adds up to what the Ledger says."
          ).holds(of: CartMachine.machine)

          static let plain = Requirement<Shop>("SHOP-2", "Plain").holds { try expect("it", total([1]), equals: 1) }
        }
        """
      ),
      (
        "Properties/Shop/Carts/CartMachine.swift",
        """
        enum CartMachine {
          static let driver = CartDriver()
          let model: CartModel
        }

        extension Generator where Value == CartMachine {
          static var machine: Prices { Prices() }
        }
        """
      ),
      (
        "Properties/Shop/Carts/CartModel.swift",
        """
        /// The model.
        struct CartModel {
          let prices: Prices
        }

        struct Prices {}
        """
      ),
      ("Properties/Shop/Carts/CartDriver.swift", "struct CartDriver {\n}"),
      ("Properties/Shop/Support.swift", "func total(_ list: [Int]) -> Int {\n  0\n}"),
      ("Properties/Other/Support.swift", "func total(_ list: [Int]) -> Int {\n  0\n}"),
    ])
    let found = budget.readings.map { "\($0.topic) \($0.id) \($0.lines) \($0.hops)" }
    #expect(found == ["Shop/Carts SHOP-1 13 3", "Shop/Carts SHOP-2 5 1"])
  }
}
