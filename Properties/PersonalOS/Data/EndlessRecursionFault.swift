import PersonalOSReference
import PropertyTesting

extension Fault<PersonalOSSystem> {
  /// Nothing bounds it but the stack, so it ends the process.
  static let containerRecursesForEver = Fault(
    "containerRecursesForEver", "resolves services that need each other without end", endsProcess: true
  ) { system in
    system.dataAccess.makeContainer = { DefectiveContainer(.recursesForEver) }
  }
}
