import PropertyTesting

extension LawSource {
  static let valueType = LawSource(
    "https://docs.swift.org/swift-book/documentation/the-swift-programming-language/classesandstructures",
    "A value type is copied when it is assigned or passed; changing one copy does not change another.")
  fileprivate static let iteratorOfAValue = LawSource(
    valueType.place, "It follows: a value is copied when it is passed, and so it is into its iterator.")
}

extension Laws where Value: Equatable {
  /// A copy never changes with its original, whatever method changes the original, and sharing changes no result.
  ///
  /// What a value was is not remembered in a copy, which could change with it: it is made again from the same choices.
  /// - Parameter mutations: the mutating methods; those that are not named are not looked at.
  public static func valueSemantics(_ mutations: Mutation<Value>...) -> Laws { valueSemantics(of: mutations) }

  static func valueSemantics(of mutations: [Mutation<Value>]) -> Laws {
    Laws("value semantics", unchecked: "Methods that the call does not name.") {
      Law("a copy does not change with its original", from: .valueType) { values in
        var made = try values.alike("v", count: 3)
        let calls = try values.calls(of: mutations, for: made.removeLast())
        let before = made.removeLast()
        var original = made.removeLast()
        let copy = original
        for call in calls { try call.make(&original) }
        try expect("the copy, compared with what the original was", copy, equals: before)
      }
      Law("an original does not change with its copy", from: .valueType) { values in
        var made = try values.alike("v", count: 3)
        let calls = try values.calls(of: mutations, for: made.removeLast())
        let before = made.removeLast()
        let original = made.removeLast()
        var copy = original
        for call in calls { try call.make(&copy) }
        try expect("the original, compared with what it was", original, equals: before)
      }
      Law("a method does to a shared value what it does to a value of its own", from: .valueType) { values in
        var made = try values.alike("v", count: 3)
        let calls = try values.calls(of: mutations, for: made.removeLast())
        var shared = made.removeLast()
        var own = made.removeLast()
        for (step, call) in calls.enumerated() {
          let copy = shared
          try call.make(&shared)
          withExtendedLifetime(copy) {}
          try call.make(&own)
          try expect("the shared value after call \(step + 1), compared with the one that nobody shares", shared, equals: own)
        }
      }
    }
  }
}

extension AsyncLaws where Value: Equatable & Sendable {
  /// Copies that two tasks change at once do not meet: `Sendable` says that a value can be used by several.
  public static func sendableValueSemantics(_ mutations: Mutation<Value>...) -> AsyncLaws {
    AsyncLaws(
      "value semantics of Sendable values", unchecked: "A data race without effect on the values: that is the Thread Sanitizer's."
    ) {
      AsyncLaw(
        "copies that two tasks change at once become what they become alone",
        from: .swift("Sendable", "Values of the type can be shared across concurrent contexts without a risk of data races.")
      ) { values in
        var made = try values.alike("v", count: 3)
        let calls = try values.calls(of: mutations, for: made.removeLast())
        var alone = made.removeLast()
        for call in calls { try call.make(&alone) }
        let shared = made.removeLast()
        let change = Changes(calls: calls)
        async let one = change.made(on: shared)
        async let other = change.made(on: shared)
        let results = try await [one, other]
        for result in results { try expect("what a task made of its copy", result, equals: alone) }
      }
    }
  }
}

/// Calls that several tasks make: a call keeps no state, and its argument is only read.
private struct Changes<Value: SendableMetatype>: @unchecked Sendable {
  let calls: [Mutation<Value>.Call]

  func made(on value: Value) async throws -> Value {
    var copy = value
    for call in calls {
      try call.make(&copy)
      await Task.yield()
    }
    return copy
  }
}

extension Values {
  /// Values made apart from the same choices, which are nowhere else referred to.
  func alike(_ name: String, count: Int) throws -> [Value] {
    let first = try trial.draw(generator.recorded, name)
    return try (0..<count).map { _ in try trial.draw(first.again, "made alike").value }
  }
}

extension Laws where Value: RangeReplaceableCollection & Equatable, Value.Element: Equatable {
  /// The same, under every call of `RangeReplaceableCollection`; and what was taken from the collection stays, too.
  public static var valueSemantics: Laws {
    let mutations = ReplacingCall<Value>.kinds.map { Mutation(replacing: $0) }
    return Laws("value semantics", including: valueSemantics(of: mutations)) {
      Law("an iterator returns the elements from before a change", from: .iteratorOfAValue) { values in
        var made = try values.alike("c", count: 3)
        let calls = try values.calls(of: mutations, for: made.removeLast())
        let elements = iterated(made.removeLast())
        var c = made.removeLast()
        var iterator = c.makeIterator()
        var seen: [Value.Element] = []
        for call in calls {
          if let next = iterator.next() { seen.append(next) }
          try call.make(&c)
        }
        while seen.count < mostElements, let next = iterator.next() { seen.append(next) }
        try expect("elements of an iterator from before the calls", seen, equals: elements)
      }
      Law(
        "a slice keeps its elements when its collection changes",
        from: .swift("Collection", "A slice inherits value semantics: mutating the collection does not affect its contents.")
      ) { values in
        var made = try values.alike("c", count: 3)
        let calls = try values.calls(of: mutations, for: made.removeLast())
        let elements = iterated(made.removeLast())
        var c = made.removeLast()
        let slice = c[c.startIndex..<c.endIndex]
        for call in calls { try call.make(&c) }
        try expect("elements of a slice from before the calls", iterated(slice), equals: elements)
      }
    }
  }
}

extension Mutation where Value: RangeReplaceableCollection, Value.Element: Equatable {
  fileprivate init(replacing kind: ReplacingCall<Value>.Kind) {
    self.init(kind.law) { values, value in
      guard let call = try kind.draw(values, iterated(value)) else { return Call(description: "no call") { _ in } }
      return Call(description: call.description) { c in
        let all = try positions(of: c)
        // Fewer elements than a value made alike would have, and the call could not be made.
        try expect("the value still has the elements at \(call.range), before \(call.description)", call.range.upperBound < all.count)
        _ = call.perform(&c, all)
      }
    }
  }
}
