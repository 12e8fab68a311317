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

  mutating func addParameter() {
    parameters.append(Parameter(name: [.plain("z"), .plain("9")], value: [.plain("1")]))
  }

  /// Writes an encoded slash in place of a plain one between two segments.
  fileprivate mutating func encodeSlash(_ place: Int) {
    guard path.count > 1 else { return }
    let index = place % (path.count - 1)
    path[index] += [.byte(0x2F)] + path.remove(at: index + 1)
  }

  /// Replaces one of the units of path and values that have a replacement.
  fileprivate mutating func replaceUnit(_ place: Int, by replacement: (Unit) -> Unit?) {
    let parts = path + parameters.map { $0.value ?? [] }
    let places = parts.enumerated().flatMap { part, units in
      units.enumerated().compactMap { index, unit in replacement(unit).map { (part, index, $0) } }
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
  (1, { address, _ in address.addParameter() }),
  (1, { address, _ in address.host.insert("www", at: 0) }),
  (1, { address, _ in address.host[0] += "x" }),
  (1, { address, _ in address.port = address.port == nil ? 8080 : nil }),
  (2, { $0.path.insert([.plain("z")], at: $1 % ($0.path.count + 1)) }),
  (1, { $0.path.change($1) { $0.append(.plain("z")) } }),
  (12, { $0.replaceUnit($1, by: \.inOtherCase) }),
  (4, { $0.replaceUnit($1, by: \.encodedSign) }),
  (4, { $0.encodeSlash($1) }),
  (3, { $0.parameters.change($1) { $0.value = ($0.value ?? []) + [.plain("z")] } }),
  (1, { $0.parameters.change($1) { $0.name.append(.plain("z")) } }),
  (2, { if !$0.parameters.isEmpty { $0.parameters.append($0.parameters[$1 % $0.parameters.count]) } }),
]

extension WebAddress.Unit {
  fileprivate var inOtherCase: Self? {
    guard case .plain(let letter) = self, letter.isLetter else { return nil }
    return .plain(Character(letter.isUppercase ? letter.lowercased() : letter.uppercased()))
  }

  /// Decoders most often misread a plus sign as a space.
  fileprivate var encodedSign: Self? {
    guard case .sign(let sign) = self, let byte = sign.asciiValue else { return nil }
    return .byte(sign == "+" ? 0x20 : byte)
  }
}

extension Array {
  fileprivate mutating func change(_ place: Int, _ change: (inout Element) -> Void) {
    if !isEmpty { change(&self[place % count]) }
  }
}
