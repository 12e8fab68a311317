import Foundation

DeterministicHashing.ensure()

#if canImport(Glibc)
  // A closed pipe ends writing, not the process.
  signal(SIGPIPE, SIG_IGN)
#endif

Signals.cleanUpBeforeEnding()
var status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
if let loss = Terminal.lossOfOutput {
  Terminal.diagnose("a part of the results could not be written to standard output: \(loss)")
  if status == .held { status = .environment }
}
exit(status.rawValue)
