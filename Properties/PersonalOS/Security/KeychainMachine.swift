import PersonalOSGenerators
import PropertyTesting

/// What happens to credentials and to the device that holds them, and how often it must happen.
enum KeychainMachine {
  typealias KeychainCommand = Command<KeychainModel, KeychainDriver>

  static let machine = StateMachine(
    initially: KeychainModel(), commands: [command("call", .keychainCall)],
    closing: last.map { command(describe($0), .constant($0)) },
    invariants: [Invariant("what is logged", model: \.log, system: \.log)])

  private static func command(_ name: String, _ calls: Generator<KeychainCall>) -> KeychainCommand {
    let command = KeychainCommand(name, with: calls) { model, call in
      try model.perform(call)
    } system: { driver, call in
      try await driver.perform(call)
    }
    return shares.keys.reduce(command) { $0.classed($1) }
  }

  private static let last: [KeychainCall] = [.unlock, .search] + KeychainCall.keys.map { .retrieve(key: $0) }

  /// The classes of cases, and the least share of each.
  static let shares = [
    "stores": 0.5, "a store is refused": 0.25, "replaces": 0.03, "replaces with another class": 0.12,
    "a replacement is refused": 0.06, "retrieves": 0.5, "a retrieval is refused": 0.01, "retrieves while locked": 0.03,
    "retrieves an empty value": 0.05, "deletes": 0.1, "encrypts": 0.2, "encryption is refused": 0.01,
    "restores elsewhere": 0.06, "stays on its device": 0.07, "a backup is refused": 0.01,
    "data restored elsewhere": 0.08,
  ]

  fileprivate static func classes(of call: KeychainCall, in model: KeychainModel, isRefused: Bool) -> [String?] {
    switch call {
    case .store(let key, _, let accessibility):
      let replaced = model.item(key)
      if isRefused { return ["a store is refused", replaced.map { _ in "a replacement is refused" }] }
      return ["stores", replaced.map { $0.accessibility == accessibility ? "replaces" : "replaces with another class" }]
    case .retrieve(let key):
      guard let item = model.item(key) else { return [] }
      if isRefused { return ["a retrieval is refused"] }
      return [
        "retrieves", model.lock == .locked ? "retrieves while locked" : nil,
        item.value.isEmpty ? "retrieves an empty value" : nil,
      ]
    case .delete(let key): return [model.item(key).map { _ in "deletes" }]
    case .encrypt: return [isRefused ? "encryption is refused" : "encrypts"]
    case .backUp:
      if isRefused { return ["a backup is refused"] }
      return [
        model.backedUp.isEmpty ? nil : "restores elsewhere",
        model.backedUp.count < model.items.count ? "stays on its device" : nil,
        model.encrypted.map { _ in "data restored elsewhere" },
      ]
    default: return []
    }
  }
}

extension Command<KeychainModel, KeychainDriver> {
  fileprivate func classed(_ name: String) -> Command {
    labelled(name) { step in
      guard let call = step.argument(KeychainCall.self) else { return false }
      return KeychainMachine.classes(of: call, in: step.before, isRefused: step.error != nil).contains(name)
    }
  }
}
