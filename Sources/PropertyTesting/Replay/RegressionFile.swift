import Foundation

/// The JSON form of a regression file.
enum RegressionFile {
  private struct Contents: Codable {
    let format: Int
    let property: String
    let title: String
    let counterexamples: [Saved]
  }

  private struct Saved: Codable {
    let value: String
    let claim: String
    let fixture: String
    /// True, or left out.
    let endsProcess: Bool?
    /// See ``ChoiceText``.
    let choices: String
    /// Over the ranges drawn from, and over the printed value: 16 hexadecimal digits each.
    let draws: String
    let valueFingerprint: String
    let token: String
  }

  static func encode(
    _ entries: [RegressionStore.Entry], propertyID: String, title: String
  ) -> Data {
    let contents = Contents(
      format: Int(ReplayToken.formatVersion), property: propertyID, title: title,
      counterexamples: entries.map { entry in
        Saved(
          value: entry.value, claim: entry.claim, fixture: entry.fixture,
          endsProcess: entry.endsProcess ? true : nil,
          choices: ChoiceText.text(of: entry.token.choices),
          draws: hexadecimal(entry.token.drawsFingerprint),
          valueFingerprint: hexadecimal(entry.token.valueFingerprint),
          token: entry.token.description)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings and numbers always encode.
    return ((try? encoder.encode(contents)) ?? Data()) + Data("\n".utf8)
  }

  /// Whose the file says that it is; nil for one that cannot be read.
  static func title(_ data: Data) -> String? { (try? JSONDecoder().decode(Contents.self, from: data))?.title }

  /// - Parameter propertyID: whose counterexamples the file must hold; nil: those of any property.
  static func decode(
    _ data: Data, path: String, propertyID: String? = nil
  ) throws(RegressionFileError) -> [RegressionStore.Entry] {
    func wrong(_ reason: String) -> RegressionFileError {
      RegressionFileError(path: path, reason: reason)
    }
    struct Head: Decodable {
      let format: Int
      let property: String
    }
    let decoder = JSONDecoder()
    guard (try? JSONSerialization.jsonObject(with: data)) != nil else {
      throw wrong("it is not JSON; it may have been cut off. Restore it from version control or delete it")
    }
    guard let head = try? decoder.decode(Head.self, from: data) else {
      throw wrong("it lacks “format” or “property”: it was not written by this engine")
    }
    guard head.format == Int(ReplayToken.formatVersion) else {
      throw wrong("it has format \(head.format), and this build reads format \(ReplayToken.formatVersion)")
    }
    if let propertyID, head.property != propertyID {
      throw wrong("it belongs to property \(head.property), not to \(propertyID)")
    }
    let contents: Contents
    do {
      contents = try decoder.decode(Contents.self, from: data)
    } catch {
      throw wrong("a field is missing or of the wrong type: \(reason(of: error))")
    }
    var entries: [RegressionStore.Entry] = []
    for (index, saved) in contents.counterexamples.enumerated() {
      let token: ReplayToken
      do {
        token = try ReplayToken(saved.token)
      } catch {
        throw wrong("counterexample \(index + 1): \(error)")
      }
      guard token.propertyID == head.property, ChoiceText.choices(in: saved.choices) == token.choices,
        saved.draws == hexadecimal(token.drawsFingerprint),
        saved.valueFingerprint == hexadecimal(token.valueFingerprint)
      else {
        throw wrong(
          "counterexample \(index + 1): its choices or fingerprints and its token disagree; the file was edited by hand or damaged")
      }
      entries.append(
        RegressionStore.Entry(
          token: token, value: saved.value, claim: saved.claim, fixture: saved.fixture,
          endsProcess: saved.endsProcess ?? false))
    }
    return entries
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "“\(key.stringValue)” is missing\(place(context))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(context.debugDescription)\(place(context))"
    default: "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    context.codingPath.isEmpty
      ? "" : " at " + context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}
