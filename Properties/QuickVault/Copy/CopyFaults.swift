import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

// What QV-36 and QV-37 must catch: other services for the clipboard.
extension Fault<QuickVaultSystem> {
  static let copiesWhatIsEncrypted = copy("copiesWhatIsEncrypted", "copies values as they are stored") { call, _ in
    call.changingValues { Data($0.utf8).base64EncodedString() }
  }
  static let copiesTheLabelToo = copy("copiesTheLabelToo", "copies the label of a field too") { call, _ in
    call.changingField { "\($0.label): \($0.value)" }
  }
  static let trimsCopiedFields = copy("trimsCopiedFields", "trims the value of a field") { call, _ in
    call.changingField { $0.value.trimmingCharacters(in: .whitespacesAndNewlines) }
  }
  static let copiesFirstLines = copy("copiesFirstLines", "copies the first line of a field") { call, _ in
    call.changingField { String(String.UnicodeScalarView($0.value.unicodeScalars.prefix { $0 != "\n" })) }
  }
  static let ignoresEmptyFields = copy("ignoresEmptyFields", "leaves the clipboard when a field is empty") { call, _ in
    if case .field(let field) = call, field.value.isEmpty { nil } else { call }
  }
  static let copiesNothing = copy("copiesNothing", "leaves the clipboard as it is") { _, _ in nil }

  static let remembersCopiedCards = copy("remembersCopiedCards", "copies a card as it was when it was copied first") { call, memory in
    guard case .card(let card) = call else { return call }
    return .card(memory.withValue { memory in
      let known = memory.cards[card.id] ?? card
      memory.cards[card.id] = known
      return known
    })
  }
  static let remembersValuesByLabel = copy(
    "remembersValuesByLabel", "remembers copied fields by label and copies the old value") { call, memory in
    call.changingField { field in
      memory.withValue { memory in
        let known = memory.values[field.label] ?? field.value
        memory.values[field.label] = known
        return known
      }
    }
  }
  static let remembersFieldsByPlace = copy(
    "remembersFieldsByPlace", "remembers copied fields by position and copies the old value there") { call, memory in
    call.changingField { field in
      memory.withValue { memory in
        let known = memory.values["\(field.displayOrder)"] ?? field.value
        memory.values["\(field.displayOrder)"] = known
        return known
      }
    }
  }

  static let clearsTheClipboardFirst = Fault("clearsTheClipboardFirst", "empties the clipboard before it writes to it") { system in
    let make = system.parts.makeCopy
    system.parts.makeCopy = { setup in ClearingCopy(base: make(setup), clipboard: setup.clipboard) }
  }

  /// - Parameter change: gives what is copied in the place of what should be; nil for nothing.
  private static func copy(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (CopyCall, Remembered<CopyMemory>) -> CopyCall?
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeCopy
      system.parts.makeCopy = { AlteredCopy(base: make($0), change: change) }
    }
  }
}

/// Something that is to be copied.
private enum CopyCall: Sendable {
  case card(CardDTO)
  case field(CardFieldDTO)

  func changingField(_ change: (CardFieldDTO) -> String) -> CopyCall {
    guard case .field(var field) = self else { return self }
    field.value = change(field)
    return .field(field)
  }

  func changingValues(_ change: (String) -> String) -> CopyCall {
    switch self {
    case .card(var card):
      for index in card.fields.indices { card.fields[index].value = change(card.fields[index].value) }
      return .card(card)
    case .field: return changingField { change($0.value) }
    }
  }
}

private struct CopyMemory: Sendable {
  var cards: [UUID: CardDTO] = [:]
  var values: [String: String] = [:]
}

@MainActor
private final class AlteredCopy: CopyService {
  private let base: any CopyService
  private let change: @Sendable (CopyCall, Remembered<CopyMemory>) -> CopyCall?
  private let memory = Remembered(CopyMemory())

  init(base: any CopyService, change: @escaping @Sendable (CopyCall, Remembered<CopyMemory>) -> CopyCall?) {
    self.base = base
    self.change = change
  }

  func copyCard(_ card: CardDTO) throws { try copy(.card(card)) }
  func copyField(_ field: CardFieldDTO) throws { try copy(.field(field)) }

  private func copy(_ call: CopyCall) throws {
    switch change(call, memory) {
    case .card(let card)?: try base.copyCard(card)
    case .field(let field)?: try base.copyField(field)
    case nil: break
    }
  }
}

@MainActor
private final class ClearingCopy: CopyService {
  private let base: any CopyService
  private let clipboard: Clipboard

  init(base: any CopyService, clipboard: Clipboard) {
    self.base = base
    self.clipboard = clipboard
  }

  func copyCard(_ card: CardDTO) throws {
    clipboard.write(nil)
    try base.copyCard(card)
  }

  func copyField(_ field: CardFieldDTO) throws {
    clipboard.write(nil)
    try base.copyField(field)
  }
}
