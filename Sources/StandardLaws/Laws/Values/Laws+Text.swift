import Foundation
import PropertyTesting

extension Laws where Value: LosslessStringConvertible {
  /// A description stands for its value.
  public static var losslessStringConvertible: Laws {
    descriptionLaws(
      "LosslessStringConvertible",
      from: .swift("LosslessStringConvertible", "The description represents the value without loss, and init(_:) makes it again.")
    ) { Value($0) }
  }
}

extension Laws where Value: CustomStringConvertible {
  /// What `read` makes of a description is the value again, for a type that documents this.
  public static func description(readBy read: @escaping @Sendable (String) throws -> Value?) -> Laws {
    descriptionLaws("CustomStringConvertible", from: "the documentation of the type, which promises it", read)
  }
}

extension Laws where Value: CustomStringConvertible {
  fileprivate static func descriptionLaws(
    _ name: String, from source: LawSource, _ read: @escaping @Sendable (String) throws -> Value?
  ) -> Laws {
    Laws(name, unchecked: "Texts that are no description of a value.") {
      Law("a description makes a value", from: source) { values in
        let a = try values.one("a")
        let text = a.description
        _ = try expectValue("a value is made of \(describe(text))", try succeeding("reading \(describe(text))") { try read(text) })
      }
      Law("the value made of a description equals its original", from: source) { values in
        let a = try values.one("a")
        guard let again = try? read(a.description), let isEqual = areEqual(a, again) else { return noteClaim() }
        try expect("\(describe(a.description)) makes \(describe(again))", isEqual)
      }
      Law("the value made of a description has this description", from: source) { values in
        let a = try values.one("a")
        guard let again = try? read(a.description) else { return noteClaim() }
        try expect("the description of what a description makes", again.description, equals: a.description)
      }
      Law("different values have different descriptions", from: source) { values in
        let (a, b) = try values.pair("a", "b")
        guard areEqual(a, b) == false else { return noteClaim() }
        try expect("a ≠ b, and both are described as \(describe(a.description))", a.description != b.description)
      }
    }
  }
}

extension Laws where Value: Equatable {
  /// What a format style writes, its parse strategy reads. The values are those that the style formats.
  ///
  ///     try checkLaws(.parseableFormat(.dateTime.year().month()), of: .date())
  public static func parseableFormat<Style: ParseableFormatStyle & Sendable>(_ style: Style) -> Laws
  where Style.FormatInput == Value, Style.FormatOutput: Equatable & SendableMetatype, Style.Strategy: SendableMetatype {
    let strategy = LawSource.foundation("ParseableFormatStyle/parseStrategy", "A strategy that can parse the output of the style.")
    return Laws("ParseableFormatStyle", unchecked: "What a style leaves out: only losslessFormat asks for the same value.") {
      Law("what a style formats, its strategy parses", from: strategy) { values in
        let a = try values.one("a")
        let text = style.format(a)
        _ = try succeeding("parsing \(describe(text))") { try style.parseStrategy.parse(text) }
        noteClaim()
      }
      Law(
        "a parsed value is formatted as before",
        from: .foundation("ParseStrategy", "It follows: a format style provides the opposite conversion.")
      ) { values in
        let a = try values.one("a")
        let text = style.format(a)
        guard let again = try? style.parseStrategy.parse(text) else { return noteClaim() }
        try expect("the text of what is parsed", style.format(again), equals: text)
      }
      Law(
        "a value is formatted the same each time",
        from: .foundation("FormatStyle/format(_:)", "Not documented, and demanded here: the text is a function of value and style.")
      ) { values in
        let a = try values.one("a")
        try expect("the text, once more", style.format(a), equals: style.format(a))
      }
      Law(
        "a text is parsed the same each time",
        from: .foundation("ParseStrategy/parse(_:)", "Not documented, and demanded here: the value is a function of text and strategy.")
      ) { values in
        let text = style.format(try values.one("a"))
        guard let one = try? style.parseStrategy.parse(text), let two = try? style.parseStrategy.parse(text) else { return noteClaim() }
        try expect("the value, once more", two, equals: one)
      }
    }
  }

  /// What a format style writes, its parse strategy reads as the same value, for a style that documents this.
  public static func losslessFormat<Style: ParseableFormatStyle & Sendable>(_ style: Style) -> Laws
  where Style.FormatInput == Value, Style.FormatOutput: Equatable & SendableMetatype, Style.Strategy: SendableMetatype {
    Laws("Lossless format", including: .parseableFormat(style)) {
      Law("a value comes back from its format", from: "the documentation of the style, which promises to keep the value") { values in
        let a = try values.one("a")
        let text = style.format(a)
        guard let again = try? style.parseStrategy.parse(text) else { return noteClaim() }
        try expect("what \(describe(text)) is parsed as", again, equals: a)
      }
    }
  }
}

extension Laws {
  /// A comparator orders: the values are those that it compares.
  ///
  ///     try checkLaws(.sortComparator(KeyPathComparator(\Trade.date)), of: .trade)
  public static func sortComparator<Comparator: SortComparator & Sendable>(_ comparator: Comparator) -> Laws
  where Comparator.Compared == Value {
    let comparison = "SortComparator/compare(_:_:)"
    let weakOrder = LawSource.swift("MutableCollection/sort(by:)", "It follows: sorting takes a strict weak ordering.")
    return Laws("SortComparator", unchecked: "Whether equivalent values are equal: a comparator may look at a part of them.") {
      Law(
        "a value is in order with itself",
        from: .foundation(comparison, "It follows: if one way is ascending, the other must be descending.")
      ) { values in
        let a = try values.one("a")
        try expect("compare(a, a)", comparator.compare(a, a), equals: .orderedSame)
      }
      Law(
        "swapped values compare the other way round",
        from: .foundation(comparison, "If one way is ascending, the other must be descending, and the reverse.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("compare(b, a)", comparator.compare(b, a), equals: comparator.compare(a, b).reversed)
      }
      Law("the order is transitive", from: weakOrder) { values in
        try values.threes { a, b, c in
          let isAscending = comparator.compare(a.value, b.value) == .orderedAscending
          guard isAscending, comparator.compare(b.value, c.value) == .orderedAscending else { return }
          let claim = "\(a.name) before \(b.name), \(b.name) before \(c.name), and compare(\(a.name), \(c.name))"
          try expect(claim, comparator.compare(a.value, c.value), equals: .orderedAscending)
        }
      }
      Law("values in one place of the order compare alike with any third", from: weakOrder) { values in
        try values.threes { a, b, c in
          guard comparator.compare(a.value, b.value) == .orderedSame else { return }
          let claim = "\(a.name) and \(b.name) in one place, and compare(\(b.name), \(c.name))"
          try expect(claim, comparator.compare(b.value, c.value), equals: comparator.compare(a.value, c.value))
        }
      }
      Law(
        "the other order turns the comparison round",
        from: .foundation(comparison, "The result should be flipped if the order is reverse.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        var turned = comparator
        turned.order = comparator.order == .forward ? .reverse : .forward
        try expect("compare(a, b) in the other order", turned.compare(a, b), equals: comparator.compare(a, b).reversed)
      }
      Law(
        "comparing twice gives the same",
        from: .foundation(comparison, "It follows: the ordering is that of two elements by the order of the comparator.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("compare(a, b), once more", comparator.compare(a, b), equals: comparator.compare(a, b))
      }
    }
  }
}

extension ComparisonResult {
  fileprivate var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}

extension Laws where Value: LocalizedError {
  /// Foundation tells an error in the words that it has.
  public static var localizedError: Laws {
    Laws("LocalizedError") {
      Law(
        "an error with a description is told by it",
        from: .evolution(112, "The localized description of an error is taken from its errorDescription.")
      ) { values in
        let error = try values.one("error")
        guard let words = error.errorDescription else { return noteClaim() }
        let erased: any Error = error
        try expect("localizedDescription", erased.localizedDescription, equals: words)
      }
      Law(
        "an error says the same each time",
        from: .foundation("LocalizedError/errorDescription", "Not documented, and demanded here: the text is a function of the error.")
      ) { values in
        let error = try values.one("error")
        try expect("errorDescription, once more", error.errorDescription, equals: error.errorDescription)
      }
    }
  }
}

extension Laws where Value: CustomNSError {
  /// Foundation bridges an error with the domain, the code and the keys that it has.
  public static var customNSError: Laws {
    Laws("CustomNSError", unchecked: "The values of the user info, which need not be comparable, and a cast back to the error.") {
      Law(
        "an error is bridged with its domain and its code",
        from: .evolution(112, "An error that bridges to NSError can say its domain and its code.")
      ) { values in
        let error = try values.one("error")
        let bridged = error as NSError
        try expect("the domain", bridged.domain, equals: Value.errorDomain)
        try expect("the code", bridged.code, equals: error.errorCode)
      }
      Law(
        "an error is bridged with the keys of its user info",
        from: .evolution(112, "An error that bridges to NSError can provide a dictionary with user info.")
      ) { values in
        let error = try values.one("error")
        let missing = Set(error.errorUserInfo.keys).subtracting((error as NSError).userInfo.keys)
        try expect("keys of errorUserInfo that the bridged error lacks: \(missing.sorted().joined(separator: ", "))", missing.isEmpty)
      }
    }
  }
}
