import DeterministicScheduling
import Foundation
import PropertyTesting
import Synchronization

// `run-note-probe HOW`: runs a property that ends its process, or that waits to be ended, in one of the ways below.
// Tests read what it leaves on standard error.

/// Waits for a signal, and says that it does.
func waitForSignal() {
  print("ready")
  fflush(nil)
  while true { usleep(10_000) }
}

@inline(never) func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) + depth }

/// What a case does from the eleventh on.
let ends: [String: @Sendable () -> Void] = [
  "trap": { preconditionFailure("a case traps") },
  "overflow": { _ = overflow(0) },
  "abort": { abort() },
  "exit": { exit(0) },
  "wait": { waitForSignal() },
]

final class Calls: @unchecked Sendable {
  var count = 0
}

final class Flag: Sendable {
  let isSet = Atomic(false)
}

func hold(_ lock: NSLock) async {
  take(lock)
  await Task.yield()
  give(lock)
}

actor Clerk {
  func call() {}

  func hold(_ lock: NSLock, calling other: Clerk) async {
    take(lock)
    await other.call()
    give(lock)
  }
}

func sleepForAnHour() async { try? await Task.sleep(for: .seconds(3_600)) }

// The compiler refuses both in an asynchronous function.
func take(_ lock: NSLock) { lock.lock() }
func give(_ lock: NSLock) { lock.unlock() }

/// Two seconds in place of sixty.
var impatient: Schedules {
  var schedules = Schedules.mixed
  schedules.stepTimeLimit = .seconds(2)
  return schedules
}

// Whoever starts this may do so on a thread of Dispatch, which blocks signals.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)
for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }

/// Prints the report of a property that does not hold.
func fails(_ body: () throws -> Void) {
  do { try body() } catch { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
}

let how = CommandLine.arguments.dropFirst().first ?? ""
let settings = RunSettings(cases: 100, seed: 0x5eed)
switch how {
case "trap", "overflow", "abort", "exit", "wait":
  let calls = Calls()
  try check("a case that ends its process", forAll: .int(), settings: settings) { _ in
    calls.count += 1
    if calls.count > 10 { ends[how]?() }
  }
case "generator":
  let numbers = Generator<Int> { source in
    let number = try source(.int(in: 0...1_000))
    if number > 700 { preconditionFailure("a generator traps") }
    return number
  }
  try check("a generator that traps", forAll: numbers, settings: settings) { _ in }
case "shrinking-trap", "shrinking-wait", "replay":
  let calls = Calls()
  try check("a failure whose shrinking ends the process", forAll: .array(of: .int(in: 0...1_000)), settings: settings) { list in
    if calls.count > 0 { calls.count += 1 }
    if calls.count > 15 { ends[String(how.dropFirst("shrinking-".count))]?() }
    if list.contains(where: { $0 >= 500 }) {
      calls.count = max(1, calls.count)
      try expect("all are small", false)
    }
  }
case "task", "task-exit":
  try await check("a task that ends its process", forAll: .int(), settings: settings) { (number: Int) async in
    await Task.yield()
    if number > 100 { ends[how == "task" ? "trap" : "exit"]?() }
  }
case "slow":
  try check("a case that takes long", forAll: .int(), settings: settings) { _ in
    while true { Thread.sleep(forTimeInterval: 1) }
  }
case "lock":
  // One task keeps a lock across an await, and another waits for it on the same thread.
  try check("a lock held across an await", scheduled: impatient, settings: settings) {
    let lock = NSLock()
    async let first: Void = hold(lock)
    async let second: Void = hold(lock)
    _ = await (first, second)
  }
case "lock-of-actors":
  try check("a lock held across a call", scheduled: impatient, settings: settings) {
    let (lock, other) = (NSLock(), Clerk())
    async let first: Void = Clerk().hold(lock, calling: other)
    async let second: Void = Clerk().hold(lock, calling: other)
    _ = await (first, second)
  }
case "lock-and-waits":
  // Besides, two tasks sleep: an hour passes once nothing else can run.
  try check("a lock held across an await", scheduled: impatient, settings: settings) {
    let lock = NSLock()
    let sleeper = Task { await sleepForAnHour() }
    async let other: Void = sleepForAnHour()
    try await Task.sleep(for: .seconds(1))
    async let first: Void = hold(lock)
    async let second: Void = hold(lock)
    _ = await (first, second, sleeper.value, other)
  }
case "spin":
  try check("a task that polls without an await", scheduled: impatient, settings: settings) {
    let flag = Flag()
    let poller = Task { while !flag.isSet.load(ordering: .relaxed) {} }
    let setter = Task { flag.isSet.store(true, ordering: .relaxed) }
    _ = await (poller.value, setter.value)
  }
case "process":
  // The step waits for another process, in a run loop of Foundation.
  try check("a wait for a process", scheduled: impatient, settings: settings) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["20"]
    try process.run()
    process.waitUntilExit()
  }
case "cancelled":
  // As a time limit of Swift Testing cancels it.
  let (begun, begins) = AsyncStream.makeStream(of: Void.self)
  let isOver = Flag()
  let run = Task {
    try await check("a case that waits", forAll: .int(), settings: settings) { (_: Int) async in
      begins.yield()
      while !isOver.isSet.load(ordering: .relaxed) { await Task.yield() }
    }
  }
  for await _ in begun { break }
  run.cancel()
  isOver.isSet.store(true, ordering: .relaxed)
  do { _ = try await run.value } catch { print("\(error)") }
case "own-handler":
  // The program deals with Ctrl-C itself, and ends in its own way.
  signal(SIGINT) { _ in _exit(7) }
  try check("a case that waits", forAll: .int(), settings: settings) { _ in waitForSignal() }
case "outside":
  try check("a property that held", forAll: .int(), settings: settings) { _ in true }
  abort()
case "hash-set":
  // Both sets live, so they lie at two places.
  fails {
    try check("a set twice", forAll: .array(of: .int(in: 0...1_000), count: 2...9), settings: settings) { list in
      let (one, other) = (Set(list), Set(list))
      try withExtendedLifetime((one, other)) { try expect("the list", Array(one), equals: Array(other)) }
    }
  }
case "hash-dictionary":
  fails {
    try check("the keys of two tables", forAll: .array(of: .int(in: 0...1_000), count: 2...9), settings: settings) { list in
      let (one, other) = (Dictionary(list.map { ("\($0)", $0) }) { $1 }, Dictionary(list.map { ("\($0)", $0) }) { $1 })
      try withExtendedLifetime((one, other)) { try expect("the keys", Array(one.keys), equals: Array(other.keys)) }
    }
  }
case "hash-scheduled":
  // Schedules fix the order. Then there is no other to look at.
  try check("a schedule", scheduled: .mixed, settings: settings) {
    await Task.yield()
    noteClaim()
  }
  precondition(HashOrder.keptWhile { true } == nil)
  try check("one order", forAll: .int(in: 2...50), settings: settings) { count in
    let sets = (0..<3).map { _ in Set((0..<count).map { "\($0)" }) }
    try expect("the orders are one", Set(sets.map { Array($0) }).count, equals: 1)
  }
case "hash-tables":
  let tables = (0..<50).map { Set(0..<($0 + 2)) }
  let orders = tables.map(Array.init)
  let isOne: Bool? = HashOrder.keptWhile {
    var changed = tables[20]
    changed.insert(-1)
    let (one, other) = (Set(0..<40), Set(0..<40))
    return HashOrder.keptWhile { tables.map(Array.init) == orders && changed.contains(3) } == true && Array(one) == Array(other)
  }
  let places = Set((0..<20).map { number in HashOrder.otherPlaces(number) { Array(Set(0..<5)) } })
  precondition(isOne == true && tables.allSatisfy { $0.contains(1) } && places.count > 3)
default:
  FileHandle.standardError.write(Data("run-note-probe takes one word: see main.swift\n".utf8))
  exit(2)
}
