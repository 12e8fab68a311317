import PersonalOSReference
import PropertyTesting

extension Command<HostsModel, HostsDriver> {
  var labelled: Command { labelledOrder.labelledCleanup.labelledUpdates }

  private var labelledOrder: Command {
    labelled("appears with bindings") { $0.count(.appears) > 0 && $0.view?.bindings.isEmpty == false }
      .labelled("appears inside a binding") { $0.count(.appears) > ($0.request == .appear ? 1 : 0) }
      .labelled("appears again") { $0.count(.appears) > 0 && $0.view?.isHidden == true }
      .labelled("shows another view's model") { $0.count(.appears) > 0 && $0.view?.provider != $0.index }
      .labelled("comes and goes for ever") { $0.after.views.contains { $0.isRestless && $0.isStopped } }
      .labelled("binds without a model") { $0.error != nil }
  }

  private var labelledCleanup: Command {
    labelled("gone with tasks under way") { $0.gone { $0.phase == .visible && $0.work.contains(.waitsForLong) } }
      .labelled("gone with a stream open") { $0.gone { $0.phase == .visible && $0.work.contains(.readsAStream) } }
      .labelled("gone with subscriptions") { $0.gone { $0.phase == .visible && !$0.bindings.isEmpty } }
      .labelled("gone without being shown") { $0.gone { $0.phase == .ready && $0.isBound } }
      .labelled("gone while another shows its model") { step in step.gone { $0.hasModel && step.after.isShown(modelOf: $0.provider) } }
      .labelled("hidden and shown again") { $0.request == .appear && $0.view?.isHidden == true }
      .labelled("bound from outside") { if case .bindFromOutside = $0.call { $0.error == nil } else { false } }
      .labelled("an event after the end") { $0.isSending && $0.before.views.contains { $0.phase == .ended } }
      .labelled("an event to views that subscribed in another order") { step in
        step.isSending && step.before.subscribers != step.before.subscribers.sorted()
      }
  }

  private var labelledUpdates: Command {
    labelled("several changes in one tick") { $0.changesAtTick > 1 && $0.view?.isDue == true }
      .labelled("only what is not read changes") { $0.changesAtTick > 0 && $0.view?.isDue == false }
      .labelled("an equal value is assigned") { step in
        guard case .write = step.call else { return false }
        return step.before.views[0].phase == .visible && step.before.numbers(0) == step.after.numbers(0)
      }
      .labelled("reads something else than at first") { step in
        step.request == .tick && step.view.map { $0.isDue && $0.dependencies != $0.firstDependencies ?? [] } == true
      }
      .labelled("describeAnew") { if case .describe = $0.call { true } else { false } }
      .labelled("settles what it changes as it reads") { $0.changesAsItReads && $0.count(.evaluates) > 1 && !$0.isStopped }
      .labelled("never settles what it changes as it reads") { $0.changesAsItReads && $0.isStopped }
  }
}

extension CommandStep<HostsModel> {
  fileprivate var call: HostsModel.Call? { argument() }
  fileprivate var request: HostsModel.Request? { if case .tell(let request, _) = call { request } else { nil } }
  fileprivate var isSending: Bool { if case .send = call { true } else { false } }

  /// The view that is told something.
  fileprivate var index: Int? { if case .tell(_, let views) = call, views.count == 1 { views[0] } else { nil } }
  /// As it was before.
  fileprivate var view: HostedView? { index.map { before.views[$0] } }
  fileprivate var isStopped: Bool { index.map { after.views[$0].isStopped } == true }
  fileprivate var changesAsItReads: Bool { view?.counting.map { $0.place != .afterwards } == true }

  /// How many numbers have changed since the last one.
  fileprivate var changesAtTick: Int {
    index.map { request == .tick ? zip(before.views[$0].lastNumbers, before.numbers($0)).count(where: !=) : 0 } ?? 0
  }

  fileprivate func count(_ kind: HostsModel.Event.Kind) -> Int {
    result(HostsModel.Answer.self)?.events.count { $0.kind == kind } ?? 0
  }

  /// Whether the step ended a view that was so before.
  fileprivate func gone(_ wasSo: (HostedView) -> Bool) -> Bool {
    zip(before.views, after.views).contains { $0.phase != .ended && $1.phase == .ended && wasSo($0) }
  }
}
