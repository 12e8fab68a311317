import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// A card as it is to be, or as the vault shows it: text by its bytes, times to the microsecond, and numbers in place of ids.
struct ExactCard: Sendable, Equatable {
  /// Of the case's cards, in the order in which they were created, from 0; nil for one that nobody created.
  var number: Int?
  var title: String
  var group: String
  var cardType: String
  /// In the order of the screen.
  var fields: [ExactField]
  var isPinned: Bool
  var tags: [String]
  var created: Stamp
  var modified: Stamp

  static func == (left: ExactCard, right: ExactCard) -> Bool {
    left.number == right.number && left.title.isExactly(right.title) && left.group.isExactly(right.group)
      && left.cardType.isExactly(right.cardType) && left.fields == right.fields && left.isPinned == right.isPinned
      && left.tags.isExactly(right.tags) && left.created == right.created && left.modified == right.modified
  }
}

struct ExactField: Sendable, Equatable {
  /// Which of the card's fields it is by its id, as they were given, from 0; nil for a field with another id.
  var place: Int?
  var label: String
  var value: String
  var isRequired: Bool
  var displayOrder: Int16

  static func == (left: ExactField, right: ExactField) -> Bool {
    left.place == right.place && left.label.isExactly(right.label) && left.value.isExactly(right.value)
      && left.isRequired == right.isRequired && left.displayOrder == right.displayOrder
  }
}

/// A time to the microsecond, since the device's clock was started.
struct Stamp: Sendable, Equatable, Comparable {
  var microseconds: Int64

  init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  init(_ date: Date) {
    let exact = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
    microseconds = Int64(exactly: exact) ?? .min
  }

  static func < (left: Stamp, right: Stamp) -> Bool { left.microseconds < right.microseconds }
}

extension [DraftField] {
  /// As the screen shows them: by display order, then by the bytes of the label. An insertion sort.
  var onScreen: [ExactField] {
    var result: [ExactField] = []
    for (place, field) in enumerated() {
      let exact = ExactField(
        place: place, label: field.label, value: field.value, isRequired: field.isRequired,
        displayOrder: field.displayOrder)
      let rank = result.firstIndex { other in
        exact.displayOrder < other.displayOrder
          || exact.displayOrder == other.displayOrder && precedes([UInt8](exact.label.utf8), [UInt8](other.label.utf8))
      }
      result.insert(exact, at: rank ?? result.endIndex)
    }
    return result
  }
}

/// Byte by byte; a beginning precedes the whole.
private func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  for (a, b) in zip(left, right) where a != b { return a < b }
  return left.count < right.count
}

extension String {
  /// Byte for byte: `==` would take differently composed letters for the same.
  func isExactly(_ other: String) -> Bool { Array(utf8) == Array(other.utf8) }
}

extension [String] {
  func isExactly(_ other: [String]) -> Bool { count == other.count && zip(self, other).allSatisfy { $0.isExactly($1) } }
}

extension ExactCard: CounterexampleDescribable {
  var counterexampleDescription: String {
    let pin = isPinned ? " pinned" : ""
    let tags = tags.isEmpty ? "" : " tagged \(describe(self.tags))"
    let name = number.map { "card \($0)" } ?? "a strange card"
    return "\(name)\(pin) \(cardType) \(describe(title)) of \(group)\(tags) with \(describe(fields)), "
      + "created \(describe(created)), modified \(describe(modified))"
  }
}

extension ExactField: CounterexampleDescribable {
  var counterexampleDescription: String {
    // Mostly the place is the order.
    let name = place == Int(displayOrder) ? "" : place.map { "#\($0) at " } ?? "#? at "
    return "\(name)\(displayOrder) \(describe(label))\(isRequired ? "" : "?"): \(describe(value))"
  }
}

extension Stamp: CounterexampleDescribable {
  var counterexampleDescription: String {
    let fraction = String(microseconds.magnitude % 1_000_000)
    let padded = String(repeating: "0", count: 6 - fraction.count) + fraction
    return "\(microseconds < 0 ? "-" : "")\(microseconds.magnitude / 1_000_000).\(padded) s"
  }
}
