import PersonalOSReference
import PropertyTesting

/// POS-N2: launches, and checks of a device that is intact or not.
enum JailbreakMachine {
  struct Model: Sendable {
    var hasWarned = false
    var checks = 0
    var warnings = 0
  }

  /// A warning as the user gets it.
  struct Warning: Sendable, Equatable {
    var cause = SecurityError.jailbroken
    var severity = ErrorSeverity.warning
    /// What the message does not say.
    var lacks: [String] = []

    init() {}

    init(_ warning: SecurityWarning) {
      (cause, severity) = (warning.cause, warning.severity)
      lacks = Self.wording.missing(from: warning.message)
    }

    private static let wording: Wording = [
      "that it is about the device": ["device", "phone"],
      "that it was modified": ["modified", "jailbroken", "changed"],
      "what it is a risk to": ["data"],
      "the risk": ["less safe", "not safe", "unsafe", "at risk"],
      "that the user can go on": ["go on", "continue"],
    ]
  }

  typealias JailbreakCommand = Command<Model, JailbreakDriver>

  static let check = JailbreakCommand("check", weight: 3, with: Generator<Bool>.bool) { model, isJailbroken -> Warning? in
    model.checks += 1
    guard isJailbroken, !model.hasWarned else { return nil }
    model.hasWarned = true
    model.warnings += 1
    return Warning()
  } system: { app, isJailbroken in
    app.advisor.handle(isJailbroken: isJailbroken).map(Warning.init)
  }
  .labelled("warns") { $0.after.warnings > $0.before.warnings }
  .labelled("is silent the second time") { $0.before.hasWarned && $0.argument(Bool.self) == true }
  .labelled("finds nothing after a warning") { $0.before.hasWarned && $0.argument(Bool.self) == false }
  .labelled("warns after a clean check") { $0.after.warnings > $0.before.warnings && $0.before.checks > 0 }
  .labelled("warns at another launch") { $0.after.warnings > $0.before.warnings && $0.before.warnings > 0 }

  static let launch = JailbreakCommand("launch") { model in
    (model.hasWarned, model.checks) = (false, 0)
  } system: { app in
    app.launch()
  }

  static let machine = StateMachine(
    initially: Model(), commands: [check, launch],
    invariants: [Invariant("whether it has warned", model: \.hasWarned, system: { $0.advisor.hasWarned })]
  )
  .showing { $0.hasWarned ? "has warned" : "has not warned" }
  .withoutSwarm
}

/// The advisor of ``JailbreakMachine``, another at each launch.
struct JailbreakDriver {
  private let system: PersonalOSSystem
  var advisor: any JailbreakAdvising

  init(_ system: PersonalOSSystem) {
    self.system = system
    advisor = system.privacy.makeAdvisor()
  }

  mutating func launch() { advisor = system.privacy.makeAdvisor() }
}
