import PropertyTesting

extension AsyncLaws where Value: AsyncSequence, Value.Element: Equatable {
  /// An asynchronous iterator stays at its end, also after an error, and cancellation ends it.
  ///
  /// Elements that come from another task must come without it, too: let the generator start that task. A sequence that never ends needs
  /// three elements at least, up to which the law of cancellation waits.
  public static var asyncSequence: AsyncLaws {
    AsyncLaws(
      "AsyncSequence",
      unchecked: "What several tasks that share an iterator get."
    ) {
      AsyncLaw(
        "an iterator that has returned nil returns nil for ever",
        from: .swift("AsyncIteratorProtocol", "After nil, the iterator is in a terminal state: all future calls to next() return nil.")
      ) { values in
        var iterator = try values.one("s").makeAsyncIterator()
        let pass = await Pass(of: &iterator)
        guard pass.end == .ended else { return try expect("it does not end by nil", true) }
        try await expectEnd(of: &iterator, after: "\(pass.elements.count) elements and nil")
      }
      AsyncLaw(
        "an iterator that has thrown an error returns nil for ever",
        from: .swift("AsyncIteratorProtocol", "After an error, the iterator is in a terminal state: all future calls to next() return nil.")
      ) { values in
        var iterator = try values.one("s").makeAsyncIterator()
        let pass = await Pass(of: &iterator)
        guard pass.end == .threw else { return try expect("it does not end by an error", true) }
        try await expectEnd(of: &iterator, after: "\(pass.elements.count) elements and an error")
      }
      AsyncLaw(
        "two sequences made alike return the same elements",
        from: .swift("AsyncSequence", "A list of values to step through; the caller promises that equal choices make equal lists.")
      ) { values in
        let (s, same) = try values.twins("s", "made alike")
        var (one, other) = (s.makeAsyncIterator(), same.makeAsyncIterator())
        let (first, second) = (await Pass(of: &one), await Pass(of: &other))
        try expect("elements", first.elements, equals: second.elements)
        try expect("how they end", first.end, equals: second.end)
      }
      AsyncLaw(
        "for await visits what next() returns",
        from: .evolution(298, "for-await-in asks the iterator for one element after the other, until it returns nil.")
      ) { values in
        let (s, same) = try values.twins("s", "made alike")
        var iterator = same.makeAsyncIterator()
        let pass = await Pass(of: &iterator)
        var seen: [Value.Element] = []
        do {
          for try await element in s {
            seen.append(element)
            if seen.count == mostElements { break }
          }
        } catch {}
        try expect("elements that for await visits", seen, equals: pass.elements)
      }
      AsyncLaw(
        "cancellation ends the iteration",
        from: .swift("AsyncIteratorProtocol", "Types should use the cancellation of Task; how they respond is their choice: nil, an error.")
      ) { values in
        let before = try values.steps("elements before the cancellation", upTo: 3)
        let count = try await Patience.seconds(5, "the iteration still waits, 5 s after its task was cancelled") {
          var iterator = try values.one("s").makeAsyncIterator()
          for _ in 0..<before { _ = try? await iterator.next() }
          withUnsafeCurrentTask { $0?.cancel() }
          return await Pass(of: &iterator).elements.count
        }
        try expect("after the cancellation come fewer than \(mostElements) elements", count < mostElements)
      }
    }
  }
}

private func expectEnd<I: AsyncIteratorProtocol>(of iterator: inout I, after what: String) async throws {
  for call in 1...4 {
    let claim = "after \(what), call \(call) of next() returns nil"
    do {
      let next = try await iterator.next()
      try expect(claim, next == nil)
    } catch let failure as ExpectationFailure {
      throw failure
    } catch {
      try expect("\(claim), and does not throw \(describe(error))", false)
    }
  }
}

/// The elements of an iterator, up to the thousandth, and what came after them.
private struct Pass<Element> {
  enum End { case ended, threw, goesOn }

  var elements: [Element] = []
  var end = End.goesOn

  init<I: AsyncIteratorProtocol>(of iterator: inout I) async where I.Element == Element {
    do {
      while elements.count < mostElements {
        guard let next = try await iterator.next() else {
          end = .ended
          return
        }
        elements.append(next)
      }
    } catch {
      end = .threw
    }
  }
}

/// Waits for a task, but not for ever.
private enum Patience {
  static func seconds<Result: Sendable>(
    _ limit: Int, _ claim: String, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let (results, finish) = AsyncStream.makeStream(of: Swift.Result<Result, any Error>?.self)
    let work = Task {
      do { finish.yield(.success(try await body())) } catch { finish.yield(.failure(error)) }
    }
    let alarm = Task {
      // In many short sleeps: where other work keeps all threads busy, a long one would end before the task had run at all.
      for _ in 0..<limit * 100 { try await Task.sleep(for: .milliseconds(10)) }
      finish.yield(nil)
    }
    defer {
      work.cancel()
      alarm.cancel()
    }
    for await result in results {
      if let result { return try result.get() }
      break
    }
    try expect(claim, false)
    throw CancellationError()
  }
}
