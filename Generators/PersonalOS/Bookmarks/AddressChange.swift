import PropertyTesting

extension WebAddress {
  /// Addresses one change away. Where the change finds no place, this is the same address.
  var nearMiss: Generator<WebAddress> {
    Generator { source in
      var address = self
      let change = try source(.frequency(changes.map { ($0, .constant($1)) }))
      change(&address, try source(.int(in: 0...11)))
      return address
    }
  }

  /// Writes an encoded slash in place of a plain one between two segments.
  fileprivate mutating func encodeSlash(_ place: Int) {
    guard path.count > 1 else { return }
    let index = place % (path.count - 1)
    path[index] += [.encoded([0x2F])] + path.remove(at: index + 1)
  }

  /// Changes one of the units of path and values that look almost like others.
  fileprivate mutating func changeUnit(_ place: Int) {
    let parts = path + parameters.map { $0.value ?? [] }
    let places = parts.enumerated().flatMap { part, units in
      units.enumerated().compactMap { index, unit in unit.nearMiss.map { (part, index, $0) } }
    }
    guard !places.isEmpty else { return }
    let (part, index, unit) = places[place % places.count]
    if part < path.count {
      path[part][index] = unit
    } else {
      parameters[part - path.count].value?[index] = unit
    }
  }
}

/// The kinds of change, with their weights. The number selects a place, modulo the number of places.
private let changes: [(Int, @Sendable (inout WebAddress, Int) -> Void)] = [
  (2, { address, _ in address.host = "www." + address.host }),
  (1, { address, _ in address.port = address.port == nil ? 8080 : nil }),
  (2, { $0.path.insert([.plain("z")], at: $1 % ($0.path.count + 1)) }),
  (16, { $0.changeUnit($1) }),
  (8, { $0.encodeSlash($1) }),
  (4, { if !$0.parameters.isEmpty { $0.parameters[$1 % $0.parameters.count].value = [.plain("z")] } }),
  (2, { if !$0.parameters.isEmpty { $0.parameters.append($0.parameters[$1 % $0.parameters.count]) } }),
]

extension WebAddress.Unit {
  /// The other case of a letter, and a sign percent-encoded.
  fileprivate var nearMiss: Self? {
    let text = self[0]
    guard count > 1 else { return .encoded(text == "+" ? " ".utf8 : text.utf8) }
    guard let letter = text.first, text.count == 1, letter.isLetter else { return nil }
    return .plain(Character(letter.isUppercase ? text.lowercased() : text.uppercased()))
  }
}
