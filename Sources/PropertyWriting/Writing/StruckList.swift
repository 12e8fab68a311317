import Foundation

/// Proposals that a person has struck: they are not written again.
struct StruckList: Sendable {
  /// Of the file: a line is the name of a property, `Money.descriptionIsReadBack`, and whatever the person adds behind it.
  static let fileName = "struck.txt"
  let names: Set<String>

  init(_ text: String) {
    names = Set(
      text.split(whereSeparator: \.isNewline).compactMap { line in
        let first = line.split(separator: " ").first.map(String.init)
        return first?.hasPrefix("#") ?? true ? nil : first
      })
  }

  /// Names that no proposal has: misspelled, or of an earlier state of the package.
  func unknown(among proposals: [WrittenProperty]) -> [String] { names.subtracting(proposals.map(\.id)).sorted() }

  static let beginning = """
    # Properties that are not to be written again, a line each: the name of the suite and of the test, and why.
    # Money.descriptionIsReadBack the description rounds

    """
}
