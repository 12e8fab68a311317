import PersonalOSReference
import PropertyTesting

extension Command<HostsModel, HostsDriver> {
  var labelledAppearance: Command {
    labelled("appears with bindings") { $0.count(\.isAppearance) > 0 && $0.view?.bindings.isEmpty == false }
      .labelled("appears inside a binding") { $0.count(\.isAppearance) > (name == "appear" ? 1 : 0) }
      .labelled("appears again") { $0.count(\.isAppearance) > 0 && $0.view?.isHidden == true }
      .labelled("hidden and shown again") { name == "appear" && $0.view?.isHidden == true }
      .labelled("shows another view's model") { $0.count(\.isAppearance) > 0 && $0.view?.provider != $0.argument() }
      .labelled("comes and goes for ever") { $0.after.views.contains { $0.isRestless && $0.isStopped } }
  }

  var labelledEvaluation: Command {
    labelled("settles what it changes as it reads") {
      $0.changesAsItReads && $0.count(\.isEvaluation) > 1 && !$0.isStopped
    }
    .labelled("never settles what it changes as it reads") { $0.changesAsItReads && $0.isStopped }
    .labelled("several changes in one tick") { $0.changesSinceTheLastTick > 1 && $0.view?.isDue == true }
    .labelled("only what is not read changes") { $0.changesSinceTheLastTick > 0 && $0.view?.isDue == false }
    .labelled("reads something else than at first") { step in
      step.view.map { $0.isDue && $0.dependencies != $0.firstDependencies ?? [] } == true
    }
  }

  var labelledEnd: Command {
    labelled("gone with tasks under way") { $0.gone { $0.phase == .visible && $0.work.contains(.waitsForLong) } }
      .labelled("gone with a stream open") { $0.gone { $0.phase == .visible && $0.work.contains(.readsAStream) } }
      .labelled("gone with subscriptions") { $0.gone { $0.phase == .visible && !$0.bindings.isEmpty } }
      .labelled("gone without being shown") { $0.gone { $0.phase == .ready && $0.isBound } }
      .labelled("gone while another shows its model") { step in
        step.gone { $0.hasModel && step.after.isShown(modelOf: $0.provider) }
      }
  }

  var labelledEvent: Command {
    labelled("an event after the end") { $0.before.views.contains { $0.phase == .ended } }
      .labelled("an event to views that subscribed in another order") {
        $0.before.subscribers != $0.before.subscribers.sorted()
      }
  }
}

extension CommandStep<HostsModel> {
  /// The one that is told something, as it was before.
  fileprivate var view: HostedView? { argument(Int.self).map { before.views[$0] } }
  fileprivate var isStopped: Bool { argument(Int.self).map { after.views[$0].isStopped } == true }
  fileprivate var changesAsItReads: Bool { view?.counting.map { $0.place != .afterwards } == true }

  fileprivate var changesSinceTheLastTick: Int {
    argument(Int.self).map { zip(before.views[$0].lastNumbers, before.numbers($0)).count(where: !=) } ?? 0
  }

  fileprivate func count(_ isCounted: (HostsModel.Event) -> Bool) -> Int {
    result(HostsModel.Answer.self)?.events.count(where: isCounted) ?? 0
  }

  /// Whether the step ended a view that was so before.
  fileprivate func gone(_ wasSo: (HostedView) -> Bool) -> Bool {
    zip(before.views, after.views).contains { $0.phase != .ended && $1.phase == .ended && wasSo($0) }
  }
}
