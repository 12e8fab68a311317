import TouchstoneCatalogue

/// A command of the tool.
protocol Command: SendableMetatype {
  static var name: String { get }
  static var help: String { get }
  /// The names of its options.
  static var options: [String] { get }
  static func run(_ options: Options) async throws -> ExitStatus
}

/// Chooses the command and turns what goes wrong into an exit status.
enum CommandLineTool {
  static let commands: [any Command.Type] = [
    ListCommand.self, VerifyCommand.self, PlanCommand.self, MergeCommand.self, CorpusCommand.self, ExamplesCommand.self, ReplayCommand.self, FaultsCommand.self,
    ClaimsCommand.self, ConformanceCommand.self, ServeCommand.self, SmokeCommand.self, AdapterCommand.self, ReplicasCommand.self, ScanCommand.self, MutateCommand.self,
    JudgeCommand.self, WriteCommand.self,
  ]

  static func run(_ arguments: [String]) async -> ExitStatus {
    guard let name = arguments.first else {
      Terminal.diagnose("no command\n\n\(overview)")
      return .usage
    }
    if ["--help", "-h", "help"].contains(name) {
      let topic = commands.first { $0.name == arguments.dropFirst().first }
      Terminal.print(topic?.help ?? overview)
      return .held
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let unknown = UnknownName(what: "command", name: name, known: commands.map { $0.name })
      Terminal.diagnose("\(unknown) See touchstone --help.")
      return .usage
    }
    if command == WriteCommand.self { return WriteCommand.run(Array(arguments.dropFirst())) }
    do {
      let options = try Options(
        Array(arguments.dropFirst()), command: name, allowed: command.options + ["--help"])
      if options.has("--help") {
        Terminal.print(command.help)
        return .held
      }
      return try await command.run(options)
    } catch let error as UsageError {
      Terminal.diagnose(error.message)
      return .usage
    } catch let error as EnvironmentError {
      Terminal.diagnose(error.message)
      return .environment
    } catch {
      Terminal.diagnose("\(error)")
      return .environment
    }
  }

  static let overview = """
    Touchstone: tests software against properties that say what right means.

    touchstone list [--json]           every property: id, title, requirements, needs, faults
    touchstone verify [options]        run properties over storage backends
    touchstone plan [options]          plan a run that many machines share
    touchstone merge PART… [options]   merge their parts into one verdict
    touchstone corpus DIR… --into DIR  collect the saved cases of many runs in one folder
    touchstone examples ID [options]   show values from the generator of a property
    touchstone replay TOKEN [options]  run one recorded case again
    touchstone faults [options]        check that every property catches its faults
    touchstone claims [options]        list the claims that never fail, and those never evaluated
    touchstone conformance [options]   test storage backends against the storage laws
    touchstone serve --backend SPEC    serve stores to another process: the reference adapter
    touchstone adapter new NAME        write an adapter in Python that runs, for your store
    touchstone smoke COMMAND           test an adapter of yours briefly, and show every message
    touchstone replicas COMMAND        test a replica in another process against the laws of synchronization
    touchstone scan DIR [options]      find what the rules forbid in Swift sources
    touchstone mutate [options]        change a package's code in small ways: do its tests notice?
    touchstone write [DIR] [options]   propose properties for a package, and run them
    touchstone judge FILE… [options]   judge histories of any system, recorded by whatever client

    touchstone COMMAND --help explains a command, with examples.
    Exit status: 0 everything held; 1 something did not hold; 2 the command was wrong; 3 the environment prevented the run.
    """
}

/// The surroundings do not let the command work: exit status 3.
struct EnvironmentError: Error {
  let message: String
}
