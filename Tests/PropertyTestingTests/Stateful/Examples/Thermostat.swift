import PropertyTesting

/// Something that a property is declared for, with what may be wrong with it.
struct Thermostat: Sendable {
  var target = 20
  /// Replaced by faults.
  var limits = 5...30

  mutating func set(_ degrees: Int) { target = min(max(degrees, limits.lowerBound), limits.upperBound) }
}

extension Fault<Thermostat> {
  static let allowsTooMuch = Fault("allowsTooMuch", "allows a degree too much") { $0.limits = 5...31 }
}

enum ThermostatMachine {
  static let set = Command<Int, Thermostat>("set", with: .int(in: -50...50)) { target, degrees in
    target = degrees < 5 ? 5 : degrees > 30 ? 30 : degrees
  } system: { thermostat, degrees in
    thermostat.set(degrees)
  }

  static let turnUp = Command<Int, Thermostat>("turnUp") { target in
    target = min(target + 1, 30)
  } system: { thermostat in
    thermostat.set(thermostat.target + 1)
  }

  static let machine = StateMachine(
    initially: .int(in: 5...30), commands: [set, turnUp],
    invariants: [Invariant("both have one target") { target, thermostat in thermostat.target == target }]
  )
  .settingUp { thermostat, target in thermostat.target = target }
  .labelling("as hot as can be") { target in target == 30 }
}

let thermostatKeepsItsLimits = Requirement<Thermostat>(
  "HEAT-1", "The thermostat keeps to its limits",
  says: "A target below 5 degrees counts as 5, one above 30 as 30.",
  mustCatch: [.allowsTooMuch]
).holds(of: ThermostatMachine.machine, requiring: ["as hot as can be": 0.1])
