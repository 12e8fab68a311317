import Foundation

DeterministicHashing.ensure()

#if canImport(Glibc)
  // A closed pipe ends writing, not the process.
  signal(SIGPIPE, SIG_IGN)
#endif

Signals.cleanUpBeforeEnding()
let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
