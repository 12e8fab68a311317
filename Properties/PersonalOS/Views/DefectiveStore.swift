import PersonalOSReference

/// A store with one defect, or with none.
@MainActor
final class DefectiveStore: ViewModelKeeping {
  enum Defect {
    case keysByTypeAlone, letsGoOfASharedModel, neverLetsGo
    /// Hands out what was made last for the identity, in whatever scene.
    case handsOutTheLastModel(Shared<[ViewIdentity: any ViewModel]>)
  }

  private let defect: Defect?
  private var factories: [String: @MainActor (ViewIdentity) throws -> any ViewModel] = [:]
  private var models: [ViewIdentity: (model: any ViewModel, users: Int)] = [:]

  init(_ defect: Defect?) {
    self.defect = defect
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
    if case .keysByTypeAlone = defect { ViewIdentity(identity.type, "") } else { identity }
  }

  private func make(_ identity: ViewIdentity) throws -> any ViewModel {
    if case .handsOutTheLastModel(let last) = defect, let model = last.value?[identity] { return model }
    guard let factory = factories[identity.type] else { throw DependencyError.missing(identity.type) }
    let model = try factory(identity)
    if case .handsOutTheLastModel(let last) = defect {
      last.value = (last.value ?? [:]).merging([identity: model]) { $1 }
    }
    return model
  }
}
