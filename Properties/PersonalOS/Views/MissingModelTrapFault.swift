import PersonalOSReference
import PropertyTesting

// The fault of POS-54 that ends its process: the app trusted that every view has a model. It stands in a file
// of its own, in which the house rules let a trap be.
extension Fault<PersonalOSSystem> {
  static let trapsOnAMissingFactory = Fault(
    "trapsOnAMissingFactory", "forced try crashes on a missing model", endsProcess: true) {
    let makeStore = $0.views.makeStore
    $0.views.makeStore = { TrappingStore(makeStore()) }
  }
}

@MainActor
private final class TrappingStore: ViewModelKeeping {
  private let right: any ViewModelKeeping

  init(_ right: any ViewModelKeeping) { self.right = right }

  var count: Int { right.count }

  func register(_ type: String, _ make: @escaping @MainActor (ViewIdentity) throws -> any ViewModel) {
    right.register(type, make)
  }

  func acquire(_ identity: ViewIdentity) throws -> any ViewModel { try! right.acquire(identity) }
  func release(_ identity: ViewIdentity) { right.release(identity) }
}
