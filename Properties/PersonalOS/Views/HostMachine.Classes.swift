import PersonalOSReference
import PropertyTesting

extension Command<HostsModel, HostsDriver> {
  var labelled: Command { labelledOrder.labelledCleanup.labelledUpdates }

  private var labelledOrder: Command {
    labelled("appears with bindings") { $0.count(\.isAppearance) > 0 && $0.view?.bindings.isEmpty == false }
      .labelled("appears inside a binding") { $0.count(\.isAppearance) > (name == "appear" ? 1 : 0) }
      .labelled("appears again") { $0.count(\.isAppearance) > 0 && $0.view?.isHidden == true }
      .labelled("shows another view's model") { $0.count(\.isAppearance) > 0 && $0.view?.provider != $0.argument() }
      .labelled("comes and goes for ever") { $0.after.views.contains { $0.isRestless && $0.isStopped } }
      .labelled("binds without a model") { $0.error != nil }
  }

  private var labelledCleanup: Command {
    labelled("gone with tasks under way") { $0.gone { $0.phase == .visible && $0.work.contains(.waitsForLong) } }
      .labelled("gone with a stream open") { $0.gone { $0.phase == .visible && $0.work.contains(.readsAStream) } }
      .labelled("gone with subscriptions") { $0.gone { $0.phase == .visible && !$0.bindings.isEmpty } }
      .labelled("gone without being shown") { $0.gone { $0.phase == .ready && $0.isBound } }
      .labelled("gone while another shows its model") { step in
        step.gone { $0.hasModel && step.after.isShown(modelOf: $0.provider) }
      }
      .labelled("hidden and shown again") { name == "appear" && $0.view?.isHidden == true }
      .labelled("bound from outside") { name == "bind" && $0.error == nil }
      .labelled("an event after the end") { name == "send" && $0.before.views.contains { $0.phase == .ended } }
      .labelled("an event to views that subscribed in another order") {
        name == "send" && $0.before.subscribers != $0.before.subscribers.sorted()
      }
  }

  private var labelledUpdates: Command {
    labelled("several changes in one tick") { name == "tick" && $0.changesSinceTheLastTick > 1 && $0.isDue }
      .labelled("only what is not read changes") { name == "tick" && $0.changesSinceTheLastTick > 0 && !$0.isDue }
      .labelled("an equal value is assigned") { step in
        name == "write" && step.before.views[0].phase == .visible && step.before.numbers(0) == step.after.numbers(0)
      }
      .labelled("reads something else than at first") { step in
        name == "tick" && step.isDue && step.view.map { $0.dependencies != $0.firstDependencies ?? [] } == true
      }
      .labelled("settles what it changes as it reads") {
        $0.changesAsItReads && $0.count(\.isEvaluation) > 1 && !$0.isStopped
      }
      .labelled("never settles what it changes as it reads") { $0.changesAsItReads && $0.isStopped }
  }
}

extension CommandStep<HostsModel> {
  /// The one that is told something, as it was before.
  fileprivate var view: HostedView? { argument(Int.self).map { before.views[$0] } }
  fileprivate var isDue: Bool { view?.isDue == true }
  fileprivate var changesAsItReads: Bool { view?.counting.map { $0.place != .afterwards } == true }
  fileprivate var isStopped: Bool { argument(Int.self).map { after.views[$0].isStopped } == true }

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
