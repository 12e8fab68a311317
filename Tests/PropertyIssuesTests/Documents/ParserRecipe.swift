import PropertyTesting

private enum SettingsFile {
  static func write(_ settings: [String: String]) -> String {
    settings.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
  }

  static func read(_ text: String) -> [String: String] {
    var settings: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=")
      if parts.count == 2 { settings[String(parts[0])] = String(parts[1]) }
    }
    return settings
  }
}

enum ParserRecipe {
  static func settingsSurviveTheirFile() throws {
    let settings = Generator<[String: String]>.dictionary(
      of: .text(matching: "[a-z]{1,8}"), .text(.asciiPrintable))
    try check("settings survive their file", forAll: settings, seed: 1) { settings in
      try expect("settings", SettingsFile.read(SettingsFile.write(settings)), equals: settings)
    }
  }

  static func anyTextIsRead() throws {
    try check("any text is read", forAll: .text(), claims: .completion) { text in
      _ = SettingsFile.read(text)
    }
  }
}
