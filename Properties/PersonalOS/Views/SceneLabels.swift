import PersonalOSReference
import PropertyTesting

extension Command<ScenesModel, ScenesDriver> {
  var labelled: Command { labelledViews.labelledWalks.labelledMissingModels.labelledScenes.labelledObjects }

  private var labelledViews: Command {
    labelled("siblings of one type") { step in
      let types = step.after.scenes[0].views.filter { $0.parent == nil }.map(\.identity.type)
      return Set(types).count < types.count
    }
    .labelled("comes in another order") { step in
      step.scenes { before, after in
        let (old, new) = (before.views.map(\.identity), after.views.map(\.identity))
        return old.filter(new.contains) != new.filter(old.contains)
      }
    }
    .labelled("a changed view is evaluated again") { step in
      step.isShowing && step.views { $0.lives[$2]?.isChanged == true && $1.isVisible($2) }
    }
    .labelled("hidden and shown again") { $0.views { $0.works($2) && !$0.isVisible($2) && $1.isVisible($2) } }
    .labelled("gone and back again") { $0.views { $0.lives[$2] == nil && $0.removed.contains($2) } }
  }

  private var labelledWalks: Command {
    labelled("asks for another view while one is shown") { if case .walk(2..., _) = $0.call { true } else { false } }
      .labelled("asks for views without an end") { if case .walk(10..., _) = $0.call { true } else { false } }
  }

  private var labelledMissingModels: Command {
    labelled("some work, some do not") { Set($0.after.scenes[0].lives.values.map(\.isLacking)).count == 2 }
      .labelled("lacks something else") { $0.views { $1.lacks($2) && $1.lives[$2] != .lacks(.missing($2.type)) } }
      .labelled("lacks something new") { $0.views { $0.lacks($2) && $1.lacks($2) && $0.lives[$2] != $1.lives[$2] } }
      .labelled("below one that is missing") { $0.views { $1.works($2) && $1.view($2)?.parent.map($1.lacks) == true } }
      .labelled("hidden without a model") { $0.views { $0.isVisible($2) && !$1.isVisible($2) && $1.lacks($2) } }
      .labelled("shown without a model") { $0.views { $0.lacks($2) && !$0.isVisible($2) && $1.isVisible($2) } }
      .labelled("is mended") { if case .retry = $0.call { $0.error == nil } else { false } }
      .labelled("stays broken") { if case .retry = $0.call { $0.error != nil } else { false } }
  }

  private var labelledScenes: Command {
    labelled("the same view in two scenes") { step in
      let views = step.after.scenes.flatMap { $0.lives.keys.filter($0.works) }
      return Set(views).count < views.count
    }
    .labelled("an error in one scene") { step in
      let errors = step.after.scenes.filter(\.isOpen).map { $0.lives.values.contains(where: \.isLacking) }
      return errors.count > 1 && errors.count { $0 } == 1
    }
    .labelled("changed in two scenes") { $0.after.scenes.count { $0.lives.values.contains(where: \.isChanged) } > 1 }
    .labelled("an object in one scene") { Set($0.after.scenes.filter(\.isOpen).map(\.provided.isEmpty)).count > 1 }
    .labelled("closed while another is open") { step in
      step.scenes { $0.isOpen && !$1.isOpen } && step.after.scenes.contains(where: \.isOpen)
    }
  }

  private var labelledObjects: Command {
    labelled("provided nearer and farther") { $0.provides { $0 != nil && $1 != nil } }
      .labelled("inherited") { $0.provides { $0 == nil && $1 != nil } }
      .labelled("missing") { $0.provides { $0 == nil && $1 == nil } }
      .labelled("a nearer object is withdrawn") { step in
        guard case .withdraw(let slot) = step.call else { return false }
        return step.before.scenes[0].provided[slot] != nil && step.after.above(slot) != nil
      }
      .labelled("moved below another object") { step in
        step.isShowing && step.views { step.before.objectsRead(by: $2, in: $0) != step.after.objectsRead(by: $2, in: $1) }
      }
      .labelled("moveBelowItself") { if case .moveBelowItself = $0.call { true } else { false } }
      .labelled("several views read what changes") { $0.readers > 1 }
      .labelled("some views do not read what changes") { $0.readers > 0 && $0.readers < $0.after.shown.count }
  }
}

extension CommandStep<ScenesModel> {
  fileprivate var call: ScenesModel.Call? { argument() }
  fileprivate var isShowing: Bool { if case .show = call { true } else { false } }
  fileprivate var readers: Int { if case .set = call { result(ScenesModel.Answer.self)?.heard.count ?? 0 } else { 0 } }

  /// Whether this is so of what some place of the first scene provides and what it inherits.
  fileprivate func provides(_ isWanted: (Int?, Int?) -> Bool) -> Bool {
    after.slots.contains { isWanted(after.scenes[0].provided[$0], after.above($0)) }
  }

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
  fileprivate func above(_ slot: Slot) -> Int? {
    slot.view.flatMap { scenes[0].nearest(slot.kind, from: scenes[0].view($0)?.parent) }
  }
}

extension ScenesModel.Scene {
  fileprivate func isVisible(_ view: ViewIdentity) -> Bool { self.view(view)?.isVisible == true }
  fileprivate func works(_ view: ViewIdentity) -> Bool { lives[view]?.isLacking == false }
  fileprivate func lacks(_ view: ViewIdentity) -> Bool { lives[view]?.isLacking == true }
}

extension ScenesModel.Life {
  fileprivate var isChanged: Bool { if case .has(_, 1...) = self { true } else { false } }
}
