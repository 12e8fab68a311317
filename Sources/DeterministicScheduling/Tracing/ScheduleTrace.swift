import PropertyTesting

/// What an observer saw, in words.
struct ScheduleTrace: Sendable {
  private let tasks: [(name: String?, sites: [UInt])]
  private let steps: [ScheduleObserver.Step]
  private let waiting: [ScheduleObserver.Waiting]
  private let actors: [String]

  init(_ observer: ScheduleObserver) {
    tasks = observer.tasks.map { ($0.name, $0.sites) }
    steps = observer.steps
    waiting = observer.waiting
    actors = Self.toldApart(observer.actors)
  }

  /// Whether anything but the body ran.
  var hasSeveralTasks: Bool { steps.contains { $0.task != 0 } }

  /// Of all that the words of the steps are made of, within this process.
  var stepsHash: Int {
    var hasher = Hasher()
    for task in tasks { hasher.combine(task.name) }
    hasher.combine(steps)
    return hasher.finalize()
  }

  /// The first lines of the trace, and how many there are more. Of a long schedule without a switch, its ends: how the default goes on
  /// is no news.
  func lines(atMost limit: Int) -> [String] {
    let all = lines
    if all.count > 12, !steps.contains(where: \.isSwitch) {
      return all.prefix(4) + ["  … \(all.count - 8) more, without a switch"] + all.suffix(4)
    }
    return all.count > limit ? all.prefix(limit) + ["… \(all.count - limit) more lines"] : all
  }

  /// A line for each stretch that one task ran without another in between; what came of a switch is
  /// marked.
  private var lines: [String] {
    let symbols = Symbols(resumed: steps.map(\.frames), returned: tasks.map(\.sites))
    var lines: [String] = []
    var started: Set<Int> = []
    for stretch in stretches(symbols) {
      let first = stretch[0]
      var line = first.isSwitch ? "⇄ " : "  "
      if let last = steps.last, last.time > 0 { line += time(first.time) + "  " }
      line += first.isTimePassing ? "time passes, and a sleep ends" : label(first.task)
      if first.isArrival, let actor = first.actor {
        lines.append(line + " comes to \(actors[actor])")
        continue
      }
      let starts = first.task.map { started.insert($0).inserted } ?? false
      line += (starts ? " starts" : "") + turns(stretch)
      if starts, let task = first.task {
        if let site = symbols.places(tasks[task].sites).first { line += ", created at \(site.position)" }
      }
      let places = stretch.compactMap { symbols.places($0.frames).first }
      if let place = places.first { line += "  \(place.function) \(place.position)" }
      if let last = places.last, last != places.first { line += " … \(last.position)" }
      lines.append(line)
    }
    return lines
  }

  /// Steps that one task ran without another in between. A step that leaves its task where it was in the source, on its way to an
  /// actor or back, is left out.
  private func stretches(_ symbols: Symbols) -> [[ScheduleObserver.Step]] {
    var stretches: [[ScheduleObserver.Step]] = []
    var places: [Int?: CodePlace?] = [:]
    for step in steps {
      if step.isArrival {
        stretches.append([step])
        continue
      }
      let place = symbols.places(step.frames).first
      if !step.isSwitch, let known = places[step.task], place == nil || place == known { continue }
      places[step.task] = .some(place)
      if let last = stretches.last?.last, last.task == step.task, !last.isArrival, !step.isSwitch, last.time == step.time {
        stretches[stretches.count - 1].append(step)
      } else {
        stretches.append([step])
      }
    }
    return stretches
  }

  /// A lane for each task, a bar for each stretch; a task that nothing can wake has one more at the end.
  func drawing(atMost limit: Int) -> TraceFigure {
    let symbols = Symbols(
      resumed: steps.map(\.frames) + waiting.map(\.frames), depth: 1, returned: tasks.map(\.sites))
    let stretches = stretches(symbols)
    let numbers = Set(stretches.map { $0[0].task ?? -1 } + waiting.map(\.task)).sorted()
    let hasTime = steps.last.map { $0.time > 0 } ?? false
    var bars = stretches.prefix(limit).enumerated().map { place, stretch in
      let first = stretch[0]
      let code = stretch.compactMap { symbols.places($0.frames).first }.first
      return TraceFigure.Bar(
        lane: numbers.firstIndex(of: first.task ?? -1) ?? 0, start: place, end: place + 1,
        text: first.isTimePassing ? "time passes, and a sleep ends" : (code.map { "\($0.function) \($0.position)" } ?? "") + turns(stretch),
        outcome: hasTime ? time(first.time) : "", isSwitch: first.isSwitch)
    }
    for wait in waiting {
      let place = symbols.places(wait.frames).first.map { " \(whereabouts($0))" } ?? ""
      bars.append(
        TraceFigure.Bar(
          lane: numbers.firstIndex(of: wait.task) ?? 0, start: min(stretches.count, limit),
          end: min(stretches.count, limit) + 1, text: "waits\(others(wait))\(place)", isStuck: true))
    }
    return .lanes(
      TraceFigure.Lanes(
        kind: .schedule, names: numbers.map { label($0 < 0 ? nil : $0) }, bars: bars,
        omitted: max(0, stretches.count - limit)))
  }

  /// Tasks of which each waits for the next one's end, and the last for the first's; nil if the runtime knows of none. Who would resume a
  /// continuation it does not know.
  var circle: [Int]? {
    let awaited = Dictionary(uniqueKeysWithValues: waiting.map { ($0.task, $0.others) })
    var done: Set<Int> = []
    func circle(behind path: [Int]) -> [Int]? {
      for next in awaited[path[path.count - 1], default: []] {
        if let first = path.firstIndex(of: next) { return Array(path[first...]) }
        if done.insert(next).inserted, let found = circle(behind: path + [next]) { return found }
      }
      return nil
    }
    for wait in waiting {
      if let found = circle(behind: [wait.task]) { return found }
    }
    return nil
  }

  func drawing(ofCircle circle: [Int]) -> TraceFigure {
    let symbols = Symbols(resumed: waiting.map(\.frames))
    return .circle(
      kind: "deadlock", relation: "waits for",
      zip(circle, circle.dropFirst() + circle.prefix(1)).map { from, to in
        let frames = waiting.first { $0.task == from }?.frames ?? []
        let place = symbols.places(frames).first.map(whereabouts) ?? ""
        return TraceFigure.Edge(from: label(from), to: label(to), text: place)
      })
  }

  /// Who waits at the end, for whom, and where.
  var waitingLines: [String] {
    let symbols = Symbols(
      resumed: waiting.map(\.frames), depth: 2, returned: waiting.map { tasks[$0.task].sites })
    return waiting.map { wait in
      let task = wait.task
      var line = label(task) + " waits" + others(wait)
      let places = symbols.places(wait.frames)
      if let place = places.first {
        line += " \(whereabouts(place))"
        if places.count > 1 { line += ", called at \(places[1].position)" }
      }
      if let site = symbols.places(tasks[task].sites).first, task != 0 {
        line += " (created at \(site.position))"
      }
      return line
    }
  }

  /// A word for each step that is the same in every process: to tell where two runs part.
  var stepWords: [String] {
    let symbols = Symbols(resumed: steps.map(\.frames))
    return steps.map { step in
      let place = symbols.places(step.frames).first.map { " at \($0.position)" } ?? ""
      if step.isTimePassing { return "time passing to \(time(step.time))" }
      return label(step.task) + place + (step.time > 0 ? ", \(time(step.time))" : "")
    }
  }

  private func others(_ wait: ScheduleObserver.Waiting) -> String {
    wait.others.isEmpty ? "" : " for " + wait.others.map { label($0) }.joined(separator: " or ")
  }

  /// Of which actors a stretch is a turn; of more than two the first and the last.
  private func turns(_ stretch: [ScheduleObserver.Step]) -> String {
    var names: [String] = []
    for step in stretch { if let actor = step.actor, !names.contains(actors[actor]) { names.append(actors[actor]) } }
    guard let first = names.first, let last = names.last else { return "" }
    return " on " + (names.count > 2 ? "\(first) … \(last)" : names.joined(separator: ", "))
  }

  /// Those of one type have numbers.
  private static func toldApart(_ types: [String]) -> [String] {
    let counts = types.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var next: [String: Int] = [:]
    return types.map { type in
      guard counts[type, default: 0] > 1 else { return type }
      next[type, default: 0] += 1
      return "\(type) \(next[type, default: 0])"
    }
  }

  private func whereabouts(_ place: CodePlace) -> String { "in \(place.function) at \(place.position)" }

  private func label(_ task: Int?) -> String {
    guard let task else { return "a task from outside" }
    if task == 0 { return "the body" }
    return tasks[task].name.map { "task \(task) “\($0)”" } ?? "task \(task)"
  }

  private func time(_ nanoseconds: Int64) -> String {
    nanoseconds == 0 ? "0 s" : "\(Duration.nanoseconds(nanoseconds))".replacing(" seconds", with: " s")
  }
}
