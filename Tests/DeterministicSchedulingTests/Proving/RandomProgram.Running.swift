extension RandomProgram {
  /// What the actors have written down in the end.
  func run() async -> String {
    let place = Place()
    await withTaskGroup(of: Void.self) { group in
      for (number, steps) in tasks.enumerated() { group.addTask { await run(steps, "\(number)", place) } }
    }
    let (main, desk) = await (place.screen.lines, place.desk.lines)
    return await [place.journals[0].lines, place.journals[1].lines, main, desk].map { $0.joined(separator: " ") }.joined(separator: " | ")
  }

  private func run(_ steps: [Step], _ name: String, _ place: Place) async {
    for (number, step) in steps.enumerated() { await run(step, name + "\(number)", place) }
  }

  private func run(_ step: Step, _ name: String, _ place: Place) async {
    let journals = place.journals
    switch step {
    case .log(let journal): await journals[journal].add(name)
    case .relay(let first, let second): await journals[first].relay(name, to: journals[second])
    case .echo(let first, let second): await journals[first].echo(name, to: journals[second])
    case .spawn(let journal): await journals[journal].spawn(name)
    case .yield: await Task.yield()
    case .copy(let from, let to):
      let count = await journals[from].lines.count
      await journals[to].add(name + "=\(count)")
    case .wait(let journal):
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await journals[journal].wait(name) }
        group.addTask {
          await journals[journal].wake()
          try? await Task.sleep(for: .seconds(9))
          await journals[journal].wake()
        }
      }
    case .sleep(let seconds):
      try? await Task.sleep(for: .seconds(seconds))
      await journals[0].add(name)
    case .onMainActor: await place.screen.show(name)
    case .acrossGlobalActors: await place.desk.pass(name, to: place.screen)
    case .drop: do { _ = Paper(name, on: place.desk) }
    case .shared(let journal): await journals[journal].shared(name)
    case .group(let parts):
      await withTaskGroup(of: Void.self) { group in
        for (number, part) in parts.enumerated() { group.addTask { await run(part, name + "g\(number)", place) } }
      }
    case .race(let parts): await journals[0].add(name + ":" + race(parts, name, place, isCancelled: false))
    case .first(let parts): await journals[0].add(name + ":" + race(parts, name, place, isCancelled: true))
    case .asyncLet(let first, let second):
      async let one: Void = run(first, name + "x", place)
      async let other: Void = run(second, name + "y", place)
      _ = await (one, other)
    case .task(let part):
      let task = Task { await run(part, name + "t", place) }
      await journals[1].add(name)
      await task.value
    case .orphan(let part): Task { await run(part, name + "o", place) }
    case .immediate(let part): await journals[1].begin { await run(part, name + "i", place) }
    case .cancelled(let part):
      let task = cancellable(part, name, place)
      await journals[1].add(name)
      task.cancel()
      await task.value
    case .cancelledTwice(let part):
      let task = cancellable(part, name, place)
      async let one: Void = journals[1].cancel(task, name)
      async let other: Void = journals[0].cancel(task, name)
      _ = await (one, other)
      await task.value
    case .prioritized(let part, let priority, let isAwaited):
      let task = Task(priority: priority) { await run(part, name + "p", place) }
      await journals[1].add(name)
      if isAwaited { await task.value }
    case .detached(let part):
      let task = Task.detached { await run(part, name + "d", place) }
      await journals[1].add(name)
      await task.value
    case .discarding(let parts):
      await withDiscardingTaskGroup { group in
        for (number, part) in parts.enumerated() { group.addTask { await run(part, name + "k\(number)", place) } }
      }
      await journals[0].add(name)
    case .throwing(let parts): await journals[0].add(name + throwing(parts, name, place))
    case .handled(let journal):
      await withTaskCancellationHandler {
        await journals[journal].add(name + "h")
        await journals[1 - journal].add(name + (Task.isCancelled ? "cancelled" : "done"))
      } onCancel: {
        Task { await journals[journal].add(name + "x") }
      }
    case .selfCancelled(let journal):
      if await journals[journal].lines.count > 1 { withUnsafeCurrentTask { $0?.cancel() } }
      let isWoken = (try? await Task.sleep(for: .seconds(2))) == nil
      await journals[1 - journal].add(name + (isWoken ? "woken" : "slept"))
    case .clock:
      let start = ContinuousClock.now
      try? await Task.sleep(for: .seconds(1))
      await journals[0].add(name + "\((ContinuousClock.now - start).components.seconds)")
    case .random: await journals[1].add(name + "\(Int.random(in: 0...2))")
    case .stream(let kind): await stream(kind, name, place)
    }
  }

  private func stream(_ kind: Int, _ name: String, _ place: Place) async {
    let (stream, source) = AsyncStream<Int>.makeStream(bufferingPolicy: kind == 0 ? .bufferingNewest(1) : .unbounded)
    async let produced: Void = {
      source.yield(1)
      if kind != 1 { await place.journals[0].add(name + "y") }
      source.yield(2)
      source.finish()
    }()
    async let consumed: Void = { for await number in stream { await place.journals[0].add(name + "\(number)") } }()
    _ = await (produced, consumed)
  }

  private func throwing(_ parts: [[Step]], _ name: String, _ place: Place) async -> String {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, part) in parts.enumerated() {
          group.addTask {
            await run(part, name + "e\(number)", place)
            await place.journals[number].add(name + (Task.isCancelled ? "cancelled" : "done"))
            if number == 0 { throw CancellationError() }
          }
        }
        for try await _ in group {}
      }
      return "."
    } catch {
      return "!"
    }
  }

  private func race(_ parts: [[Step]], _ name: String, _ place: Place, isCancelled: Bool) async -> String {
    await withTaskGroup(of: Int.self) { group in
      for (number, part) in parts.enumerated() {
        group.addTask {
          await run(part, name + "r\(number)", place)
          return Task.isCancelled ? -number : number
        }
      }
      if isCancelled, let first = await group.next() {
        group.cancelAll()
        return await group.reduce(into: "\(first)!") { $0 += "\($1)" }
      }
      return await group.reduce(into: "") { $0 += "\($1)" }
    }
  }

  private func cancellable(_ part: [Step], _ name: String, _ place: Place) -> Task<Void, Never> {
    Task {
      await run(part, name + "c", place)
      await place.journals[0].add(name + (Task.isCancelled ? "cancelled" : "done"))
    }
  }
}
