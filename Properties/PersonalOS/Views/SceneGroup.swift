import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Several scenes of one app, and what was seen in each after each of its own events.
@MainActor
final class SceneGroup {
  private let system: PersonalOSSystem
  private let trial: Trial
  private let tasks: any TaskRegistry
  private var open: [Int: SceneSession] = [:]
  private var seen: [Int: [[String]]] = [:]
  private var models: [Int: [any ViewModel]] = [:]

  init(_ system: PersonalOSSystem, _ script: SceneScript, _ trial: Trial) {
    self.system = system
    self.trial = trial
    tasks = system.tasks.makeRegistry(EffectGate())
  }

  func perform(_ event: SceneScript.Event, in scene: Int) throws {
    switch event {
    case .command(let command):
      let session = open[scene] ?? SceneSession(system, "scene \(scene)", trial, tasks: tasks)
      open[scene] = session
      try session.perform(command)
    case .close:
      trial.note("scene \(scene): close")
      trial.label("closed while another is open", if: open[scene] != nil && open.count > 1)
      keepModels(of: scene)
      try open[scene]?.close()
      open[scene] = nil
    }
    seen[scene, default: []].append(open[scene]?.observed() ?? [])
    label()
  }

  private func keepModels(of scene: Int) {
    models[scene, default: []] += open[scene]?.models ?? []
  }

  func expectNoModelInTwoScenes() throws {
    for scene in open.keys.sorted() { keepModels(of: scene) }
    for (scene, models) in models {
      let others = self.models.filter { $0.key != scene }.flatMap(\.value)
      for model in models where others.contains(where: { $0 === model }) {
        try expect("model \(model.serial) of scene \(scene) is in no other", false)
      }
    }
  }

  func end() { tasks.cancelAll() }

  /// What happened in other scenes made no difference to this one: neither then, nor in the end.
  func expectSceneAs(in alone: SceneGroup, _ scene: Int) throws {
    try expect("scene \(scene) after each of its events", seen[scene] ?? [], equals: alone.seen[scene] ?? [])
    try expect(
      "scene \(scene) in the end", open[scene]?.observed() ?? [], equals: alone.open[scene]?.observed() ?? [])
  }

  private func label() {
    let sessions = Array(open.values)
    trial.label("an error in one scene", if: sessions.count { $0.hasErrors } == 1 && sessions.count > 1)
    trial.label("changed in two scenes", if: sessions.count { $0.isChanged } > 1)
    for (index, session) in sessions.enumerated() {
      let others = sessions.dropFirst(index + 1)
      let isElsewhere = others.contains { !$0.identities.isDisjoint(with: session.identities) }
      trial.label("the same view in two scenes", if: isElsewhere)
    }
  }
}
