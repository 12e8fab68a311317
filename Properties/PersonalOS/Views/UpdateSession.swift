import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// One view, and the dependency model that says when it must be evaluated and what it shows then.
@MainActor
final class UpdateSession {
  private let trial: Trial
  private let script: UpdateScript
  private let model = NumbersModel()
  private let host: any ViewHosting
  private let presenter: any ErrorPresenting
  private let evaluations = Shared<Int>()
  private var expected: ExpectedUpdates
  private var isOther = false

  init(_ system: PersonalOSSystem, _ script: UpdateScript, _ trial: Trial) {
    self.trial = trial
    self.script = script
    expected = ExpectedUpdates(script)
    let (views, model) = (system.views, model)
    let store = views.makeStore()
    store.register("View") { _ in model }
    presenter = views.makePresenter(system.errors.makeLog(100, []))
    let view = Self.view(script.readings, script.counting, evaluations)
    host = views.makeHost(
      HostSetup(
        view: view, scene: "main", store: store, environment: views.makeEnvironment(nil),
        tasks: system.tasks.makeRegistry(EffectGate()), presenter: presenter))
  }

  private static func view(
    _ readings: [UpdateScript.Reading], _ counting: UpdateScript.Counting?, _ evaluations: Shared<Int>
  ) -> ViewDescription {
    ViewDescription(
      ViewIdentity("View", "0"),
      body: { model, _ in
        evaluations.value = (evaluations.value ?? 0) + 1
        guard let model = model as? NumbersModel else { return "" }
        model.countUp(counting, .beforeReading)
        defer { model.countUp(counting, .afterReading) }
        return readings.map { $0.text { model[$0] } }.joined(separator: " ")
      },
      onUpdate: { ($0 as? NumbersModel)?.countUp(counting, .afterwards) })
  }

  /// The parent has other things to say of the view.
  func describeAnew() {
    isOther.toggle()
    expected.describeAnew()
    host.update(Self.view(isOther ? script.otherReadings : script.readings, script.counting, evaluations))
    trial.label("described anew")
  }

  /// A view that is gone leaves no error behind.
  func tearDown() throws {
    host.tearDown()
    try expect("errors in the end", presenter.errorQueue.count, equals: 0)
  }

  private var writesAsItReads: Bool {
    if let place = script.counting?.place { place != .afterwards } else { false }
  }

  func appear() throws {
    try expectEvaluations("when it appears") { host.appear() }
  }

  func write(_ writes: [(number: Int, value: Int)]) {
    let before = expected
    for (number, value) in writes {
      trial.label("an equal value is assigned", if: expected.numbers[number] == value)
      model[number] = value
      expected.write(number, value)
    }
    let changed = writes.count { before.numbers[$0.number] != $0.value }
    trial.label("several changes in one tick", if: changed > 1 && expected.isDue)
    trial.label("only what is not read changes", if: changed > 0 && !expected.isDue)
    trial.label("changes in a later tick", if: expected.isDue && expected.evaluatedTicks > 1)
    let isMoved = expected.dependencies != expected.firstDependencies
    trial.label("reads something else than at first", if: expected.isDue && isMoved)
  }

  func tick() throws {
    try expectEvaluations("in the tick") { host.tick() }
  }

  private func expectEvaluations(_ when: String, _ body: () -> Void) throws {
    let before = evaluations.value ?? 0
    let count = expected.run()
    body()
    trial.note("\(when): \(count) evaluations expected, \(describe(host.content))")
    try expect("evaluations \(when)", (evaluations.value ?? 0) - before, equals: count)
    try expect("shown", host.content, equals: .text(expected.text))
    // Whatever has been going on: a view that has settled shows what is the case.
    if !expected.isDue { try expect("the state as it is", expected.text, equals: expected.currentText) }
    try expect(
      "an error that it never settles", presenter.errorQueue.count, equals: expected.isDue ? 1 : 0)
    trial.label("settles after some repetitions", if: count > 1 && !expected.isDue)
    trial.label("settles what it changes as it reads", if: count > 1 && !expected.isDue && writesAsItReads)
    trial.label("never settles what it changes as it reads", if: expected.isDue && writesAsItReads)
    trial.label("never settles", if: expected.isDue)
  }
}
