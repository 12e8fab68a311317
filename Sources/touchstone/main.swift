import Foundation
import StorageConformance

DeterministicHashing.ensure()
// Where it cannot be done, a limit of the size of files stands for a full disk.
if [ConformanceCommand.name, ReplayCommand.name].contains(CommandLine.arguments.dropFirst().first) { SmallDisk.prepare() }

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
