import PropertyTesting

/// A text that may be a phone number, and how it was made.
public struct PhoneText: Sendable {
  /// The text that the validator must judge.
  public let text: String
  /// How the text was made, such as "a mobile number" or "a number with a letter".
  public let making: String
}

extension PhoneText: CounterexampleDescribable {
  public var counterexampleDescription: String { "\(describe(text)) (\(making))" }
}

extension Generator where Value == String {
  /// A number that every validator must accept: a mobile number without a prefix, or a landline as "area-number".
  public static var phoneNumber: Generator { .frequency((3, .mobileNumber), (2, .landline)) }

  /// A mobile number of 11 digits, without a prefix.
  public static var mobileNumber: Generator {
    Generator { source in
      let second = try source(.element(of: Array("3456789")))
      return "1\(second)" + (try source(.digits(9)))
    }
  }

  fileprivate static var landline: Generator {
    Generator { source in
      let area = try source(.areaCode)
      return area + "-" + (try source(.localNumber))
    }
  }

  fileprivate static var areaCode: Generator {
    Generator { source in
      switch try source(.int(in: 0...2)) {
      case 0: return "010"
      case 1: return "02" + (try source(.digits(1)))
      default: return "0\(try source(.element(of: Array("3456789"))))" + (try source(.digits(2)))
      }
    }
  }

  fileprivate static var localNumber: Generator {
    Generator { source in
      let first = try source(.element(of: Array("23456789")))
      return "\(first)" + (try source(.digits(try source(.int(in: 6...7)))))
    }
  }

  static func digits(_ count: Int) -> Generator { .text(.of("0123456789"), count: count...count) }
}

extension Generator where Value == PhoneText {
  /// Numbers of every form, numbers with one edit, and texts that are far from any number.
  public static var phoneText: Generator {
    let anyText = Generator<String>.text(.unicode, count: 0...14).map { PhoneText(text: $0, making: "any text") }
    return .frequency((5, .number), (6, .nearMiss), (1, anyText))
  }

  private static var number: Generator {
    Generator { source in
      switch try source(.int(in: 0...4)) {
      case 0: return PhoneText(text: try source(.mobileNumber), making: "a mobile number")
      case 1: return PhoneText(text: try source(.landline), making: "a landline")
      case 2:
        let prefix = try source(.element(of: ["+86", "86-", "+86-"]))
        return PhoneText(text: prefix + (try source(.mobileNumber)), making: "a mobile number with a prefix")
      case 3:
        let area = try source(.areaCode)
        return PhoneText(text: area + (try source(.localNumber)), making: "a landline without a hyphen")
      default:
        let line = try source(.landline)
        let count = try source(.int(in: 1...6))
        return PhoneText(text: line + "-" + (try source(.digits(count))), making: "a landline with an extension")
      }
    }
  }

  private static var nearMiss: Generator {
    Generator { source in
      let edit = try source(.element(of: PhoneEdit.allCases))
      let number =
        switch edit {
        case .secondDigit, .prefix: try source(.mobileNumber)
        case .extensionEdit, .firstLocalDigit, .area: try source(.landline)
        default: try source(.number).text
        }
      return PhoneText(text: try edit.applied(to: number, &source), making: edit.rawValue)
    }
  }
}

/// One edit of a number. The result may still be a valid one.
private enum PhoneEdit: String, CaseIterable, Sendable {
  case drops = "a number without one of its characters"
  case adds = "a number with a digit more"
  case secondDigit = "a number with another second digit"
  case letter = "a number with a letter"
  case foreignDigit = "a number with a digit of another script"
  case space = "a number with a space"
  case newline = "a number with a newline"
  case hyphen = "a number with a hyphen more"
  case prefix = "a number with another prefix"
  case extensionEdit = "a number with another extension"
  case area = "a number of an area that there is not"
  case firstLocalDigit = "a number with another digit after the hyphen"

  func applied(to number: String, _ source: inout Source) throws -> String {
    var characters = Array(number)
    let place = try source(.int(in: 0...characters.count - 1))
    switch self {
    case .drops: characters.remove(at: place)
    case .adds: characters.insert(try source(.element(of: Array("0123456789"))), at: place)
    case .secondDigit: characters[1] = try source(.element(of: Array("0123456789")))
    case .letter: characters[place] = try source(.element(of: ["a", "O", "l", ".", "("]))
    case .foreignDigit: characters[place] = try source(.element(of: ["１", "٣", "三", "1\u{301}", "²"]))
    case .space: return try source(.element(of: [" " + number, number + " ", number + "\u{3000}", number + "\u{200B}"]))
    case .newline: return try source(.element(of: [number + "\n", "\n" + number, number + "\r\n", number + "\0"]))
    case .hyphen: characters.insert("-", at: place)
    case .prefix:
      return try source(.element(of: ["86", "+86 ", "+1", "+86--", "86+", "0086", "+", "+86+86", "+86-+86", "+8686-", "+86-86-", "17951"])) + number
    case .extensionEdit: return number + (try source(.element(of: ["-", "-1234567", "-12345678", "-123456", "-1-2", "#1", "-x", "--1"])))
    case .area:
      let hyphen = characters.firstIndex(of: "-") ?? characters.startIndex
      return try source(.element(of: ["011", "019", "001", "0100", "01", "020 ", "02", "0210", "012", "03", "031", "0310x", "110"]))
        + String(characters[hyphen...])
    case .firstLocalDigit:
      guard let hyphen = characters.lastIndex(of: "-"), hyphen + 1 < characters.count else { return number + "0" }
      characters[hyphen + 1] = try source(.element(of: ["0", "1"]))
    }
    return String(characters)
  }
}
