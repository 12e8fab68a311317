/// A log, such as a topic of Kafka: values are sent to keys, each gets an offset, and polls return values with their offsets. After
/// Jepsen's workload `kafka`: `send [[:send k v]]` ends with `[[:send k [offset v]]]`, `poll [[:poll]]` with
/// `[[:poll {k [[offset v] …]}]]`. Every value of a key is sent once.
enum LogCheck {
  private struct Place: Hashable {
    let key: HistoryValue
    let offset: Int
  }

  private struct Entry: Hashable {
    let key: HistoryValue
    let value: HistoryValue
  }

  /// What the calls of a history say, together.
  private struct Facts {
    var acknowledged: [(entry: Entry, offset: Int, call: HistoryOperation)] = []
    var failed: [Entry: HistoryOperation] = [:]
    var sent: Set<Entry> = []
    var polled: Set<Entry> = []
    var values: [Place: (value: HistoryValue, call: HistoryOperation)] = [:]
    var offsets: [Entry: (offset: Int, call: HistoryOperation)] = [:]
    /// By key: the greatest offset of a poll, and the poll.
    var furthest: [HistoryValue: (offset: Int, call: HistoryOperation)] = [:]
    var polls: [(call: HistoryOperation, key: HistoryValue, messages: [(offset: Int, value: HistoryValue)])] = []
    var inconsistent: [(story: String, calls: [HistoryOperation])] = []
    var duplicates: [(story: String, calls: [HistoryOperation])] = []

    mutating func note(_ entry: Entry, at offset: Int, by call: HistoryOperation) {
      let place = Place(key: entry.key, offset: offset)
      if let other = values[place], other.value != entry.value {
        inconsistent.append(
          ("offset \(offset) of \(entry.key) is \(other.value) in \(other.call.told) and \(entry.value) in \(call.told)",
            [other.call, call]))
      } else {
        values[place] = (entry.value, call)
      }
      if let other = offsets[entry], other.offset != offset {
        duplicates.append(
          ("\(entry.value) of \(entry.key) has offset \(other.offset) in \(other.call.told) and \(offset) in \(call.told)",
            [other.call, call]))
      } else {
        offsets[entry] = (offset, call)
      }
    }
  }

  static let log = CheckedHistoryModel(
    name: "log", aliases: ["kafka"], summary: "send [[send k v]] → [[send k [offset v]]], poll → [[poll {k [[offset v] …]}]]",
    consistency: "ordered-log"
  ) { history in
    let facts = try facts(of: history)
    var check = HistoryCheck(lookedAt: [counted(facts.acknowledged.count, "send", "sends"), counted(facts.polls.count, "poll", "polls")])
    check.note("inconsistent-offsets", facts.inconsistent)
    check.note("duplicate", facts.duplicates)
    check.note(
      "lost-write",
      facts.acknowledged.compactMap { sent in
        guard !facts.polled.contains(sent.entry), let later = facts.furthest[sent.entry.key], later.offset > sent.offset else { return nil }
        let story = "\(sent.call.told) put \(sent.entry.value) at offset \(sent.offset) of \(sent.entry.key), but no poll returned it, "
        return (story + "though \(later.call.told) went on to offset \(later.offset)", [sent.call, later.call])
      })
    check.note(
      "G1a",
      facts.polls.flatMap { poll in
        poll.messages.compactMap { message in
          facts.failed[Entry(key: poll.key, value: message.value)].map {
            ("\(poll.call.told) returned \(message.value) of \(poll.key), though \($0.told) failed", [$0, poll.call])
          }
        }
      })
    check.note(
      "garbage-read",
      facts.polls.flatMap { poll in
        poll.messages.compactMap { message in
          if facts.sent.contains(Entry(key: poll.key, value: message.value)) { return nil }
          return ("\(poll.call.told) returned \(message.value) of \(poll.key), which nobody sent", [poll.call])
        }
      })
    order(facts, &check)
    return check
  }

  /// What is wrong within single polls: offsets that go back, and offsets left out at which others found a value.
  private static func order(_ facts: Facts, _ check: inout HistoryCheck) {
    var known: [HistoryValue: [Int]] = [:]
    for place in facts.values.keys { known[place.key, default: []].append(place.offset) }
    for key in Array(known.keys) { known[key]?.sort() }
    var nonmonotonic: [(story: String, calls: [HistoryOperation])] = []
    var skips: [(story: String, calls: [HistoryOperation])] = []
    for poll in facts.polls {
      for (one, next) in zip(poll.messages, poll.messages.dropFirst()) {
        if next.offset <= one.offset {
          nonmonotonic.append(("\(poll.call.told) returned offset \(next.offset) of \(poll.key) after \(one.offset)", [poll.call]))
          continue
        }
        let offsets = known[poll.key] ?? []
        var (low, high) = (0, offsets.count)
        while low < high {
          let middle = (low + high) / 2
          if offsets[middle] <= one.offset { low = middle + 1 } else { high = middle }
        }
        if low < offsets.count && offsets[low] < next.offset {
          skips.append(
            ("\(poll.call.told) went from offset \(one.offset) of \(poll.key) to \(next.offset) past \(offsets[low])", [poll.call]))
        }
      }
    }
    check.note("internal-nonmonotonic-poll", nonmonotonic)
    check.note("internal-poll-skip", skips)
  }

  private static func facts(of history: History) throws -> Facts {
    var facts = Facts()
    for operation in history.operations {
      for part in operation.value.elements ?? [] {
        guard let fields = part.elements, let what = fields.first?.word else {
          throw operation.error("\(part) in \(operation.function)", in: history, hint: "each part is [send key value] or [poll {…}]")
        }
        switch (what, fields.count) {
        case ("send", 3):
          let answer = operation.outcome == .ok ? fields[2].elements : nil
          let entry = Entry(key: fields[1], value: answer?.last ?? fields[2])
          facts.sent.insert(entry)
          if operation.outcome == .fail { facts.failed[entry] = operation }
          guard let answer, answer.count == 2, let offset = answer[0].int else { continue }
          facts.acknowledged.append((entry, offset, operation))
          facts.note(entry, at: offset, by: operation)
        case ("poll", 2) where operation.outcome == .ok: try poll(fields[1], by: operation, in: history, &facts)
        case ("poll", 1...2): continue
        default: throw operation.error("\(part) in \(operation.function)", in: history, hint: "each part is [send key value] or [poll {…}]")
        }
      }
    }
    return facts
  }

  private static func poll(_ value: HistoryValue, by call: HistoryOperation, in history: History, _ facts: inout Facts) throws {
    guard case .map(let keys) = value else {
      throw call.error("a poll returned \(value)", in: history, hint: "a poll returns {key [[offset value] …]}")
    }
    for (key, list) in keys {
      var messages: [(offset: Int, value: HistoryValue)] = []
      for message in list.elements ?? [] {
        guard let pair = message.elements, pair.count == 2, let offset = pair[0].int else {
          throw call.error("\(message) in a poll", in: history, hint: "each message is [offset value]")
        }
        messages.append((offset, pair[1]))
        facts.polled.insert(Entry(key: key, value: pair[1]))
        facts.note(Entry(key: key, value: pair[1]), at: offset, by: call)
        if offset > facts.furthest[key]?.offset ?? Int.min { facts.furthest[key] = (offset, call) }
      }
      facts.polls.append((call, key, messages))
    }
  }
}
