import Foundation
import MutationTesting
import PropertyTesting
import StorageConformance
import TouchstoneCatalogue

/// `touchstone list`
enum ListCommand: Command {
  static let name = "list"
  static let options = ["--json", "--markdown", "--ids", "--laws", "--only", "--edits"]
  static let help = """
    touchstone list [--laws] [--json|--markdown|--ids] [--edits FILE] [--only ID,…|PREFIX]

    Lists every property: its id, title, demand, requirements and needs, and the faults that it must catch.

      --laws               list the storage laws instead of the properties
      --json               an array of {"id","title","says","system","requirements","needs","faults"}; each fault
                           is {"id","fact"}
      --markdown           the text of docs/properties.md, or with --laws that of docs/storage-laws.md
      --edits FILE         with --markdown: list the mistakes of this file, too; may be given several times
      --ids                only the ids, a line each
      --only ID,…|PREFIX   only these: CM-13, or CM for all of CountMe

    Examples:
      touchstone list
      touchstone list --only CM-13
      touchstone list --laws
      touchstone list --json
    """

  private struct Row: Encodable {
    let id: String
    let title: String
    let says: String
    let system: String
    let requirements: [String]
    let needs: [String]
    let faults: [Fault]

    struct Fault: Encodable {
      let id: String
      let fact: String
    }
  }

  static func run(_ options: Options) throws -> ExitStatus {
    try options.refusePositional(command: name)
    if options.has("--edits"), !options.has("--markdown") || options.has("--laws") {
      throw UsageError(message: "--edits adds mistakes to the properties that list --markdown prints: give it with --markdown, without --laws")
    }
    let entries = try options.entries(of: options.has("--laws") ? Catalogue.laws : Catalogue.entries)
    if options.has("--json") {
      let rows = entries.map {
        Row(
          id: $0.id, title: $0.title, says: $0.says, system: $0.system, requirements: $0.requirements,
          needs: $0.needs.map(\.rawValue).sorted(), faults: $0.faults.map { Row.Fault(id: $0.id, fact: $0.fact) })
      }
      Terminal.print(try JSONText.encode(rows))
      return .held
    }
    if options.has("--ids") {
      for entry in entries { Terminal.print(entry.id) }
      return .held
    }
    if options.has("--markdown") {
      let laws = StorageLaws.all.filter { law in entries.contains { $0.id == law.id } }
      let mistakes = try options.edits()?.byTest ?? [:]
      Terminal.print(
        options.has("--laws") ? LawTable.markdown(of: laws) : PropertyTable.markdown(of: entries, mistakes: mistakes))
      return .held
    }
    for entry in entries {
      let needs = entry.needs.map(\.rawValue).sorted().joined(separator: ", ")
      Terminal.print("\(entry.id)  \(entry.title)")
      for line in entry.says.wrapped(at: 92) { Terminal.print("       \(line)") }
      let requirements = entry.requirements.isEmpty ? "" : ", requirements \(entry.requirements.joined(separator: " "))"
      Terminal.print("       \(entry.system)\(requirements)" + (needs.isEmpty ? "" : "; needs \(needs)"))
      for fault in entry.faults { Terminal.print("       must catch: \(fault.fact) (\(fault.id))") }
    }
    let count = options.has("--laws") ? counted(entries.count, "law", "laws") : counted(entries.count, "property", "properties")
    Terminal.print("\(count), \(counted(entries.reduce(0) { $0 + $1.faults.count }, "fault", "faults"))")
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
