import Observation
import PersonalOSReference
import PropertyTesting

// The other faults of views are edits of the core: Properties/PersonalOS-Views.edits.

extension Fault<PersonalOSSystem> {
  static let scenesShareOneStore = Fault("scenesShareOneStore", "keeps the models of all scenes in one store") {
    let (makeStore, shared) = ($0.views.makeStore, Shared<any ViewModelKeeping>())
    $0.views.makeStore = { shared.value { makeStore() } }
  }

  static let scenesShareOnePresenter = Fault("scenesShareOnePresenter", "shows the errors of one scene in all") {
    let (makePresenter, shared) = ($0.views.makePresenter, Shared<any ErrorPresenting>())
    $0.views.makePresenter = { log in shared.value { makePresenter(log) } }
  }

  static let copiesOnInheritance = Fault("copiesOnInheritance", "copies objects on their way down") { system in
    let makeEnvironment = system.views.makeEnvironment
    system.views.makeEnvironment = { CopyingEnvironment(makeEnvironment(($0 as? CopyingEnvironment)?.original)) }
  }
}

@MainActor
private final class CopyingEnvironment: EnvironmentScope {
  let original: any EnvironmentScope

  init(_ original: any EnvironmentScope) { self.original = original }

  func object<Object: AnyObject & Observable>(_ type: Object.Type) throws -> Object {
    let object = try original.object(type)
    return (object as? any EnvironmentObject)?.copy as? Object ?? object
  }

  func provide<Object: AnyObject & Observable>(_ object: Object) { original.provide(object) }
  func withdraw<Object: AnyObject & Observable>(_ type: Object.Type) { original.withdraw(type) }
  func move(below parent: (any EnvironmentScope)?) { original.move(below: (parent as? CopyingEnvironment)?.original) }
}

extension EnvironmentObject {
  fileprivate var copy: Self {
    let copy = Self(serial: serial)
    copy.value = value
    return copy
  }
}
