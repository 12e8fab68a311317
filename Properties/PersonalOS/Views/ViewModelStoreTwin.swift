import PersonalOSReference
import PropertyTesting

/// A store of view models, written otherwise.
@MainActor
final class ViewModelStoreTwin: ViewModelKeeping {
  enum Defect: String, CaseIterable, Sendable {
    case keysByTypeAlone = "gives siblings of one type one model"
    case letsGoOfASharedModel = "lets go of a model that another view shows"
    case neverLetsGo = "keeps the models of views that are gone"
    case handsOutTheLastModelOfAnyScene = "hands out the last model of any scene"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("ViewModelStoreTwin") { system, defect in
    let last = Shared<[ViewIdentity: any ViewModel]>()
    system.views.makeStore = { ViewModelStoreTwin(defect, last) }
  }

  private let defect: Defect?
  /// What was made last for each identity, in whatever scene.
  private let last: Shared<[ViewIdentity: any ViewModel]>
  private var factories: [String: @MainActor (ViewIdentity) throws -> any ViewModel] = [:]
  private var models: [ViewIdentity: (model: any ViewModel, users: Int)] = [:]

  init(_ defect: Defect?, _ last: Shared<[ViewIdentity: any ViewModel]>) {
    self.defect = defect
    self.last = last
  }

  var count: Int { models.count }

  func register(_ type: String, _ make: @escaping @MainActor (ViewIdentity) throws -> any ViewModel) {
    factories[type] = make
  }

  func acquire(_ identity: ViewIdentity) throws -> any ViewModel {
    let key = key(identity)
    let model = try models[key]?.model ?? make(identity)
    models[key] = (model, (models[key]?.users ?? 0) + 1)
    return model
  }

  func release(_ identity: ViewIdentity) {
    let key = key(identity)
    guard let (model, users) = models[key] else { return }
    switch defect {
    case .neverLetsGo: models[key] = (model, max(0, users - 1))
    case .letsGoOfASharedModel: models[key] = nil
    default: models[key] = users > 1 ? (model, users - 1) : nil
    }
  }

  private func key(_ identity: ViewIdentity) -> ViewIdentity {
    defect == .keysByTypeAlone ? ViewIdentity(identity.type, "") : identity
  }

  private func make(_ identity: ViewIdentity) throws -> any ViewModel {
    if defect == .handsOutTheLastModelOfAnyScene, let model = last.value?[identity] { return model }
    guard let factory = factories[identity.type] else { throw DependencyError.missing(identity.type) }
    let model = try factory(identity)
    if defect == .handsOutTheLastModelOfAnyScene {
      last.value = (last.value ?? [:]).merging([identity: model]) { $1 }
    }
    return model
  }
}
