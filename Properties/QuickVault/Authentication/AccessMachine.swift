import PropertyTesting
import QuickVaultReference

extension Requirement<QuickVaultSystem> {
  /// The property that these claims hold after each of some calls.
  func holds(
    of machine: AccessMachine, keeping claims: AccessMachine.Claim..., requiring shares: [String: Double]
  ) -> Property<QuickVaultSystem> {
    var machine = machine.labelled(shares.keys.sorted())
    machine.invariants = claims
    return holds(
      of: machine, requiring: shares, making: { try await AccessDriver($0, $1) }, tearDown: { try await $0.close() })
  }
}

/// How often each kind of call is made. Each property needs another mixture, and asks other claims.
struct AccessMachine: Sendable {
  typealias AccessCommand = Command<AccessModel, AccessDriver>
  typealias Claim = Invariant<AccessModel, AccessDriver>

  let calls: KeyValuePairs<CallKind, Int>
  var judged: [AccessCommand] = []
  var initially = Generator<AccessModel>.vault(files: 0...0)

  static let everything = AccessMachine(
    calls: [
      .setUp: 40, .enter: 22, .enterNearMiss: 24, .beRecognised: 16, .lock: 8, .enterBackground: 16,
      .enterForeground: 12, .becomeActive: 9, .resignActive: 8, .wait: 24, .change: 12, .setUpAgain: 3, .relaunch: 6,
      .add: 10, .openDetail: 10, .attach: 6, .load: 8, .read: 8, .touch: 6, .tick: 5, .setTimeout: 5,
    ], judged: [interruption], initially: .vault(files: 0...1))

  /// Of faces and passwords.
  static let biometrics = AccessMachine(calls: [
    .setUp: 40, .beRecognised: 40, .enter: 22, .enterNearMiss: 12, .lock: 16, .wait: 6, .relaunch: 6,
    .enterBackground: 2, .becomeActive: 9, .change: 24,
  ])

  /// Of passwords of all lengths.
  static let lengths = AccessMachine(
    calls: [.setUp: 40, .change: 12, .enter: 22, .lock: 4, .relaunch: 3], initially: .constant(AccessModel()))

  /// Of passwords that change.
  static let changes = AccessMachine(
    calls: [
      .setUp: 40, .change: 30, .enter: 22, .lock: 8, .add: 5, .read: 5, .wait: 10, .relaunch: 3, .enterNearMiss: 2,
    ], judged: [interruptedChange, killedChange])

  /// Of somebody who guesses.
  static let guesses = AccessMachine(calls: [
    .setUp: 40, .enterNearMiss: 24, .enter: 22, .wait: 24, .relaunch: 6, .lock: 8, .change: 12, .setClock: 5, .guess: 5,
    .killAfterLook: 12, .beRecognised: 12, .restart: 8, .enterAndLeave: 6,
  ])

  /// Of a user who is away.
  static let idleness = AccessMachine(calls: [
    .setUp: 40, .add: 4, .wait: 30, .tick: 10, .touch: 16, .setTimeout: 8, .load: 12, .read: 8, .copy: 10, .lock: 3,
    .enter: 40, .enterBackground: 2, .becomeActive: 9, .relaunch: 5, .damageTimeout: 3, .sleep: 6,
  ], initially: .vault(files: 0...0, policyTimeout: .element(of: [.seconds(300), .seconds(300), nil, .seconds(45)])))

  /// Of a screen that is in sight or not.
  static let switcher = AccessMachine(calls: [
    .setUp: 40, .add: 10, .openDetail: 10, .attach: 6, .load: 12, .becomeActive: 20, .resignActive: 14,
    .enterBackground: 8, .enterForeground: 12, .lock: 4, .enter: 40, .wait: 5, .tick: 5, .read: 8, .relaunch: 3,
  ])

  /// Of copies, and of what locks.
  static let copies = AccessMachine(calls: [
    .setUp: 40, .add: 10, .copy: 10, .copyAndLock: 5, .copyElsewhere: 3, .lock: 8, .enter: 22, .wait: 24, .tick: 5,
    .setTimeout: 5, .enterBackground: 8, .becomeActive: 9, .relaunch: 6,
  ])

  /// At the end of each case, everything that was stored is read.
  private static let closing: [CallKind] = [
    .relaunch, .becomeActive, CallKind(.comeBack), .read, .copy, .waitNearTimeout, .copy, .read,
  ]

  fileprivate func labelled(_ names: [String]) -> StateMachine<AccessModel, AccessDriver> {
    func labelled(_ command: AccessCommand) -> AccessCommand {
      names.reduce(command) { command, name in command.labelled(name) { $0.classes[name] == true } }
    }
    return StateMachine(
      initially: initially, commands: [labelled(Self.command(calls))] + judged.map(labelled),
      closing: Self.closing.map { labelled(Self.command([$0: 1])) }
    )
    // Enough for a setup, some cards and a few locks.
    .taking { _ in 0...30 }
    .withLongCases.withoutSwarm
    .showing { $0.counterexampleDescription }
  }

  private static func command(_ kinds: KeyValuePairs<CallKind, Int>) -> AccessCommand {
    AccessCommand("call", weight: kinds.reduce(0) { $0 + $1.value }, with: { vault in
      .frequency(kinds.compactMap { kind, weight in kind.calls(vault).map { (weight, $0) } })
    }, requiring: { $0.allows($1) }) { try $0.perform($1) } system: { try await $0.perform($1) }
  }
}
