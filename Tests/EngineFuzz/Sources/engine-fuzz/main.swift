import Foundation

// engine-fuzz COUNT [FIRST]: runs the programs FIRST..<FIRST+COUNT in processes that may die, and says which of them found something.
// engine-fuzz --report NUMBER: prints the report of one of them.
// engine-fuzz --worker FIRST END: runs them here, one line before and one after each.

let arguments = Array(CommandLine.arguments.dropFirst())

/// A line at once: whoever reads wants to know it if the next moment is the last.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func number(_ place: Int, _ otherwise: UInt64? = nil) -> UInt64 {
  if arguments.indices.contains(place), let number = UInt64(arguments[place]) { return number }
  if let otherwise, !arguments.indices.contains(place) { return otherwise }
  say("engine-fuzz COUNT [FIRST]: runs that many random programs of the engine, from number FIRST on (1)")
  exit(64)
}

if arguments.first == "--worker" {
  for program in number(1)..<number(2) {
    say("run \(program)")
    let problems = await FuzzProgram(program).problems()
    for problem in problems { say("problem \(program) \(problem.replacingOccurrences(of: "\n", with: " ⏎ "))") }
    say("ran \(program)")
  }
  exit(0)
}

if arguments.first == "--report" {
  say(await FuzzProgram(number(1)).report())
  exit(0)
}

let (count, first) = (number(0), number(1, 1))
var (next, found, ran) = (first, 0, UInt64(0))
let start = ContinuousClock.now
while next < first + count {
  let worker = Process()
  worker.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  worker.arguments = ["--worker", "\(next)", "\(min(next + 1_000, first + count))"]
  let (output, errors) = (Pipe(), Pipe())
  worker.standardOutput = output
  worker.standardError = errors
  errors.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
  try worker.run()
  // A worker that is silent for so long hangs: the programs themselves are limited by the calls that they make.
  let watch = Watchdog(worker, silence: 600)
  var rest = Data()
  var running: UInt64?
  while true {
    let data = output.fileHandleForReading.availableData
    if data.isEmpty { break }
    watch.heard()
    rest += data
    while let end = rest.firstIndex(of: 10) {
      let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
      rest = Data(rest[rest.index(after: end)...])
      let words = line.split(separator: " ", maxSplits: 1)
      guard let word = words.first, let rest = words.last else { continue }
      switch word {
      case "run": running = UInt64(rest)
      case "ran":
        running = nil
        ran += 1
        next = (UInt64(rest) ?? next) + 1
      default:
        found += 1
        say("✘ program \(rest)")
      }
    }
  }
  worker.waitUntilExit()
  watch.end()
  if let running {
    found += 1
    say("✘ program \(running) \(watch.hasEnded ? "hung" : "ended its process with \(worker.terminationStatus)")")
    next = running + 1
  }
  errors.fileHandleForReading.readabilityHandler = nil
  say("… \(ran) programs of \(count), \(found) problems, \(ContinuousClock.now - start)")
}
say("\(ran) programs from number \(first) on: \(found == 0 ? "nothing" : "\(found) problems") found in \(ContinuousClock.now - start)")
exit(found == 0 ? 0 : 1)
