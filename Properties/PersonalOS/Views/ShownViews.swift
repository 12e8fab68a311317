import PersonalOSReference
import PropertyTesting

/// A view of the tree that a scene shows. No two views of a tree have the same identity.
struct ShownView: Sendable {
  let identity: ViewIdentity
  /// Apart from its parents.
  var isVisible = true
  /// The view that it is a child of; nil at the top.
  var parent: ViewIdentity?
}

extension ShownView: CounterexampleDescribable {
  /// "A 0 hidden below B 1".
  var counterexampleDescription: String { "\(identity)\(isVisible ? "" : " hidden")\(parent.map { " below \($0)" } ?? "")" }
}

extension [ShownView] {
  /// The tree in which this view hangs below another one, or at the top.
  func moving(_ view: ViewIdentity, below parent: ViewIdentity?) -> [ShownView] {
    map { ShownView(identity: $0.identity, isVisible: $0.isVisible, parent: $0.identity == view ? parent : $0.parent) }.inOrder()
  }

  /// The tree, parents before their children, without what hangs below no view of it.
  fileprivate func inOrder(below parent: ViewIdentity? = nil) -> [ShownView] {
    filter { $0.parent == parent }.flatMap { [$0] + inOrder(below: $0.identity) }
  }
}

extension Generator where Value == [ShownView] {
  /// Some of the views, each at most once, in any order. Some are hidden, some below others. Deep: all visible, and most below the last.
  static func views(of identities: [ViewIdentity], areDeep: Bool = false) -> Generator {
    Generator { source in
      let order = try source(Generator<[ViewIdentity]>.permutation(of: identities))
      return try order.prefix(source(.int(in: (areDeep ? 1 : 0)...order.count))).reduce(into: []) { views, identity in
        let isVisible = try areDeep || source(.element(of: [true, true, true, false]))
        let parents = [nil] + views.map { Optional($0.identity) }
        let usual = areDeep ? parents.last ?? nil : nil
        let parent = try source(.element(of: [usual, usual, source(.element(of: parents))]))
        views.append(ShownView(identity: identity, isVisible: isVisible, parent: parent))
      }.inOrder()
    }
  }

  /// Views as above; or those of `before` with some hidden or shown, perhaps one removed, and perhaps in another order.
  static func views(of identities: [ViewIdentity], after before: [ShownView]) -> Generator {
    if before.isEmpty { return .views(of: identities) }
    let changed = Generator { source in
      var views = before
      for index in views.indices where try source(.int(in: 0...2)) == 2 { views[index].isVisible.toggle() }
      let gone = try source(.optional(.element(of: before.map(\.identity))))
      return try source(.permutation(of: views)).filter { $0.identity != gone }.inOrder()
    }
    return .frequency((1, .views(of: identities)), (2, changed))
  }
}
