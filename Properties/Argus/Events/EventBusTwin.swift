import ArgusReference
import PropertyTesting
import Synchronization

/// A second bus, whose subscriptions are objects with a chain of tasks each: every delivery waits for the one before.
final class EventBusTwin: EventBusProtocol {
  enum Defect: String, CaseIterable, Sendable {
    case losesWhatHandlersPost = "loses an event that is posted while another one is delivered"
    case revivesEarlierSubscriptions = "revives earlier subscriptions when a subscriber joins"
    case deliversWithoutOrder = "delivers each event in a task of its own"
    case deliversOneAfterTheOther = "delivers to a subscriber only when the one before has handled the event"
    case deliversToEveryName = "delivers events of every name"
    case deliversWhatWaits = "delivers waiting events to a subscriber that has left"
    case keepsWhoIsLetGo = "keeps a subscription that no code holds any more"
    case keepsHandlers = "keeps the handlers of subscribers that have left"
    case deliversTwice = "delivers each event twice to the last subscriber"
    case forgetsTheFirst = "forgets the first subscriber when another one leaves"
    case replaysTheLast = "delivers the last earlier event to a new subscriber"
  }

  static let twin = Twin<ArgusSystem, Defect>("EventBusTwin") { system, defect in
    system.parts.makeEventBus = { EventBusTwin(defect) }
  }

  private final class Entry: Sendable {
    let name: ArgusEvent.Name
    let handler: Mutex<(@Sendable (ArgusEvent) async -> Void)?>
    let last = Mutex<Task<Void, Never>?>(nil)
    let hasLeft = Mutex(false)

    init(_ name: ArgusEvent.Name, _ handler: @escaping @Sendable (ArgusEvent) async -> Void) {
      self.name = name
      self.handler = Mutex(handler)
    }
  }

  private let defect: Defect?
  private let entries = Mutex<[Entry]>([])
  private let former = Mutex<[Entry]>([])
  private let lastEvent = Mutex<ArgusEvent?>(nil)
  private let delivering = Mutex(0)

  init(_ defect: Defect?) {
    self.defect = defect
  }

  func subscribe(
    to name: ArgusEvent.Name, _ handler: @escaping @Sendable (ArgusEvent) async -> Void
  ) -> EventSubscription {
    let entry = Entry(name, handler)
    entries.withLock { entries in
      if defect == .revivesEarlierSubscriptions {
        let revived = former.withLock { former in
          defer { former.removeAll { $0.name == name } }
          return former.filter { $0.name == name }
        }
        for entry in revived { entry.hasLeft.withLock { $0 = false } }
        entries += revived
      }
      entries.append(entry)
    }
    if defect == .replaysTheLast, let event = lastEvent.withLock({ $0 }), event.name == name { enqueue(event, for: entry) }
    if defect == .keepsWhoIsLetGo {
      // Who cancels and then lets go calls twice, who only lets go once.
      let calls = CallCount()
      return EventSubscription { [weak self] in if calls.next() == 2 { self?.leave(entry) } }
    }
    return EventSubscription { [weak self] in self?.leave(entry) }
  }

  private func leave(_ entry: Entry) {
    let wasThere = entries.withLock { entries in
      let count = entries.count
      entries.removeAll { $0 === entry }
      if defect == .forgetsTheFirst && entries.count < count && entries.count > 1 { entries.removeFirst() }
      return entries.count < count
    }
    guard wasThere else { return }
    if defect == .revivesEarlierSubscriptions || defect == .keepsHandlers { former.withLock { $0.append(entry) } }
    if defect != .deliversWhatWaits { entry.hasLeft.withLock { $0 = true } }
    if defect != .keepsHandlers && defect != .revivesEarlierSubscriptions && defect != .deliversWhatWaits {
      let handler = entry.handler.withLock { handler in
        defer { handler = nil }
        return handler
      }
      _ = handler
    }
  }

  func post(_ event: ArgusEvent) {
    if defect == .losesWhatHandlersPost && delivering.withLock({ $0 > 0 }) { return }
    lastEvent.withLock { $0 = event }
    entries.withLock { entries in
      let reached = entries.filter { $0.name == event.name || defect == .deliversToEveryName }
      if defect == .deliversOneAfterTheOther {
        enqueueInTurn(event, for: reached)
      } else {
        for entry in reached { enqueue(event, for: entry) }
      }
      if defect == .deliversTwice, let last = reached.last { enqueue(event, for: last) }
    }
  }

  private func enqueue(_ event: ArgusEvent, for entry: Entry) {
    entry.last.withLock { last in
      let before = defect == .deliversWithoutOrder ? nil : last
      last = Task(priority: defect == .deliversWithoutOrder ? .background : nil) {
        await before?.value
        await self.deliver(event, to: entry)
      }
    }
  }

  private func enqueueInTurn(_ event: ArgusEvent, for entries: [Entry]) {
    guard let first = entries.first else { return }
    first.last.withLock { last in
      let before = last
      let task = Task {
        await before?.value
        for entry in entries { await self.deliver(event, to: entry) }
      }
      last = task
      for entry in entries.dropFirst() { entry.last.withLock { $0 = task } }
    }
  }

  private func deliver(_ event: ArgusEvent, to entry: Entry) async {
    if entry.hasLeft.withLock({ $0 }) { return }
    guard let handler = entry.handler.withLock({ $0 }) else { return }
    delivering.withLock { $0 += 1 }
    await handler(event)
    delivering.withLock { $0 -= 1 }
  }
}

private final class CallCount: Sendable {
  private let count = Mutex(0)
  func next() -> Int { count.withLock { $0 += 1; return $0 } }
}
