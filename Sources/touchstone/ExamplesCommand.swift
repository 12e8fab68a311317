import Foundation
import PropertyTesting
import TouchstoneCatalogue

/// `touchstone examples`
enum ExamplesCommand: Command {
  static let name = "examples"
  static let options = ["--count", "--seed", "--distribution"]
  static let help = """
    touchstone examples ID [--count N] [--seed HEX] [--distribution]

    Shows what the generator of a property makes: the values of the first cases of a run, and the phase that each comes
    from. The property itself is not run. What it draws in its middle is not shown.

      --count N            how many (default 20)
      --seed HEX           those of a run with that seed (default: a new one, printed)
      --distribution       instead of them: how often which values, how long they print, how many choices they take.
                           Of 1000 unless --count says otherwise

    Examples:
      touchstone examples CM-12
      touchstone examples POS-37 --count 5 --seed 5eed
      touchstone examples POS-37 --distribution
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    guard let id = options.positional.first, options.positional.count == 1 else {
      throw UsageError(message: "touchstone examples takes one property, such as CM-12")
    }
    let known = Catalogue.entries + Catalogue.laws
    guard let entry = known.first(where: { $0.id == id.uppercased() }) else {
      throw UsageError(message: UnknownName(what: "property", name: id, known: known.map(\.id)).description)
    }
    let count = try options.number("--count") ?? (options.has("--distribution") ? 1_000 : 20)
    var settings = RunSettings(cases: count)
    if let seed = try options.seed() { settings.seed = seed }
    let examples = try entry.examples(settings, count: count)
    Terminal.print("\(entry.id) \(entry.title), seed \(String(settings.seed, radix: 16))")
    if options.has("--distribution") {
      Terminal.print(DistributionReport(examples.distribution).text)
      return .held
    }
    let width = "\(count)".count
    for example in examples {
      let number = "\(example.index + 1)"
      let head = String(repeating: " ", count: width - number.count) + number + "  "
        + example.phase.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0) + "  "
      let text = example.value ?? "(discarded: \(example.discardReason ?? ""))"
      let shown = text.count > mostCharacters ? "\(text.prefix(mostCharacters))… (\(text.count - mostCharacters) more characters)" : text
      Terminal.print(head + shown.replacingOccurrences(of: "\n", with: "\n" + String(repeating: " ", count: head.count)))
    }
    return .held
  }

  private static let mostCharacters = 2_000
}
