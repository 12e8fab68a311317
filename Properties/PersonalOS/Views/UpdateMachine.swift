import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// One view of a model with numbers in it. What its last evaluation read says when it must be evaluated again, and what it
/// shows then.
enum UpdateMachine {
  /// A number that the view itself counts up.
  struct Counting: Sendable {
    enum Place: Sendable, CaseIterable {
      /// After each evaluation, where a view may write.
      case afterwards
      /// In the evaluation, before it reads or after: where no view should.
      case beforeReading, afterReading
    }

    let place: Place
    let number: Int
    /// The value at which it stops.
    let until: Int
  }

  /// What a tick results in.
  struct Tick: Sendable, Equatable {
    let evaluations: Int
    let shows: ViewContent
    let errors: Int
  }

  struct Model: Sendable {
    /// The first evaluation of a tick, and eight more.
    private static let mostEvaluations = 9

    /// Nil: the view changes nothing.
    let counting: Counting?
    var readings: [Reading]
    var hasAppeared = false
    private(set) var numbers = Array(repeating: 0, count: Reading.numberCount)
    /// What the last evaluation read.
    private(set) var dependencies: Set<Int> = []
    private(set) var firstDependencies: Set<Int>?
    private(set) var isDue = true
    private(set) var changesThisTick = 0
    private(set) var evaluatedTicks = 0
    private var text = ""

    init(readings: [Reading], counting: Counting?) {
      self.readings = readings
      self.counting = counting
    }

    /// Only another value of a number that the last evaluation read is a reason to evaluate again.
    mutating func write(_ value: Int, to number: Int) {
      guard numbers[number] != value else { return }
      numbers[number] = value
      changesThisTick += 1
      if dependencies.contains(number) { isDue = true }
    }

    mutating func describeAnew(_ readings: [Reading]) {
      self.readings = readings
      isDue = true
    }

    /// One evaluation if there is a reason, and again for as long as the view itself gives one.
    mutating func tick() -> Tick {
      if isDue { evaluatedTicks += 1 }
      var evaluations = 0
      while isDue, evaluations < Self.mostEvaluations {
        evaluations += 1
        evaluate()
        countUp(.afterwards)
      }
      changesThisTick = 0
      // A view that has settled shows what is the case.
      let shown = isDue ? text : readings.map { $0.text { numbers[$0] } }.joined(separator: " ")
      return Tick(evaluations: evaluations, shows: .text(shown), errors: isDue ? 1 : 0)
    }

    private mutating func evaluate() {
      let before = numbers
      isDue = false
      countUp(.beforeReading)
      var read: Set<Int> = []
      if let counting, counting.place != .afterwards { read.insert(counting.number) }
      text = readings.map { reading in
        reading.text { index in
          read.insert(index)
          return numbers[index]
        }
      }.joined(separator: " ")
      countUp(.afterReading)
      dependencies = read
      firstDependencies = firstDependencies ?? read
      // What it changed itself it may have read before.
      isDue = numbers != before
    }

    private mutating func countUp(_ place: Counting.Place) {
      guard let counting, counting.place == place, numbers[counting.number] < counting.until else { return }
      write(numbers[counting.number] + 1, to: counting.number)
    }

    /// Often to a number that was read. Few values, so that equal assignments and returns to the old value come up.
    var anyWrite: Generator<Write> {
      let read = dependencies.sorted()
      let any = Generator<Int>.int(in: 0...(Reading.numberCount - 1))
      let number = read.isEmpty ? any : .oneOf(any, .element(of: read))
      return Generator<Write> { source in (number: try source(number), value: try source(.int(in: 0...3))) }
    }

    var writesAsItReads: Bool { counting.map { $0.place != .afterwards } ?? false }
    var readsSomethingElse: Bool { dependencies != (firstDependencies ?? dependencies) }
  }

  typealias Write = (number: Int, value: Int)
  typealias UpdateCommand = Command<Model, ViewUnderTest>

  static let write = UpdateCommand("write", weight: 4, with: \.anyWrite, when: \.hasAppeared) { model, write in
    model.write(write.value, to: write.number)
  } system: { view, write in
    await view.write(write.value, to: write.number)
  }
  .labelled("an equal value is assigned") { $0.before.numbers == $0.after.numbers }

  /// The parent has other things to say of the view.
  static let describeAnew = UpdateCommand("describeAnew", with: .readings, when: \.hasAppeared) { model, readings in
    model.describeAnew(readings)
  } system: { view, readings in
    await view.describeAnew(readings)
  }

  static let tick = settling(
    UpdateCommand("tick", weight: 3, when: \.hasAppeared) { model in
      model.tick()
    } system: { view in
      await view.tick()
    }
  )
  .labelled("several changes in one tick") { $0.before.changesThisTick > 1 && $0.before.isDue }
  .labelled("only what is not read changes") { $0.before.changesThisTick > 0 && !$0.before.isDue }
  .labelled("changes in a later tick") { $0.before.isDue && $0.before.evaluatedTicks > 1 }
  .labelled("reads something else than at first") { $0.before.isDue && $0.before.readsSomethingElse }

  static let appear = settling(
    UpdateCommand("appear", when: { !$0.hasAppeared }) { model in
      model.hasAppeared = true
      return model.tick()
    } system: { view in
      await view.appear()
    })

  private static func settling(_ command: UpdateCommand) -> UpdateCommand {
    command
      .labelled("settles after some repetitions") { ($0.result(Tick.self)?.evaluations ?? 0) > 1 && !$0.after.isDue }
      .labelled("settles what it changes as it reads") {
        ($0.result(Tick.self)?.evaluations ?? 0) > 1 && !$0.after.isDue && $0.after.writesAsItReads
      }
      .labelled("never settles") { $0.after.isDue }
      .labelled("never settles what it changes as it reads") { $0.after.isDue && $0.after.writesAsItReads }
  }

  /// A view that is gone leaves no error behind.
  static let tearDown = UpdateCommand("tearDown") { _ in
    0
  } system: { view in
    await view.tearDown()
  }

  static let machine = StateMachine(
    initially: .updatingView, commands: [appear, write, tick, describeAnew],
    // Whatever has been going on, a view that is described anew is evaluated for what it reads from then on.
    closing: [tick, describeAnew, tick, write, tick, write, tick, tearDown]
  )
  .settingUp { view, model in await view.open(model) }
  .withoutSwarm
}

extension Generator where Value == UpdateMachine.Model {
  fileprivate static var updatingView: Generator {
    Generator { source in
      let readings = try source(Generator<[Reading]>.readings)
      guard try source(.bool) else { return UpdateMachine.Model(readings: readings, counting: nil) }
      let number = try source(.int(in: 0...(Reading.numberCount - 1)))
      let counting = UpdateMachine.Counting(
        place: try source(.anyCase()),
        // Mostly one that is read.
        number: try source(.element(of: [readings.first?.first ?? number, number])),
        until: try source(.oneOf(.int(in: 1...8), .int(in: 7...12), .constant(1_000))))
      return UpdateMachine.Model(readings: readings, counting: counting)
    }
  }
}

extension UpdateMachine.Model: CounterexampleDescribable {
  var counterexampleDescription: String {
    let counts = counting.map { counting in
      let place =
        switch counting.place {
        case .afterwards: "after each evaluation"
        case .beforeReading: "before it reads"
        case .afterReading: "after it has read"
        }
      return ", counts number \(counting.number) up to \(counting.until) \(place)"
    }
    return "numbers \(describe(numbers)), the view reads \(describe(readings))\(counts ?? "")\(isDue ? ", is due" : "")"
  }
}
