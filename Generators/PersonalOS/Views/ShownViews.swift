import PersonalOSReference
import PropertyTesting

/// A view of the tree that a scene shows.
public struct ShownView: Sendable {
  /// The identity of the view. No two views of a tree have the same.
  public let identity: ViewIdentity
  /// Whether the view is visible, apart from its parents.
  public var isVisible = true
  /// The view that it is a child of; nil at the top.
  public var parent: ViewIdentity?
}

extension ShownView: CounterexampleDescribable {
  /// "A 0 hidden below B 1".
  public var counterexampleDescription: String {
    "\(identity)\(isVisible ? "" : " hidden")\(parent.map { " below \($0)" } ?? "")"
  }
}

extension [ShownView] {
  /// The tree, parents before their children, without what hangs below no view of it.
  public var inOrder: [ShownView] { inOrder(below: nil) }

  /// The tree in which this view hangs below another one, or at the top.
  public func moving(_ view: ViewIdentity, below parent: ViewIdentity?) -> [ShownView] {
    map {
      ShownView(identity: $0.identity, isVisible: $0.isVisible, parent: $0.identity == view ? parent : $0.parent)
    }.inOrder
  }

  private func inOrder(below parent: ViewIdentity?) -> [ShownView] {
    filter { $0.parent == parent }.flatMap { [$0] + inOrder(below: $0.identity) }
  }
}

extension Generator where Value == [ShownView] {
  /// Some of the views, each at most once, in any order. Some are hidden, some below others.
  public static func views(of identities: [ViewIdentity]) -> Generator {
    Generator { source in
      let order = try source(Generator<[ViewIdentity]>.permutation(of: identities))
      let count = try source(.int(in: 0...identities.count))
      return try order.prefix(count).reduce(into: []) { views, identity in
        let isVisible = try source(Generator<Bool>.frequency((3, .constant(true)), (1, .constant(false))))
        let parents = [nil] + views.map { Optional($0.identity) }
        let parent = try source(Generator<ViewIdentity?>.frequency((2, .constant(nil)), (1, .element(of: parents))))
        views.append(ShownView(identity: identity, isVisible: isVisible, parent: parent))
      }.inOrder
    }
  }

  /// Views as above; or those of `before` with some hidden or shown, perhaps one removed, and perhaps in another order.
  public static func views(of identities: [ViewIdentity], after before: [ShownView]) -> Generator {
    if before.isEmpty { return .views(of: identities) }
    let changed = Generator { source in
      let turned = try before.map { view in
        ShownView(
          identity: view.identity, isVisible: try source(.int(in: 0...2)) == 2 ? !view.isVisible : view.isVisible,
          parent: view.parent)
      }
      let gone = try source(.optional(.element(of: before.map(\.identity))))
      return try source(.permutation(of: turned)).filter { $0.identity != gone }.inOrder
    }
    return .frequency((1, .views(of: identities)), (2, changed))
  }

  /// The first few of the views, all visible, as one tree that is deep as often as broad.
  public static func deepTree(of identities: [ViewIdentity]) -> Generator {
    Generator { source in
      let count = try source(.int(in: 1...identities.count))
      return try identities.prefix(count).reduce(into: []) { views, identity in
        let above = views.map(\.identity)
        let parent = try above.last.map { try source(.oneOf(.constant($0), .element(of: above))) }
        views.append(ShownView(identity: identity, parent: parent))
      }.inOrder
    }
  }
}
