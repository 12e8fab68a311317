import PropertyTesting

extension GalleryBug {
  static let unsubscribeRace = GalleryBug(
    "unsubscribe race",
    "A screen that has unsubscribed still receives a message that was sent before it unsubscribed.",
    buggy: { try await closeWhilePublishing(Screen(ignoresEventsOnceClosed: false)) },
    fixed: { try await closeWhilePublishing(Screen(ignoresEventsOnceClosed: true)) })
}

private func closeWhilePublishing(_ screen: Screen) async throws {
  let bus = EventBus()
  await bus.subscribe(Screen(ignoresEventsOnceClosed: true))
  await bus.subscribe(screen)
  let publishing = Task {
    await bus.publish("signed in")
    await bus.publish("signed out")
  }
  let closing = Task { await screen.close(leaving: bus) }
  _ = await (publishing.value, closing.value)
  let shown = await screen.shown
  try expect("nothing is shown once the screen is closed: \(shown)", shown.last == "closed")
}

private actor EventBus {
  private var subscribers: [Screen] = []

  func subscribe(_ screen: Screen) {
    subscribers.append(screen)
  }

  func unsubscribe(_ screen: Screen) {
    subscribers.removeAll { $0 === screen }
  }

  func publish(_ event: String) async {
    for subscriber in subscribers { await subscriber.show(event) }
  }
}

private actor Screen {
  private(set) var shown: [String] = []
  private let ignoresEventsOnceClosed: Bool
  private var isClosed = false

  init(ignoresEventsOnceClosed: Bool) {
    self.ignoresEventsOnceClosed = ignoresEventsOnceClosed
  }

  func show(_ event: String) {
    if isClosed && ignoresEventsOnceClosed { return }
    shown.append(event)
  }

  func close(leaving bus: EventBus) async {
    await bus.unsubscribe(self)
    isClosed = true
    shown.append("closed")
  }
}
