import PersonalOSReference
import PropertyTesting

/// A view and those below it.
public struct ViewTree: Sendable {
  public let identity: ViewIdentity
  public let isVisible: Bool
  public let children: [ViewTree]

  /// Itself and all below it, parents before their children.
  public var all: [ViewTree] { [self] + children.flatMap(\.all) }

  /// Without one view and what is below it, and with those hidden that were visible, or the other way round.
  func without(_ gone: ViewIdentity?, turning turned: [ViewIdentity]) -> ViewTree? {
    if gone == identity { return nil }
    return ViewTree(
      identity: identity, isVisible: isVisible != turned.contains(identity),
      children: children.compactMap { $0.without(gone, turning: turned) })
  }
}

extension ViewTree: CounterexampleDescribable {
  /// "A 0 over [B 1, C 0 hidden]"
  public var counterexampleDescription: String {
    "\(identity)\(isVisible ? "" : " hidden")\(children.isEmpty ? "" : " over \(describe(children))")"
  }
}

extension Generator where Value == [ViewTree] {
  /// Some of the views, each once, in any order, some below others.
  public static func viewTrees(of identities: [ViewIdentity]) -> Generator {
    let isVisible = Generator<Bool>.frequency((3, .constant(true)), (1, .constant(false)))
    return Generator { source in
      let order = try source(Generator<[ViewIdentity]>.permutation(of: identities))
      let count = try source(.int(in: 0...identities.count))
      var roots: [ViewTree] = []
      for identity in order.prefix(count) {
        let view = ViewTree(identity: identity, isVisible: try source(isVisible), children: [])
        // Beside the last, or below it.
        if let last = roots.last, try source(.int(in: 0...2)) == 2 {
          roots[roots.count - 1] = ViewTree(
            identity: last.identity, isVisible: last.isVisible, children: last.children + [view])
        } else {
          roots.append(view)
        }
      }
      return roots
    }
  }

  /// As above, or what was shown before with some views hidden or shown, some removed, and sometimes in another order.
  public static func viewTrees(of identities: [ViewIdentity], after before: [ViewTree]) -> Generator {
    let fresh = Generator.viewTrees(of: identities)
    if before.isEmpty { return fresh }
    let views = before.flatMap(\.all).map(\.identity)
    let changed = Generator { source in
      let order = try source(Generator<[ViewTree]>.permutation(of: before))
      let turned = try views.filter { _ in try source(.int(in: 0...2)) == 2 }
      let gone = try source(.optional(.element(of: views)))
      return order.compactMap { $0.without(gone, turning: turned) }
    }
    return .frequency((1, fresh), (2, changed))
  }
}
