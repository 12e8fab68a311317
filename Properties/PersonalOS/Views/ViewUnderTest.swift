import PersonalOSGenerators
import PersonalOSReference

/// The view of ``UpdateMachine``.
@MainActor
final class ViewUnderTest {
  private let system: PersonalOSSystem
  private let model = NumbersModel()
  private let store: any ViewModelKeeping
  private let presenter: any ErrorPresenting
  private var host: (any ViewHosting)?
  private var counting: UpdateMachine.Counting?
  private var evaluations = 0

  init(_ system: PersonalOSSystem) {
    self.system = system
    store = system.views.makeStore()
    presenter = system.views.makePresenter(system.errors.makeLog(100, []))
  }

  func open(_ view: UpdateMachine.Model) {
    store.register("View") { [model] _ in model }
    counting = view.counting
    host = system.views.makeHost(
      HostSetup(
        view: describe(view.readings), scene: "main", store: store, environment: system.views.makeEnvironment(nil),
        tasks: system.tasks.makeRegistry(EffectGate()), presenter: presenter))
  }

  private func describe(_ readings: [Reading]) -> ViewDescription {
    ViewDescription(
      ViewIdentity("View", "0"),
      body: { [unowned self] _, _ in
        evaluations += 1
        model.looks += 1
        countUp(.beforeReading)
        defer { countUp(.afterReading) }
        return readings.map { $0.text { model[$0] } }.joined(separator: " ")
      },
      onUpdate: { [unowned self] _ in countUp(.afterwards) })
  }

  /// To which end it looks at the number.
  private func countUp(_ place: UpdateMachine.Counting.Place) {
    guard let counting, counting.place == place, model[counting.number] < counting.until else { return }
    model[counting.number] += 1
  }

  func write(_ value: Int, to number: Int) { model[number] = value }
  func describeAnew(_ readings: [Reading]) { host?.update(describe(readings)) }

  func appear() -> UpdateMachine.Tick { tick { $0.appear() } }
  func tick() -> UpdateMachine.Tick { tick { $0.tick() } }

  private func tick(_ body: (any ViewHosting) -> Void) -> UpdateMachine.Tick {
    let before = evaluations
    if let host { body(host) }
    return UpdateMachine.Tick(
      evaluations: evaluations - before, shows: host?.content ?? .nothing, errors: presenter.errorQueue.count)
  }

  /// - Returns: how many errors are left.
  func tearDown() -> Int {
    host?.tearDown()
    return presenter.errorQueue.count
  }
}
