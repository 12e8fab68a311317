extension ObjectHistory where Object == ContainerObject {
  /// Decides a queue whose values are all different, in the time of a sort, by the four patterns of Henzinger, Sezgin and Vafeiadis
  /// (CONCUR 2013, "Aspect-oriented linearizability proofs"): a value from nowhere, a value taken twice, two values against their order,
  /// and "empty" while something was in.
  /// - Returns: nil for other containers, if a value is put twice, and if a call that takes has an unknown outcome.
  func decideByPatterns() -> Finding? {
    guard object.discipline == .queue else { return nil }
    var puts: [Int: Int] = [:]
    for (index, call) in calls.enumerated() {
      switch call.operation {
      case .put(let value): if puts.updateValue(index, forKey: value) != nil { return nil }
      case .takeUnknown: return nil
      case .take, .takeNothing: if call.end == nil { return nil }
      }
    }
    var takes: [Int: Int] = [:]
    for (index, call) in calls.enumerated() {
      guard case .take(let value) = call.operation, let end = call.end else { continue }
      guard let put = puts[value] else { return refusal([index], "nobody put this value") }
      if end < calls[put].start { return refusal([put, index], "a value is taken before it is put") }
      if let other = takes.updateValue(index, forKey: value) { return refusal([put, other, index], "a value is taken twice") }
    }
    // Of unknown outcome and never taken: it need not have happened.
    let values = puts.filter { calls[$0.value].end != nil || takes[$0.key] != nil }.sorted { $0.value < $1.value }.map {
      Passage(put: $0.value, take: takes[$0.key], in: calls)
    }
    return overtaken(values) ?? emptyThoughFull(values) ?? .linearizable(order: nil)
  }

  /// A value's way through the queue.
  private struct Passage {
    let put: Int
    let take: Int?
    let putStart: Int
    let putEnd: Int
    /// `Int.max`: never taken.
    let takeStart: Int
    let takeEnd: Int

    init(put: Int, take: Int?, in calls: [ObjectCall<Object.Operation>]) {
      self.put = put
      self.take = take
      putStart = calls[put].start
      putEnd = calls[put].end ?? Int.max
      takeStart = take.map { calls[$0].start } ?? Int.max
      takeEnd = take.map { calls[$0].end ?? Int.max } ?? Int.max
    }
  }

  /// Two values of which the first in is the last out, by time alone.
  private func overtaken(_ values: [Passage]) -> Finding? {
    let byPutEnd = values.sorted { ($0.putEnd, $0.put) < ($1.putEnd, $1.put) }
    var next = 0
    var latest: Passage?
    for value in values.sorted(by: { ($0.putStart, $0.put) < ($1.putStart, $1.put) }) {
      while next < byPutEnd.count && byPutEnd[next].putEnd < value.putStart {
        if latest.map({ byPutEnd[next].takeStart > $0.takeStart }) ?? true { latest = byPutEnd[next] }
        next += 1
      }
      guard value.take != nil, let latest, latest.takeStart > value.takeEnd else { continue }
      let rule =
        latest.take == nil
        ? "a value was taken though another, put before it, was still in" : "two values came out against the order in which they went in"
      return refusal([latest.put, value.put, value.take, latest.take].compactMap(\.self), rule)
    }
    return nil
  }

  /// A call that found nothing though at every moment of it some value was in: put before, and not yet taken.
  private func emptyThoughFull(_ values: [Passage]) -> Finding? {
    var empties = calls.indices.filter { calls[$0].operation == .takeNothing }
    if empties.isEmpty { return nil }
    empties.sort { (calls[$0].start, $0) < (calls[$1].start, $1) }
    // Spans of time during which a value was surely in, joined where they overlap.
    let spans = values.filter { $0.putEnd < $0.takeStart }.sorted { ($0.putEnd, $0.put) < ($1.putEnd, $1.put) }
    var joined: [(from: Int, to: Int, first: Int, last: Int)] = []
    for (place, span) in spans.enumerated() {
      if let last = joined.last, span.putEnd < last.to {
        joined[joined.count - 1].to = max(last.to, span.takeStart)
        joined[joined.count - 1].last = place
      } else {
        joined.append((span.putEnd, span.takeStart, place, place))
      }
    }
    for empty in empties {
      guard let end = calls[empty].end else { continue }
      let start = calls[empty].start
      var (low, high) = (0, joined.count)
      while low < high {
        let middle = (low + high) / 2
        if joined[middle].from < start { low = middle + 1 } else { high = middle }
      }
      guard low > 0, joined[low - 1].to > end else { continue }
      let group = joined[low - 1]
      let core = cover(spans[group.first...group.last], from: start, to: end).flatMap { [$0.put, $0.take].compactMap(\.self) }
      return refusal(core + [empty], "a call found the queue empty though some value was in at every moment of it")
    }
    return nil
  }

  /// As few of the spans as cover the time: always the one that reaches furthest.
  private func cover(_ spans: ArraySlice<Passage>, from start: Int, to end: Int) -> [Passage] {
    var chosen: [Passage] = []
    var reached = start
    var place = spans.startIndex
    while reached <= end {
      var best: Passage?
      while place < spans.endIndex && spans[place].putEnd < reached {
        if best.map({ spans[place].takeStart > $0.takeStart }) ?? true { best = spans[place] }
        place += 1
      }
      guard let best, best.takeStart > reached else { break }
      chosen.append(best)
      reached = best.takeStart
    }
    return chosen
  }

  private func refusal(_ core: [Int], _ rule: String) -> Finding {
    .refused(Refusal(core: core.sorted(), others: [], rule: rule))
  }
}
