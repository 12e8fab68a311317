import PersonalOSReference
import PropertyTesting

extension TaskDriver {
  /// Of the tasks that still run, exactly those are cancelled that the model says, and the gate is closed to
  /// their effects.
  func expectCancellations() throws {
    for entry in running {
      try expect("\(entry.key) is cancelled", entry.task.isCancelled, equals: entry.isCancelled)
      guard let token = entry.probe.token else { continue }
      try expect(
        "the gate is open to the effects of \(entry.key)", gate.isAlive(token), equals: !entry.isCancelled)
    }
  }

  /// What the work itself saw, and its child task, once all is over.
  func expectCancellationsReachedTheWork() throws {
    for entry in started {
      try expect("the work of \(entry.key) has ended", entry.probe.hasEnded)
      try expect(
        "the work of \(entry.key) saw its cancellation", entry.probe.sawCancellation,
        equals: entry.isCancelled)
      try expect(
        "a child task of \(entry.key) saw its cancellation", entry.probe.childSawCancellation,
        equals: entry.childIsCancelled)
    }
  }

  func expectNothingActive() throws {
    let active = registry.activeTasks.keys.map(\.description)
    try expect("what is in the table once all is over", active, equals: [])
    let alive = started.filter { $0.probe.token.map { gate.isAlive($0) } ?? false }
    try expect("what the gate is open to once all is over", alive.map(\.key.description), equals: [])
  }

  /// The newest task of each key is in the table while it runs, and nothing else is.
  func expectTableHoldsRunningTasks() throws {
    for (key, number) in newestOfEachKey where !started[number].probe.hasEnded {
      try expect("\(key) is in the table", registry.activeTasks[key] != nil)
    }
    for (key, task) in registry.activeTasks {
      let number = newestOfEachKey[key]
      try expect(
        "the table holds the newest task of \(key)", number.map { started[$0].task } == task)
    }
    // Of each scope its own, however much of its name another one shares.
    for scope in Set(newestOfEachKey.keys.map(\.scope)) {
      let tasks = registry.activeTasks(in: scope)
      let own = registry.activeTasks.filter { $0.key.scope == scope }
      try expect("ids of the table's tasks of \(scope.name)", tasks.keys.sorted(), equals: own.keys.map(\.id).sorted())
      for (key, task) in own { try expect("the task \(key) is listed for its scope", tasks[key.id] == task) }
    }
  }

  /// Of each key at most one task runs that is not cancelled: the newest.
  func expectOneOfEachKeyAtMost() throws {
    for (number, entry) in started.enumerated() where !entry.probe.hasEnded {
      try expect(
        "\(entry.key) goes on although a newer request took its place",
        number == newestOfEachKey[entry.key] || entry.task.isCancelled)
      try expect("the newest of \(entry.key) is cancelled", entry.isCancelled || !entry.task.isCancelled)
    }
  }

  /// What is shown in the end is the last request's answer, for each key.
  func expectNewestShown() throws {
    for (key, number) in newestOfEachKey {
      try expect("the request of \(key) that is shown", shown[key], equals: number)
    }
  }
}

extension TaskKey: CustomStringConvertible {
  public var description: String { "\(id) of \(scope.name)" }
}
