import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// What the app tells its parts.
public enum AppEventProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [tellsWhatHappens]

  static let tellsWhatHappens = Requirement<ArgusSystem>(
    "ARG-S4", "The App Posts an Event for Each Change",
    says: """
      The app posts exactly one event for each change of the cloud's health (old and new health), each storage mode that it \
      enters by its policy (the mode), each commit that changes articles (its number), each changed setting (its key) and each ended \
      background run (its result). Nothing else posts such events, not even a change of the power. The log has each ended run, as \
      a warning unless it succeeded.
      """,
    covers: "002 Communication Patterns", "002 Background Processing", of: "ArgusApp, EventBus",
    needs: [.storage, .virtualTime, .concurrency],
    mustCatch: [
      .posting("exchangesTheHealths", "posts the new health as the old one") { event in
        guard event.name == .healthChanged else { return [event] }
        return [ArgusEvent(.healthChanged, ["from": event.details["to"] ?? "", "to": event.details["from"] ?? ""])]
      },
      .posting("postsHealthAsMode", "posts changes of the health under the name of the mode's") { event in
        [event.name == .healthChanged ? ArgusEvent(.storageModeChanged, event.details) : event]
      },
      .posting("postsNoModes", "posts nothing when the mode changes") { $0.name == .storageModeChanged ? [] : [$0] },
      .posting("postsTheCloudAlone", "posts nothing when the app goes local") { event in
        event.name == .storageModeChanged && event.details["to"] == "local" ? [] : [event]
      },
      .posting("postsCommitsTwice", "posts two events of each commit") { $0.name == .articlesChanged ? [$0, $0] : [$0] },
      .posting("postsCommitsUnnumbered", "posts commits without their numbers") { event in
        [event.name == .articlesChanged ? ArgusEvent(.articlesChanged) : event]
      },
      .posting("postsNoRuns", "posts nothing when a background run ends") { $0.name == .backgroundTaskEnded ? [] : [$0] },
      .posting("postsNoSettings", "posts nothing when a setting changes") { $0.name == .settingsChanged ? [] : [$0] },
      .posting("postsSettingsUnnamed", "posts changes of settings without their keys") { event in
        [event.name == .settingsChanged ? ArgusEvent(.settingsChanged) : event]
      },
      .running("takesEveryRunForASuccess", "reports every background run as a success") { setup in
        let report = setup.report
        setup.report = { report(BackgroundReport(id: $0.id, outcome: .succeeded)) }
      },
      .running("runsWithoutTheNetwork", "begins a refresh without a network") { setup in
        for place in setup.tasks.indices { setup.tasks[place].needs.network = false }
      },
      .allowsAnotherSecond,
    ],
    SettingsTwin.twin.faults(.tellsOfEqualValues)
  ).holds(
    of: AppEventMachine.machine, commands: 0...12, scheduled: .mixed,
    requiring: [
      "the health changes": 0.4, "the mode changes": 0.3, "nothing is written": 0.2, "a background run succeeds": 0.3,
      "a background run does not succeed": 0.3, "a setting changes": 0.2, "a setting stays": 0.15,
      "the power changes while the app is local": 0.03,
    ],
    making: { try await AppEventsDriver($0, $1.policy) }, tearDown: { try await $0.close() })
}

extension Fault<ArgusSystem> {
  /// - Parameter change: what is posted in place of an event.
  static func posting(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (ArgusEvent) -> [ArgusEvent]
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeEventBus
      system.parts.makeEventBus = { AlteredBus(base: make(), change: change) }
    }
  }

  fileprivate static func running(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout BackgroundSetup) -> Void
  ) -> Fault {
    Fault(id, fact) { $0.parts.makeBackgroundManager = changingSetup(of: $0.parts.makeBackgroundManager, change) }
  }
}

private struct AlteredBus: EventBusProtocol {
  let base: any EventBusProtocol
  let change: @Sendable (ArgusEvent) -> [ArgusEvent]

  func subscribe(
    to name: ArgusEvent.Name, _ handler: @escaping @Sendable (ArgusEvent) async -> Void
  ) -> EventSubscription { base.subscribe(to: name, handler) }

  func post(_ event: ArgusEvent) { for event in change(event) { base.post(event) } }
}
