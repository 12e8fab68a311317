import PersonalOSReference
import PropertyTesting

/// Views each of which asks its scene for the next one as soon as it appears: what is asked for while views are being shown.
struct SceneWalk: Sendable {
  enum End: Sendable, CaseIterable {
    case stays, closesTheScene
  }

  /// How many views are asked for, one by the other; the last of them asks for none.
  let steps: Int
  /// The last one may close the scene.
  let end: End

  /// One after the other a scene shows so many, and then it says that there is no end.
  private static let mostSteps = 9

  struct Found: Sendable, Equatable {
    var appeared: [Int]
    /// The view that is there in the end.
    var left: Int?
    var modelsKept: Int
    var reports: [String]
  }

  var expected: Found {
    let isCut = steps > Self.mostSteps
    let last = min(steps, Self.mostSteps)
    let isClosed = !isCut && end == .closesTheScene
    return Found(
      appeared: Array(1...last), left: isClosed ? nil : last, modelsKept: isClosed ? 0 : 1,
      reports: isCut ? ["update Scene walk"] : [])
  }

  @MainActor
  func find(_ system: PersonalOSSystem) -> Found {
    let tasks = system.tasks.makeRegistry(EffectGate())
    let scene = system.views.openScene("walk", tasks: tasks, log: system.errors.makeLog(100, []))
    scene.store.register("View") { _ in ProbeModel(serial: 0) }
    let appeared = Shared<[Int]>()
    appeared.value = []
    func node(_ number: Int) -> ViewNode {
      ViewNode(
        ViewDescription(
          ViewIdentity("View", "\(number)"), body: { _, _ in "view \(number)" },
          onAppear: { _ in
            appeared.value?.append(number)
            if number < steps {
              // Of what waits the last counts.
              scene.show([node(-number)])
              scene.show([node(number + 1)])
            } else if end == .closesTheScene {
              scene.close()
              scene.show([node(number + 1)])
            }
          }))
    }
    scene.show([node(1)])
    let left = (1...steps + 1).filter { scene.host(of: ViewIdentity("View", "\($0)"))?.phase == .visible }
    let found = Found(
      appeared: appeared.value ?? [], left: left.count == 1 ? left[0] : nil, modelsKept: scene.store.count,
      reports: scene.presenter.errorQueue.map(\.operation))
    scene.close()
    return found
  }
}

extension Generator where Value == SceneWalk {
  /// Often near the number at which a scene stops.
  static let sceneWalk = Generator { source in
    SceneWalk(steps: try source(.oneOf(.int(in: 1...12), .int(in: 8...10))), end: try source(.anyCase()))
  }
}

extension SceneMachine {
  /// A walk through a scene of its own.
  static let walk = SceneCommand("walk", with: .sceneWalk) { _, walk in
    walk.expected
  } system: { app, walk in
    await app.walk(walk)
  }
  .labelled("asks for another view while one is shown") { ($0.argument(SceneWalk.self)?.steps ?? 0) > 1 }
  .labelled("asks for views without an end") { !($0.result(SceneWalk.Found.self)?.reports.isEmpty ?? true) }
}
