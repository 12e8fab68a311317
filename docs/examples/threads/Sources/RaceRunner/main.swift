// RaceRunner [RUNS]: in how many runs ThreadSanitizer reports the race of each program, and whether it reports one of its twin:
// RACES=1 swift run --sanitize=thread RaceRunner. It starts itself for each, with the program's name and “racy” or “ordered”.
import Foundation
import RacePrograms

private let arguments = CommandLine.arguments

if arguments.count > 2, let program = RaceProgram.all.first(where: { $0.name == arguments[1] }) {
  if arguments[2] == "racy" { program.racy() } else { program.ordered() }
  exit(0)
}

private let asked = arguments.count > 1 ? arguments[1] : "1000"
guard let runs = Int(asked), runs >= 10 else {
  print("RaceRunner [RUNS]: “\(asked)” is no number of runs from 10 on")
  exit(2)
}

private func reports(_ program: RaceProgram, _ version: String, of runs: Int) throws -> Int {
  var count = 0
  for _ in 0..<runs {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = [program.name, version]
    process.environment = ProcessInfo.processInfo.environment.merging(["TSAN_OPTIONS": "exitcode=66 symbolize=0 atexit_sleep_ms=0"]) { $1 }
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus == 66 { count += 1 }
  }
  return count
}

for program in RaceProgram.all {
  let (racy, ordered) = (try reports(program, "racy", of: runs), try reports(program, "ordered", of: runs / 10))
  print("\(program.name): \(racy) of \(runs) runs, its twin \(ordered) of \(runs / 10)")
}
