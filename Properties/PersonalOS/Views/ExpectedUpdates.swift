import PersonalOSGenerators

/// Says by the reads of the last evaluation whether another one is due.
struct ExpectedUpdates {
  /// The first evaluation of a tick, and eight more.
  static let mostEvaluations = 9

  private let script: UpdateScript
  private var isOther = false
  private var readings: [UpdateScript.Reading] { isOther ? script.otherReadings : script.readings }
  private(set) var numbers = Array(repeating: 0, count: UpdateScript.numberCount)
  private(set) var dependencies: Set<Int> = []
  private(set) var firstDependencies: Set<Int> = []
  private(set) var isDue = true
  private(set) var text = ""
  private(set) var evaluatedTicks = 0

  init(_ script: UpdateScript) {
    self.script = script
  }

  mutating func write(_ number: Int, _ value: Int) {
    guard numbers[number] != value else { return }
    numbers[number] = value
    if dependencies.contains(number) { isDue = true }
  }

  /// One tick.
  /// - Returns: how many evaluations it takes.
  mutating func run() -> Int {
    if isDue { evaluatedTicks += 1 }
    var count = 0
    while isDue, count < Self.mostEvaluations {
      isDue = false
      count += 1
      evaluate()
      countUp(.afterwards)
    }
    return count
  }

  mutating func describeAnew() {
    isOther.toggle()
    isDue = true
  }

  /// What would be shown now.
  var currentText: String {
    readings.map { $0.text { numbers[$0] } }.joined(separator: " ")
  }

  private mutating func countUp(_ place: UpdateScript.Counting.Place) {
    guard let counting = script.counting, counting.place == place else { return }
    let value = numbers[counting.number]
    if value < counting.until { write(counting.number, value + 1) }
  }

  private mutating func evaluate() {
    let before = numbers
    countUp(.beforeReading)
    var read: Set<Int> = []
    if let counting = script.counting, counting.place != .afterwards { read.insert(counting.number) }
    text = readings.map { reading in
      reading.text { index in
        read.insert(index)
        return numbers[index]
      }
    }.joined(separator: " ")
    countUp(.afterReading)
    if dependencies.isEmpty { firstDependencies = read }
    dependencies = read
    // What it changed itself it may have read before.
    isDue = numbers != before
  }
}
