import HistoryJudging

/// A store of lists in memory whose scheduler has at most one defect. Without one, it is strict serializable: a transaction reads the state
/// in which it began, keeps its appends until it commits, and fails if anything that it read has changed by then.
struct BrokenStore {
  /// What is wrong with the scheduler.
  enum Defect {
    case none
    /// Appends are in the lists at once, whoever else is appending.
    case writesInPlace
    /// Appends are in the lists at once, and are taken back if their transaction fails. Keys stay locked for other appends.
    case showsUncommitted
    /// As that, but what a failed transaction appended stays.
    case forgetsToUndo
    /// Each read sees what is committed by then, and nothing is checked.
    case readsCommitted
    /// A commit shows one append after the other.
    case commitsByKey
    /// Nothing is checked at a commit.
    case losesUpdates
    /// Only the keys that a transaction appended to are checked.
    case checksWritesOnly
    /// All reads are checked, but not what scans did not find.
    case ignoresPhantoms
    /// As ``checksWritesOnly``, with two replicas that learn late of each other's commits.
    case replicates
    /// A read does not see the appends of its own transaction.
    case hidesOwnWrites
    /// A read sees what its own transaction appends afterwards.
    case writesFirst
    /// Some reads return a value that nobody wrote.
    case inventsValues
    /// Some commits are done twice.
    case commitsTwice
    /// Two replicas have the appends in different orders.
    case disagreesOnOrder
    /// Appends are done after they are acknowledged, those of a process in their order.
    case writesLate
    case writesLateInAnyOrder
    /// Reads are answered from a state after their acknowledgement, those of a process in their order.
    case readsLate
    case readsLateInAnyOrder
    /// Reads are answered from a past state, those of a process from later and later ones.
    case readsThePast
    case readsAnyPast
  }

  enum Request {
    case append(Int)
    case read(Int)
    /// An append to a new key, behind this one.
    case insert(Int)
    case scan(ClosedRange<Int>)
  }

  private struct Entry {
    var transaction: Int
    var key: Int
    var value: Int
  }

  private struct Running {
    var number: Int
    var requests: ArraySlice<Request>
    /// How much of the log it sees.
    var start: Int
    var kept: [Entry] = []
    var isCommitting = false
  }

  private let defect: Defect
  private var random: SplitMix
  private var all: [DrawnTransaction] = []
  /// All appends, in the order of the lists.
  private var log: [Entry] = []
  private var running: [Int: Running] = [:]
  /// By process: what is acknowledged and still to be done.
  private var late: [Int: [[Entry]]] = [:]
  private var lateReads: [Int: [Int]] = [:]
  /// By process: how much of the log it has seen. By replica: how much of the other's it knows.
  private var seen: [Int: Int] = [:]
  private var known = [0, 0]
  private var next = 1
  private var inserted = 1
  private var time = 0

  init(_ defect: Defect, seed: UInt64) {
    self.defect = defect
    random = SplitMix(state: seed)
  }

  /// Runs transactions of several processes at the same time, and at the end one that reads all keys.
  /// - Parameter request: what the next transaction of a process asks for.
  mutating func run(
    _ count: Int, processes: Int, failing: Bool, _ request: (_ process: Int, inout SplitMix) -> [Request]
  ) -> DrawnTransactions {
    while all.count < count || !running.isEmpty {
      let process = Int.random(in: 0..<processes, using: &random)
      time += 1
      if let transaction = running[process] {
        step(process, transaction, failing: failing)
      } else if all.count < count {
        begin(process, request(process, &random))
      }
      if Int.random(in: 0..<6, using: &random) == 0 { doLate(Int.random(in: 0..<processes, using: &random)) }
      if Int.random(in: 0..<12, using: &random) == 0 { known[Int.random(in: 0...1, using: &random)] = log.count }
    }
    for process in 0..<processes {
      while late[process]?.isEmpty == false || lateReads[process]?.isEmpty == false { doLate(process) }
    }
    let keys = Set(log.map(\.key)).sorted()
    let steps = keys.map { key in DrawnTransaction.Step.read(key: key, values: log.filter { $0.key == key }.map(\.value)) }
    all.append(DrawnTransaction(process: processes, steps: steps, invoked: time + 1, completed: time + 2))
    return DrawnTransactions(all: all, lists: true)
  }

  private var replicas: Bool { defect == .replicates }
  private var isInPlace: Bool { [.writesInPlace, .showsUncommitted, .forgetsToUndo].contains(defect) }

  private mutating func begin(_ process: Int, _ requests: [Request]) {
    var start = log.count
    let isReading = requests.allSatisfy { request in
      switch request {
      case .read, .scan: true
      case .append, .insert: false
      }
    }
    if isReading, defect == .readsThePast || defect == .readsAnyPast {
      let oldest = defect == .readsThePast ? seen[process, default: 0] : max(0, log.count - 6)
      start = Int.random(in: oldest...log.count, using: &random)
      seen[process] = start
    }
    if replicas { start = known[process % 2] }
    running[process] = Running(number: all.count, requests: requests[...], start: start)
    all.append(DrawnTransaction(process: process, invoked: time))
    guard defect == .writesFirst else { return }
    for case .append(let key) in requests {
      running[process]?.kept.append(Entry(transaction: all.count - 1, key: key, value: next))
      next += 1
    }
  }

  private mutating func step(_ process: Int, _ transaction: Running, failing: Bool) {
    var transaction = transaction
    defer { if running[process] != nil { running[process] = transaction } }
    guard let request = transaction.requests.popFirst() else {
      finish(process, &transaction, failing: failing)
      return
    }
    switch request {
    case .insert(let first):
      transaction.requests.insert(.append(first + inserted), at: transaction.requests.startIndex)
      inserted += 1
    case .scan(let keys):
      let written = Set((log + transaction.kept).map(\.key)).filter(keys.contains)
      let found = written.sorted().map { ($0, values($0, process, transaction)) }.filter { !$0.1.isEmpty }
      all[transaction.number].steps.append(.scan(keys, found: Dictionary(uniqueKeysWithValues: found)))
    case .read(let key):
      all[transaction.number].steps.append(.read(key: key, values: values(key, process, transaction)))
    case .append(let key):
      if defect == .writesFirst {
        let written = all[transaction.number].finals
        let entry = transaction.kept.first { $0.key == key && written[key, default: 0] < $0.value }
        all[transaction.number].steps.append(.write(key: key, value: entry?.value ?? 0))
        return
      }
      let entry = Entry(transaction: transaction.number, key: key, value: next)
      next += 1
      all[transaction.number].steps.append(.write(key: key, value: entry.value))
      let holders = running.values.map(\.number).filter { $0 != transaction.number }
      let isLocked = defect == .showsUncommitted || defect == .forgetsToUndo
      if isLocked, log.contains(where: { $0.key == key && holders.contains($0.transaction) }) {
        end(process, transaction, .fail)
      } else if isInPlace {
        log.append(entry)
      } else {
        transaction.kept.append(entry)
      }
    }
  }

  /// What a read of a running transaction returns.
  private mutating func values(_ key: Int, _ process: Int, _ transaction: Running) -> [Int] {
    let isNow = isInPlace || defect == .readsCommitted
    let visible = log.enumerated().filter { place, entry in
      isNow || place < transaction.start || replicas && all[entry.transaction].process % 2 == process % 2
        && all[entry.transaction].completed < all[transaction.number].invoked
    }
    var values = visible.map(\.element).filter { $0.key == key }.map(\.value)
    if defect != .hidesOwnWrites { values += transaction.kept.filter { $0.key == key }.map(\.value) }
    if defect == .inventsValues, Int.random(in: 0..<4, using: &random) == 0 { values.append(1_000_000) }
    if defect == .disagreesOnOrder, process % 2 == 1 {
      for place in stride(from: 1, to: values.count, by: 2) { values.swapAt(place - 1, place) }
    }
    return values
  }

  private mutating func finish(_ process: Int, _ transaction: inout Running, failing: Bool) {
    let isWanted = !failing || Int.random(in: 0..<3, using: &random) > 0
    guard isWanted, transaction.isCommitting || isCurrent(process, transaction) else {
      end(process, transaction, .fail)
      return
    }
    switch defect {
    case .commitsByKey where !transaction.kept.isEmpty:
      // One commit at a time.
      guard transaction.isCommitting || !running.values.contains(where: \.isCommitting) else { return }
      transaction.isCommitting = true
      log.append(transaction.kept.removeFirst())
      if !transaction.kept.isEmpty { return }
    case .commitsTwice: log += Bool.random(using: &random) ? transaction.kept + transaction.kept : transaction.kept
    case .writesLate, .writesLateInAnyOrder: late[process, default: []].append(transaction.kept)
    case .readsLate, .readsLateInAnyOrder:
      log += transaction.kept
      if transaction.kept.isEmpty { lateReads[process, default: []].append(transaction.number) }
    default: log += transaction.kept
    }
    end(process, transaction, .ok)
  }

  /// Whether it may commit: nobody changed what it relies on.
  private func isCurrent(_ process: Int, _ transaction: Running) -> Bool {
    switch defect {
    case .readsCommitted, .commitsByKey, .losesUpdates, .writesInPlace, .showsUncommitted, .forgetsToUndo, .readsThePast, .readsAnyPast,
      .writesLate, .writesLateInAnyOrder, .readsLate, .readsLateInAnyOrder:
      return true
    case .none, .ignoresPhantoms, .checksWritesOnly, .replicates, .hidesOwnWrites, .writesFirst, .inventsValues, .commitsTwice,
      .disagreesOnOrder:
      break
    }
    let checksReads = defect != .checksWritesOnly && defect != .replicates
    let keys = all[transaction.number].steps.flatMap { step -> [ClosedRange<Int>] in
      switch step {
      case .read(let key, _): checksReads ? [key...key] : []
      case .write(let key, _): [key...key]
      case .scan(_, let found) where defect == .ignoresPhantoms: found.keys.map { $0...$0 }
      case .scan(let keys, _): checksReads ? [keys] : []
      case .absent: []
      }
    }
    return !log.enumerated().contains { place, entry in
      let isOwnReplica = replicas && all[entry.transaction].process % 2 == process % 2
        && all[entry.transaction].completed < all[transaction.number].invoked
      return place >= transaction.start && !isOwnReplica && keys.contains { $0.contains(entry.key) }
    }
  }

  private mutating func end(_ process: Int, _ transaction: Running, _ outcome: HistoryOperation.Outcome) {
    running[process] = nil
    all[transaction.number].outcome = outcome
    all[transaction.number].completed = time
    if outcome == .fail, defect != .forgetsToUndo { log.removeAll { $0.transaction == transaction.number } }
  }

  /// One of the things that a process was told were done.
  private mutating func doLate(_ process: Int) {
    let isAnyOrder = defect == .writesLateInAnyOrder || defect == .readsLateInAnyOrder
    if let waiting = late[process], !waiting.isEmpty {
      let place = isAnyOrder ? Int.random(in: waiting.indices, using: &random) : 0
      log += late[process]?.remove(at: place) ?? []
    }
    if let waiting = lateReads[process], !waiting.isEmpty {
      let place = isAnyOrder ? Int.random(in: waiting.indices, using: &random) : 0
      let number = waiting[place]
      lateReads[process]?.remove(at: place)
      all[number].steps = all[number].steps.map { step in
        guard case .read(let key, _) = step else { return step }
        return .read(key: key, values: log.filter { $0.key == key }.map(\.value))
      }
    }
  }
}
