import Foundation
import PropertyTesting
import QuickVaultReference

/// A card that is saved, and typed on while it is being saved.
@MainActor
struct TypedMeanwhile {
  private let place: VaultWorkplace

  init(_ system: QuickVaultSystem) async throws { place = try await VaultWorkplace(system, .unlocked) }

  /// - Parameter call: of the store, before which the user goes on; beyond the last he does not.
  /// - Returns: whether he did.
  func run(beforeCall call: Int) async throws -> Bool {
    guard let screen = place.detail else { return false }
    screen.isEditing = true
    screen.card?.title = "edited"
    // Another screen changes the card: what is typed stays.
    try await place.onTheList { await $0.togglePin(place.id("a")) }
    try expect("what is typed when another screen pins the card", screen.card?.title, equals: "edited")
    place.device.interruption.isToCome(atCall: call) { screen.card?.title = "typed" }
    try await screen.saveCard()
    let hasGoneOn = place.device.interruption.isOver() == nil
    try expect("what is stored", try await place.contents().cards.keys.sorted(), equals: ["b", "edited"])
    try expect("what the list shows", place.list.cards.map(\.title).sorted(), equals: ["b", "edited"])
    try expect("what the screen shows", screen.card?.title, equals: hasGoneOn ? "typed" : "edited")
    try expect("whether it is still edited", screen.isEditing, equals: hasGoneOn)
    // Whoever does not edit sees what other screens do.
    screen.isEditing = false
    try await place.onTheList { await $0.togglePin(place.id("a")) }
    try expect("the pin as the screen shows it", screen.card?.isPinned, equals: false)
    try expect("the title as the screen shows it", screen.card?.title, equals: "edited")
    try await place.close()
    return hasGoneOn
  }
}
