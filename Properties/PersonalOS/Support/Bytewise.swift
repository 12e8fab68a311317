import PersonalOSReference
import PropertyTesting

/// A model that is equal to another only where their stored forms are: text by its bytes, dates and doubles by
/// their bits. Swift's `String ==` would take differently composed letters for the same.
struct Bytewise<Model: StoredModel>: Equatable, CounterexampleDescribable {
  let model: Model

  init(_ model: Model) {
    self.model = model
  }

  static func == (left: Bytewise, right: Bytewise) -> Bool {
    left.model.storageKey.utf8.elementsEqual(right.model.storageKey.utf8)
      && left.model.storedFields == right.model.storedFields
  }

  var counterexampleDescription: String { describe(model) }
}
