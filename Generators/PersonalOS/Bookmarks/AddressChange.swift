import PropertyTesting

/// A change of the meaning of an address, after which it leads to another article. A number selects a place modulo the
/// number of places. If there is no place, a parameter is added instead.
public enum AddressChange: Sendable, Equatable {
  /// Adds the label "www", or removes it.
  case www
  case otherHost
  case otherPort
  /// Changes the case of a letter in the path.
  case caseOfPath(Int)
  /// Appends a letter to a segment of the path, selected by this number.
  case longerSegment(Int)
  case newSegment(at: Int)
  case shorterPath
  /// Writes an encoded slash in place of a plain one between two segments.
  case encodedSlash(Int)
  /// Percent-encodes a reserved character in the path or in a value; or writes %20 in place of a plus sign.
  case encodedSign(Int)
  case newParameter
  /// Removes a parameter, selected by this number.
  case shorterQuery(Int)
  /// Appends a letter to the value of a parameter, selected by this number.
  case longerValue(Int)
  /// Appends a letter to the name of a parameter, selected by this number.
  case longerName(Int)
  /// Repeats a parameter, selected by this number, at the end of the query.
  case duplicateParameter(Int)
}

extension WebAddress {
  /// The address after the change. It never leads to the same article.
  public func changed(_ change: AddressChange) -> WebAddress {
    var address = self
    if !address.apply(change) {
      address.parameters.append(Parameter(name: [.plain("z"), .plain("9")], value: [.plain("1")]))
    }
    return address
  }

  /// Whether the change found a place.
  private mutating func apply(_ change: AddressChange) -> Bool {
    switch change {
    case .www:
      if host.first == "www" { host.removeFirst() } else { host.insert("www", at: 0) }
    case .otherHost: host[0] += "x"
    case .otherPort: port = port == nil ? 8080 : nil
    case .caseOfPath(let number):
      let letters = places { if case .plain(let character) = $0 { character.isLetter } else { false } }
      guard !letters.isEmpty else { return false }
      let (segment, index) = letters[number % letters.count]
      guard case .plain(let letter) = path[segment][index] else { return false }
      let other = letter.isUppercase ? letter.lowercased() : letter.uppercased()
      path[segment][index] = .plain(Character(other))
    case .longerSegment(let number):
      guard !path.isEmpty else { return false }
      path[number % path.count].append(.plain("z"))
    case .newSegment(let index): path.insert([.plain("z")], at: index % (path.count + 1))
    case .shorterPath:
      guard path.popLast() != nil else { return false }
      while path.last == [] { path.removeLast() }
    case .encodedSlash(let number):
      guard path.count > 1 else { return false }
      let index = number % (path.count - 1)
      path[index] += [.byte(0x2F)] + path.remove(at: index + 1)
    case .encodedSign(let number):
      return encodeSign(number)
    case .newParameter: return false
    case .shorterQuery(let number):
      guard !parameters.isEmpty else { return false }
      parameters.remove(at: number % parameters.count)
    case .longerValue(let number):
      guard !parameters.isEmpty else { return false }
      parameters[number % parameters.count].value =
        (parameters[number % parameters.count].value ?? []) + [.plain("z")]
    case .longerName(let number):
      guard !parameters.isEmpty else { return false }
      parameters[number % parameters.count].name.append(.plain("z"))
    case .duplicateParameter(let number):
      guard !parameters.isEmpty else { return false }
      parameters.append(parameters[number % parameters.count])
    }
    return true
  }

  private mutating func encodeSign(_ number: Int) -> Bool {
    func signs(_ parts: [[Unit]]) -> [(part: Int, index: Int, byte: UInt8)] {
      parts.enumerated().flatMap { part, units in
        units.enumerated().compactMap { index, unit in
          guard case .sign(let sign) = unit, let byte = sign.asciiValue else { return nil }
          return (part, index, sign == "+" && number > 3 ? 0x20 : byte)
        }
      }
    }
    var (inPath, inValues) = (signs(path), signs(parameters.map { $0.value ?? [] }))
    // Decoders most often misread a plus sign in a value as a space.
    let spaces = inValues.filter { $0.byte == 0x20 }
    if !spaces.isEmpty { (inPath, inValues) = ([], spaces) }
    guard !inPath.isEmpty || !inValues.isEmpty else { return false }
    let place = number % (inPath.count + inValues.count)
    if place < inPath.count {
      let (segment, index, byte) = inPath[place]
      path[segment][index] = .byte(byte)
    } else {
      let (parameter, index, byte) = inValues[place - inPath.count]
      parameters[parameter].value?[index] = .byte(byte)
    }
    return true
  }

  private func places(where isIncluded: (Unit) -> Bool) -> [(segment: Int, index: Int)] {
    path.indices.flatMap { segment in
      path[segment].indices.filter { isIncluded(path[segment][$0]) }.map { (segment, $0) }
    }
  }
}

extension Generator where Value == AddressChange {
  /// Every kind of change. Case of the path and encoded characters are the most frequent.
  public static var addressChange: Generator {
    let place = Generator<Int>.int(in: 0...7)
    return .frequency(
      (1, .constant(.www)), (1, .constant(.otherHost)), (1, .constant(.otherPort)),
      (1, .constant(.shorterPath)),
      (1, .constant(.newParameter)), (6, place.map { .caseOfPath($0) }),
      (1, place.map { .longerSegment($0) }),
      (1, place.map { .newSegment(at: $0) }), (6, place.map { .encodedSlash($0) }),
      (6, place.map { .encodedSign($0) }), (3, place.map { .shorterQuery($0) }),
      (2, place.map { .longerValue($0) }),
      (1, place.map { .longerName($0) }), (1, place.map { .duplicateParameter($0) }))
  }
}
