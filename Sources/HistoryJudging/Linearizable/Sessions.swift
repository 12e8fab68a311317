/// The calls of all processes, as ``SessionGuarantees`` see them.
///
/// If each value is written once, a read tells which write it saw. What a call must have seen at least follows from that and from the
/// guarantees, and more would only contradict more. So the guarantees hold if and only if these least sets contradict no read and leave an
/// order of the writes: no search is needed.
struct Sessions {
  private struct Call {
    var start: Int
    var end: Int?
    /// Its write's number, or -1.
    var write: Int
    var reads: Reads
  }

  /// What a call saw, by the numbers of the writes.
  private enum Reads {
    case nothing
    /// Of the writes of a key, the last that it sees.
    case last(Int?, key: Int)
    case all([Int], key: Int)
    case one(Int, Bool)
    /// A value that nobody wrote before.
    case garbage
  }

  private struct Value: Hashable {
    var key: Int
    var value: Int
  }

  /// The most calls: a row of bits for each.
  static let most = 10_000

  private var calls: [Call] = []
  /// By process: its calls.
  private var sessions: [[Int]] = []
  /// By write: the key, and the call.
  private var writes: [(key: Int, call: Int)] = []
  private var ambiguous: Int?
  private var duplicate: Int?
  /// How many calls saw what nobody can tell.
  private(set) var unclear = 0

  /// - Parameters:
  ///   - parts: the calls by key.
  ///   - views: what they say.
  init<Operation>(_ parts: [[ObjectCall<Operation>]], _ views: [[SessionView]]) {
    let count = parts.reduce(0) { $0 + $1.count }
    guard count <= Self.most else {
      calls = Array(repeating: Call(start: 0, end: nil, write: -1, reads: .nothing), count: count)
      return
    }
    var numbers: [Value: Int] = [:]
    var keyed: [(key: Int, call: ObjectCall<Operation>, view: SessionView)] = []
    for (key, part) in parts.enumerated() {
      for (call, view) in zip(part, views[key]) { keyed.append((key, call, view)) }
    }
    for (index, (key, _, view)) in keyed.enumerated() {
      if view.isAmbiguous { ambiguous = index }
      guard let value = view.writes else { continue }
      if numbers.updateValue(writes.count, forKey: Value(key: key, value: value)) != nil { duplicate = index }
      writes.append((key, index))
    }
    var written = 0
    for (index, (key, call, view)) in keyed.enumerated() {
      var write = -1
      if view.writes != nil { (write, written) = (written, written + 1) }
      func source(_ value: Int) -> Int? {
        guard let number = numbers[Value(key: key, value: value)], writes[number].call != index else { return nil }
        // Nobody sees what has not begun.
        return keyed[writes[number].call].call.start < call.end ?? Int.max ? number : nil
      }
      var reads = Reads.nothing
      if call.end != nil {
        switch view.reads {
        case .nothing: break
        case .unclear: unclear += 1
        case .last(nil): reads = .last(nil, key: key)
        case .last(let value?): reads = source(value).map { .last($0, key: key) } ?? .garbage
        case .one(let value, let isThere):
          reads = source(value).map { .one($0, isThere) } ?? (isThere ? .garbage : .nothing)
        case .all(let values):
          let sources = values.compactMap(source)
          reads = sources.count == values.count ? .all(sources, key: key) : .garbage
        }
      }
      calls.append(Call(start: call.start, end: call.end, write: write, reads: reads))
    }
    let byProcess = Dictionary(grouping: keyed.indices, by: { keyed[$0].call.process })
    sessions = byProcess.values.map { $0.sorted { keyed[$0].call.start < keyed[$1].call.start } }
  }

  /// Why the guarantees are not judged, if they are not.
  func undecided(_ operations: [HistoryOperation]) -> String? {
    if calls.count > Self.most {
      return "Guarantees for sessions are judged for up to \(Self.most) calls, and these are \(calls.count): a part would be decided."
    }
    if let ambiguous {
      return "What was seen of \(operations[ambiguous].told) has several causes: if values are only added, or only written and none is the "
        + "first one, it would be decided."
    }
    if let duplicate {
      return "\(operations[duplicate].told) writes a value that is written twice, so that a read does not tell which write it saw: values "
        + "that are written once would decide it."
    }
    return nil
  }

  /// A call that saw a value that nobody had begun to write.
  var garbage: Int? { calls.firstIndex { if case .garbage = $0.reads { true } else { false } } }

  /// Calls that contradict the guarantees, none of which can be left out; nil if nothing does. To leave a call out is to take it out of its
  /// process, and to let others see what it wrote.
  func contradiction(of guarantees: SessionGuarantees) -> [Int]? {
    var kept = Array(calls.indices)
    guard !holds(guarantees, kept) else { return nil }
    var chunk = max(1, kept.count / 2)
    while true {
      var place = 0
      var isSmaller = false
      while place < kept.count {
        var fewer = kept
        fewer.removeSubrange(place..<min(place + chunk, kept.count))
        if holds(guarantees, fewer) {
          place += chunk
        } else {
          kept = fewer
          isSmaller = true
        }
      }
      if chunk == 1, !isSmaller { return kept }
      chunk = max(1, chunk / 2)
    }
  }
}

extension Sessions {
  /// Whether the guarantees hold for these calls, the writes of others being seen by whoever saw them.
  private func holds(_ guarantees: SessionGuarantees, _ kept: [Int]) -> Bool {
    let members = Set(kept)
    let sessions = self.sessions.map { $0.filter(members.contains) }.filter { !$0.isEmpty }
    // By write: what must be seen with it.
    var along = writes.indices.map { WriteSet([$0], of: writes.count) }
    var seen: [Int: WriteSet] = [:]
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for session in sessions {
        var written = WriteSet([], of: writes.count)
        var read = written
        for index in session {
          let call = calls[index]
          if var sees = sources(of: call.reads, along) {
            if guarantees.contains(.readYourWrites) { sees.formUnion(written) }
            if guarantees.contains(.monotonicReads) { sees.formUnion(read) }
            if sees != seen[index] { (seen[index], hasChanged) = (sees, true) }
            read.formUnion(sees)
          }
          guard call.write >= 0 else { continue }
          if guarantees.contains(.writesFollowReads), read.contains(call.write) { return false }
          var with = along[call.write]
          if guarantees.contains(.monotonicWrites) { with.formUnion(written) }
          if guarantees.contains(.writesFollowReads) { with.formUnion(read) }
          if with != along[call.write] { (along[call.write], hasChanged) = (with, true) }
          // What may take effect at any later time comes before nothing.
          if call.end != nil { written.formUnion(with) }
        }
      }
    }
    return fit(seen, along)
  }

  /// What a call saw by itself; nil if it says nothing.
  private func sources(of reads: Reads, _ along: [WriteSet]) -> WriteSet? {
    var sees = WriteSet([], of: writes.count)
    switch reads {
    case .nothing: return nil
    case .garbage, .last(nil, _), .one(_, false): break
    case .last(let write?, _), .one(let write, true): sees = along[write]
    case .all(let all, _): for write in all { sees.formUnion(along[write]) }
    }
    return sees
  }

  /// Whether what was seen contradicts no read and leaves an order of the writes.
  private func fit(_ seen: [Int: WriteSet], _ along: [WriteSet]) -> Bool {
    // By write: those before it.
    var before = along
    for number in before.indices { before[number].remove(number) }
    for (index, sees) in seen {
      // Nobody sees a write that has not begun, nor one that sees such a write along with others.
      let end = calls[index].end ?? Int.max
      if sees.members.contains(where: { calls[writes[$0].call].start >= end }) { return false }
      switch calls[index].reads {
      case .nothing: break
      case .garbage: return false
      case .last(let last, let key):
        for write in sees.members where writes[write].key == key && write != last {
          guard let last else { return false }
          before[last].insert(write)
        }
      case .all(let all, let key):
        let found = Set(all)
        if sees.members.contains(where: { writes[$0].key == key && !found.contains($0) }) { return false }
      case .one(let write, let isThere): if !isThere, sees.contains(write) { return false }
      }
    }
    return WriteSet.haveOrder(before)
  }
}
