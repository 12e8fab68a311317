import PersonalOSReference
import PropertyTesting
import StorageContract

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

  typealias JailbreakCommand = Command<Model, JailbreakUnderTest>

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
struct JailbreakUnderTest {
  private let system: PersonalOSSystem
  var advisor: any JailbreakAdvising

  init(_ system: PersonalOSSystem) {
    self.system = system
    advisor = system.privacy.makeAdvisor()
  }

  mutating func launch() { advisor = system.privacy.makeAdvisor() }
}

/// An advisor that counts what it has found.
struct JailbreakTwin: JailbreakAdvising {
  enum Defect: String, CaseIterable, Sendable {
    case warnsAtEachCheck = "warns at each check of a jailbroken device"
    case warnsAgainAfterACleanCheck = "warns again if the device was found intact meanwhile"
    case looksAtTheLaunchAlone = "looks only at the first check of a launch"
    case neverWarns = "never warns"
    case warnsOfAnyDevice = "warns about an intact device"
    case warnsInOneLaunchAlone = "does not warn at later launches"
    case doesNotSayThatItWarned = "does not say that it has warned"
    case saysThatItWarned = "claims to have warned about an intact device"
    case warnsOfAServer = "names another cause for the warning"
    case blocks = "treats a jailbreak as a critical error"
    case saysNothingOfTheRisk = "does not name the risk"
    case saysNothingOfGoingOn = "does not say that the user can go on"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("JailbreakTwin") { system, defect in
    let launches = Remembered(0)
    system.privacy.makeAdvisor = { JailbreakTwin(launches: launches, defect: defect) }
  }

  let launches: Remembered<Int>
  let defect: Defect?
  private var checks = 0
  private var found = 0
  private var warnings = 0

  init(launches: Remembered<Int>, defect: Defect?) {
    (self.launches, self.defect) = (launches, defect)
  }

  var hasWarned: Bool {
    switch defect {
    case .doesNotSayThatItWarned: false
    case .saysThatItWarned: checks > 0
    default: warnings > 0
    }
  }

  mutating func handle(isJailbroken: Bool) -> SecurityWarning? {
    checks += 1
    found = isJailbroken || defect == .warnsOfAnyDevice ? found + 1 : defect == .warnsAgainAfterACleanCheck ? 0 : found
    guard isJailbroken || defect == .warnsOfAnyDevice else { return nil }
    switch defect {
    case .warnsAtEachCheck: break
    case .neverWarns: return nil
    case .looksAtTheLaunchAlone: if checks > 1 { return nil }
    case .warnsInOneLaunchAlone: if launches.now > 0 || found > 1 { return nil }
    default: if found > 1 { return nil }
    }
    warnings += 1
    launches.withValue { $0 += 1 }
    return warning
  }

  private var warning: SecurityWarning {
    var warning = SecurityWarning(cause: defect == .warnsOfAServer ? .certificateValidationFailed : .jailbroken)
    warning.message = "Somebody has modified this device: your data is at risk. Continue if you want to."
    switch defect {
    case .blocks: warning.severity = .critical
    case .saysNothingOfTheRisk: warning.message = "Somebody has modified this device. Continue if you want to."
    case .saysNothingOfGoingOn: warning.message = "Somebody has modified this device: your data is at risk."
    default: break
    }
    return warning
  }
}
