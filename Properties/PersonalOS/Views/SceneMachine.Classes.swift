import PersonalOSReference
import PropertyTesting

extension StateMachine<ScenesModel, ScenesDriver> {
  var labellingSiblings: StateMachine {
    labelling("siblings of one type") { model in
      let types = model.scenes[0].views.filter { $0.parent == nil }.map(\.identity.type)
      return Set(types).count < types.count
    }
  }

  var labellingMissingModels: StateMachine {
    labelling("some work, some do not") { Set($0.scenes[0].lives.values.map(\.isLacking)).count == 2 }
      .labelling("lacks something else") { model in
        model.scenes[0].lives.contains { $1.isLacking && $1 != .lacks(.missing($0.type)) }
      }
      .labelling("below one that is missing") { model in
        let scene = model.scenes[0]
        return scene.views.contains { scene.works($0.identity) && $0.parent.map(scene.works) == false }
      }
  }

  var labellingScenes: StateMachine {
    labelling("the same view in two scenes") { model in
      let views = model.scenes.flatMap { $0.lives.keys.filter($0.works) }
      return Set(views).count < views.count
    }
    .labelling("an error in one scene") { model in
      let errors = model.scenes.filter(\.isOpen).map { $0.lives.values.contains(where: \.isLacking) }
      return errors.count > 1 && errors.count { $0 } == 1
    }
    .labelling("changed in two scenes") { model in
      model.scenes.count { $0.lives.values.contains(where: \.isChanged) } > 1
    }
    .labelling("an object in one scene") { model in Set(model.scenes.filter(\.isOpen).map(\.provided.isEmpty)).count > 1 }
  }

  var labellingObjects: StateMachine {
    labelling("provided nearer and farther") { model in
      model.slots.contains { model.scenes[0].provided[$0] != nil && model.above($0) != nil }
    }
    .labelling("inherited") { model in
      model.slots.contains { model.scenes[0].provided[$0] == nil && model.above($0) != nil }
    }
    .labelling("missing") { model in model.slots.contains { model.scenes[0].nearest($0.kind, from: $0.view) == nil } }
  }
}

extension Command<ScenesModel, ScenesDriver> {
  var labelledShow: Command {
    labelled("comes in another order") { step in
      step.scenes { before, after in
        let (old, new) = (before.views.map(\.identity), after.views.map(\.identity))
        return old.filter(new.contains) != new.filter(old.contains)
      }
    }
    .labelled("a changed view is evaluated again") { step in
      step.views { $0.lives[$2]?.isChanged == true && $1.isVisible($2) }
    }
    .labelled("hidden and shown again") { step in step.views { $0.works($2) && !$0.isVisible($2) && $1.isVisible($2) } }
    .labelled("hidden without a model") { step in step.views { $0.isVisible($2) && !$1.isVisible($2) && !$1.works($2) } }
    .labelled("shown without a model") { step in
      step.views { $0.lives[$2]?.isLacking == true && !$0.isVisible($2) && $1.isVisible($2) }
    }
    .labelled("gone and back again") { step in step.views { $0.lives[$2] == nil && $0.removed.contains($2) } }
  }

  var labelledClose: Command {
    labelled("closed while another is open") { step in
      step.scenes { $0.isOpen && !$1.isOpen } && step.after.scenes.contains(where: \.isOpen)
    }
  }

  var labelledRetry: Command {
    labelled("is mended") { $0.error == nil }
      .labelled("stays broken") { $0.error != nil }
      .labelled("lacks something new") { step in step.views { !$1.works($2) && $0.lives[$2] != $1.lives[$2] } }
  }

  var labelledWithdrawal: Command {
    labelled("a nearer object is withdrawn") { step in
      step.argument(ScenesModel.Slot.self).map {
        step.before.scenes[0].provided[$0] != nil && step.after.above($0) != nil
      } == true
    }
  }

  var labelledMove: Command {
    labelled("moved below another object") { step in
      step.views { step.before.objectsRead(by: $2, in: $0) != step.after.objectsRead(by: $2, in: $1) }
    }
  }

  var labelledSetting: Command {
    labelled("several views read what changes") { $0.readers > 1 }
      .labelled("some views do not read what changes") { $0.readers > 0 && $0.readers < $0.after.shown.count }
  }
}

extension CommandStep<ScenesModel> {
  fileprivate var readers: Int { result(Screens.self)?.evaluated.count ?? 0 }

  /// Whether a scene was as wanted before the step and after it.
  fileprivate func scenes(_ areWanted: (ScenesModel.Scene, ScenesModel.Scene) -> Bool) -> Bool {
    zip(before.scenes, after.scenes).contains(where: areWanted)
  }

  /// Whether this is so of a view that is there after the step.
  fileprivate func views(_ areWanted: (ScenesModel.Scene, ScenesModel.Scene, ViewIdentity) -> Bool) -> Bool {
    scenes { before, after in after.lives.keys.contains { areWanted(before, after, $0) } }
  }
}

extension ScenesModel {
  /// What is inherited here.
  fileprivate func above(_ slot: Slot) -> Int? {
    slot.view.flatMap { scenes[0].nearest(slot.kind, from: scenes[0].view($0)?.parent) }
  }
}

extension ScenesModel.Scene {
  fileprivate func isVisible(_ view: ViewIdentity) -> Bool { self.view(view)?.isVisible == true }
  fileprivate func works(_ view: ViewIdentity) -> Bool { lives[view]?.isLacking == false }
}

extension ScenesModel.Life {
  fileprivate var isChanged: Bool { if case .has(_, let number) = self { number > 0 } else { false } }
}
