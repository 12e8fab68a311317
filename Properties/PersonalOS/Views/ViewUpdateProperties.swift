import DeterministicScheduling
import PersonalOSReference
import PropertyTesting

/// Views: what they show is what is the case.
public enum ViewUpdateProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [environmentAccess, updateReliability]

  // **Feature: system-architecture-upgrade-p0, Property 72: Environment access pattern**
  //
  // The contract of the environment. That hosts reach observable objects in no other way is a static rule,
  // which the tests apply to the sources.
  static let environmentAccess = Requirement<PersonalOSSystem>(
    "POS-72", "Environment access pattern",
    says: """
      A view gets a shared object, not a copy, from the nearest provider at that time: the view itself, a view \
      above it, or the scene. If there is no provider, the view shows an error, and the lookup names the missing \
      type and makes up no default. A changed object updates exactly the views that read it.
      """,
    covers: "18.3", of: "ViewEnvironment, SourceScanner"
  ).holds(
    of: SceneMachine.objects, commands: 1...25, scheduled: .mixed,
    requiring: [
      "provided nearer and farther": 0.2, "inherited": 0.4, "missing": 0.3,
      "moved below another object": 0.04, "moveBelowItself": 0.25, "several views read what changes": 0.02,
      "some views do not read what changes": 0.2, "a nearer object is withdrawn": 0.04,
    ],
    making: { await ScenesDriver($0, $1) }, tearDown: { await $0.end() })

  // **Feature: system-architecture-upgrade-p0, Property 73: Update reliability**
  static let updateReliability = Requirement<PersonalOSSystem>(
    "POS-73", "Update reliability",
    says: """
      All changes in one tick cause one evaluation of a view, or none if no value that the view \
      last read has changed. After the tick, the view shows the current state. If a view keeps \
      changing the values that it reads, the host stops it after 8 repetitions in a tick and \
      reports an error.
      """,
    covers: "18.4", of: "ViewHost (Observation)"
  ).holds(
    of: HostMachine.updates, commands: 0...30, scheduled: .mixed,
    requiring: [
      "several changes in one tick": 0.06, "only what is not read changes": 0.15,
      "an equal value is assigned": 0.25, "reads something else than at first": 0.12, "describeAnew": 0.15,
      "settles what it changes as it reads": 0.05, "never settles what it changes as it reads": 0.05,
    ],
    making: { await HostsDriver($0, $1) })
}
