/// The calls of one object laid out by time: for every completion, the calls that were open just before it.
///
/// The search stands at completions only (Lowe's just-in-time linearization, 2017): a call needs its place no earlier than when some call
/// completes. Positions below count completions from 0.
struct CallSchedule {
  let calls: [TimedCall]
  /// By position: the call that completes there.
  private(set) var completions: [Int32] = []
  /// By call: its slot among the calls that are open at the same time.
  private(set) var slots: [Int32]
  private(set) var slotCount = 0
  /// Kinds of calls with an unknown outcome that may change a state.
  private(set) var unknownKinds: [Int32] = []
  /// By place in ``unknownKinds``: the first position at which each call of the kind can be used, ascending; and the calls.
  private(set) var usableFrom: [[Int32]] = []
  private(set) var unknownCalls: [[Int32]] = []

  // By position, as ranges of one array each.
  private var openEnds: [Int] = [0]
  private var open: [Int32] = []
  /// Of an open call: the one of the same kind that completes just before it, or -1.
  private var before: [Int32] = []
  private var observerEnds: [Int] = [0]
  private var observers: [Int32] = []
  private var newObserverEnds: [Int] = [0]
  private var newObservers: [Int32] = []

  /// - Parameter observes: by kind, whether it never changes a state.
  init(_ calls: [TimedCall], observes: [Bool]) {
    self.calls = calls
    slots = Array(repeating: -1, count: calls.count)
    var events: [Event] = []
    events.reserveCapacity(2 * calls.count)
    for (index, call) in calls.enumerated() {
      events.append(Event(time: call.start, ends: false, call: Int32(index)))
      if let end = call.end { events.append(Event(time: max(end, call.start), ends: true, call: Int32(index))) }
    }
    events.sort { ($0.time, $0.ends ? 1 : 0, $0.call) < ($1.time, $1.ends ? 1 : 0, $1.call) }
    sweep(events, observes)
  }

  private struct Event {
    let time: Int
    let ends: Bool
    let call: Int32
  }

  private mutating func sweep(_ events: [Event], _ observes: [Bool]) {
    var rank = Array(repeating: Int32.max, count: calls.count)
    var ended: Int32 = 0
    for event in events where event.ends {
      rank[Int(event.call)] = ended
      ended += 1
    }
    var changing: [Int32] = []
    var watching: [Int32] = []
    var free: [Int32] = []
    var places: [Int32: Int] = [:]
    var latest = Array(repeating: Int32(-1), count: observes.count)
    var latestAt = Array(repeating: Int32(-1), count: observes.count)
    for event in events {
      let call = Int(event.call)
      let kind = calls[call].kind
      let isObserver = observes[Int(kind)]
      let position = Int32(completions.count)
      if !event.ends {
        if calls[call].end == nil {
          // What watches and never answered says nothing.
          if isObserver { continue }
          let place = places[kind] ?? unknownKinds.count
          if place == unknownKinds.count {
            places[kind] = place
            unknownKinds.append(kind)
            usableFrom.append([])
            unknownCalls.append([])
          }
          usableFrom[place].append(position)
          unknownCalls[place].append(event.call)
          continue
        }
        if let slot = free.popLast() {
          slots[call] = slot
        } else {
          slots[call] = Int32(slotCount)
          slotCount += 1
        }
        if isObserver {
          watching.append(event.call)
          newObservers.append(event.call)
        } else {
          let place = changing.firstIndex { rank[Int($0)] > rank[call] } ?? changing.count
          changing.insert(event.call, at: place)
        }
        continue
      }
      completions.append(event.call)
      for other in changing {
        let kind = Int(calls[Int(other)].kind)
        open.append(other)
        before.append(latestAt[kind] == position ? latest[kind] : -1)
        latest[kind] = other
        latestAt[kind] = position
      }
      observers.append(contentsOf: watching)
      openEnds.append(open.count)
      observerEnds.append(observers.count)
      newObserverEnds.append(newObservers.count)
      free.append(slots[call])
      if isObserver {
        watching.removeAll { $0 == event.call }
      } else {
        changing.removeAll { $0 == event.call }
      }
    }
  }

  /// How many open calls at the position may change a state; the first to complete comes first.
  func openCount(at position: Int32) -> Int { openEnds[Int(position) + 1] - openEnds[Int(position)] }

  /// One of them, and the one of the same kind that must be placed before it, or -1.
  func openCall(_ index: Int, at position: Int32) -> (call: Int32, after: Int32) {
    let place = openEnds[Int(position)] + index
    return (open[place], before[place])
  }

  /// The open calls at the position that change nothing.
  func observers(at position: Int32) -> ArraySlice<Int32> {
    observers[observerEnds[Int(position)]..<observerEnds[Int(position) + 1]]
  }

  /// Those of them that were not yet open at the position before.
  func newObservers(at position: Int32) -> ArraySlice<Int32> {
    newObservers[newObserverEnds[Int(position)]..<newObserverEnds[Int(position) + 1]]
  }
}
