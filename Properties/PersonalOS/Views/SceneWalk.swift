import PersonalOSReference
import PropertyTesting

/// Views each of which asks its scene for the next one as soon as it appears, while views are being shown.
struct SceneWalk: Sendable {
  struct Found: Sendable, Equatable {
    var appeared: [Int]
    /// The views that are there in the end.
    var left: [Int]
    var modelsKept: Int
    var reports: [String]
  }

  /// How many views are asked for, one by the other; the last of them asks for none.
  let steps: Int
  /// Whether the last one closes the scene.
  let closes: Bool

  /// One after the other a scene shows so many, and then it says that there is no end.
  private static let mostSteps = 9

  /// Often near the number at which a scene stops.
  static let any = Generator<SceneWalk>.build(SceneWalk.init, from: .oneOf(.int(in: 1...12), .int(in: 8...10)), .bool)

  var expected: Found {
    let isCut = steps > Self.mostSteps
    let last = min(steps, Self.mostSteps)
    let left = closes && !isCut ? [] : [last]
    return Found(
      appeared: Array(1...last), left: left, modelsKept: left.count, reports: isCut ? ["update Scene walk"] : [])
  }

  @MainActor
  func find(_ system: PersonalOSSystem) -> Found {
    let tasks = system.tasks.makeRegistry(EffectGate())
    let scene = system.views.openScene("walk", tasks: tasks, log: system.errors.makeLog(100, []))
    scene.store.register("View") { _ in NumbersModel() }
    let appeared = Shared<[Int]>()
    func node(_ number: Int) -> ViewNode {
      ViewNode(
        ViewDescription(
          ViewIdentity("View", "\(number)"), body: { _, _ in "view \(number)" },
          onAppear: { _ in
            appeared.value = (appeared.value ?? []) + [number]
            // Of what waits the last counts.
            if number < steps { scene.show([node(-number)]) } else if closes { scene.close() } else { return }
            scene.show([node(number + 1)])
          }))
    }
    scene.show([node(1)])
    let left = (1...steps + 1).filter { scene.host(of: ViewIdentity("View", "\($0)"))?.phase == .visible }
    let found = Found(
      appeared: appeared.value ?? [], left: left, modelsKept: scene.store.count,
      reports: scene.presenter.errorQueue.map(\.operation))
    scene.close()
    return found
  }
}
