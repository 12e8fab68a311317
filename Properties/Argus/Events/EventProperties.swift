import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// Events inside the app.
public enum EventProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [everySubscriberOnce]

  // Feature: argus-system-patterns, Property 72: Internal notifications reach every subscriber once
  static let everySubscriberOnce = Requirement<ArgusSystem>(
    "ARG-72", "Internal notifications reach every subscriber once",
    says: """
      Each event reaches every current subscriber of its name once, in the order of posting, even if a handler or \
      several tasks post. A subscriber that has left gets no more events and is released, and with it the subscriptions that \
      it held. A slow subscriber delays no other.
      """,
    covers: "002 Communication Patterns", of: "EventBus", needs: [.concurrency],
    mustCatch: [.posting("deliversEachTwice", "delivers each event twice") { [$0, $0] }]
  ).holds(
    of: EventMachine.machine, commands: 0...30, scheduled: .mixed,
    requiring: [
      "reaches several": 0.3, "a handler posts": 0.1, "a slow listener keeps nobody waiting": 0.1, "subscribes again": 0.15,
      "leaves with events waiting": 0.01, "is let go": 0.3, "hears what waited": 0.05,
      "ends another's subscription with its own": 0.1,
    ],
    making: { ListenersDriver($0) }, tearDown: { try await $0.close() })
}
