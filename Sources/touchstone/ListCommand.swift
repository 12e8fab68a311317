import Foundation
import PropertyTesting
import TouchstoneCatalogue

/// `touchstone list`
enum ListCommand: Command {
  static let name = "list"
  static let options = ["--json", "--markdown", "--only"]
  static let help = """
    touchstone list [--json|--markdown] [--only ID,…|PREFIX]

    Every property: id, title, requirements, what it needs, and the faults that it must catch.

      --json               an array of {"id","title","system","requirements","needs","faults"}
      --markdown           the table of docs/properties.md
      --only ID,…|PREFIX   just these: CM-13, or CM for all of CountMe

    Examples:
      touchstone list
      touchstone list --only CM-13
      touchstone list --json
    """

  private struct Row: Encodable {
    let id: String
    let title: String
    let system: String
    let requirements: [String]
    let needs: [String]
    let faults: [String]
  }

  static func run(_ options: Options) throws -> ExitStatus {
    try options.refusePositional(command: name)
    let entries = try options.entries()
    if options.has("--json") {
      let rows = entries.map {
        Row(
          id: $0.id, title: $0.title, system: $0.system, requirements: $0.requirements,
          needs: $0.needs.map(\.rawValue).sorted(), faults: $0.faults)
      }
      Terminal.print(try JSONText.encode(rows))
      return .held
    }
    if options.has("--markdown") {
      Terminal.print(PropertyTable.markdown(of: entries))
      return .held
    }
    for entry in entries {
      let needs = entry.needs.map(\.rawValue).sorted().joined(separator: ", ")
      Terminal.print("\(entry.id)  \(entry.title)")
      Terminal.print(
        "       \(entry.system), requirements \(entry.requirements.joined(separator: " "))"
          + (needs.isEmpty ? "" : "; needs \(needs)"))
      for fault in entry.faults { Terminal.print("       must catch: \(fault)") }
    }
    Terminal.print("\(counted(entries.count, "property", "properties")), \(counted(entries.reduce(0) { $0 + $1.faults.count }, "fault", "faults"))")
    return .held
  }
}

extension Options {
  func refusePositional(command: String) throws {
    if let extra = positional.first {
      throw UsageError(
        message: "touchstone \(command) takes no argument “\(extra)”. See touchstone \(command) --help.")
    }
  }
}
