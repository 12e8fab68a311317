import PersonalOSReference
import PropertyTesting

/// A view of a tree, by its identity.
public struct DrawnView: Sendable {
  public let identity: ViewIdentity
  public let isVisible: Bool
  public let children: [DrawnView]

  /// With each of these views hidden where it is visible, and the other way round.
  public func turning(_ views: Set<ViewIdentity>) -> DrawnView {
    DrawnView(
      identity: identity, isVisible: isVisible != views.contains(identity),
      children: children.map { $0.turning(views) })
  }

  /// Itself and all below it, parents before their children.
  public var all: [DrawnView] { [self] + children.flatMap(\.all) }
}

/// What happens in one scene.
public enum SceneCommand: Sendable {
  /// The views are these now.
  case show([DrawnView])
  /// The user changes what a view (the nth of those shown) holds.
  case change(Int, to: Int)
  case tick
}

/// Several scenes, and what happens in each of them in what order.
public struct SceneScript: Sendable {
  public enum Event: Sendable {
    case command(SceneCommand)
    /// The scene is closed, and opened again with the next command to it.
    case close
  }

  public let sceneCount: Int
  public let events: [(scene: Int, event: Event)]
}

/// Views some of whose models cannot be made, and which of those are mended.
public struct MissingModels: Sendable {
  public enum Factory: Sendable {
    case works, isMissing, throwsForeignError
    /// What it needs is missing; that is what is to be named.
    case lacks(String)
  }

  public let views: [DrawnView]
  /// For the types of views "A" to "D".
  public let factories: [String: Factory]
  /// Types whose factory is put right later.
  public let repaired: Set<String>
  /// Types that lack something else later, where they lack anything.
  public let changed: Set<String>
  /// By the retry on the error's banner, or by the view's own.
  public let repairsThroughBanner: Bool
  /// Views that are hidden before that where they were visible, and shown where they were not.
  public let turned: Set<ViewIdentity>
}

extension Generator where Value == [DrawnView] {
  /// Views with distinct identities of few types, in any order, some below others.
  public static func drawnViews(types: [String], ids: Int) -> Generator {
    let identities = types.flatMap { type in (0..<ids).map { ViewIdentity(type, "\($0)") } }
    let isVisible = Generator<Bool>.frequency((3, .constant(true)), (1, .constant(false)))
    return Generator { source in
      let order = try source(Generator<[ViewIdentity]>.permutation(of: identities))
      let count = try source(.int(in: 0...identities.count))
      var roots: [DrawnView] = []
      for identity in order.prefix(count) {
        let view = DrawnView(identity: identity, isVisible: try source(isVisible), children: [])
        // Beside the last, or below it.
        if let last = roots.last, try source(.int(in: 0...2)) == 2 {
          roots[roots.count - 1] = DrawnView(
            identity: last.identity, isVisible: last.isVisible, children: last.children + [view])
        } else {
          roots.append(view)
        }
      }
      return roots
    }
  }
}

extension Generator where Value == SceneCommand {
  /// - Parameter changes: how often something is changed, against 4 times in which other views are shown.
  public static func sceneCommand(types: [String], ids: Int, changes: Int) -> Generator {
    let change = Generator<SceneCommand> { source in
      .change(try source(.int(in: 0...8)), to: try source(.int(in: 1...99)))
    }
    return .frequency(
      (4, Generator<[DrawnView]>.drawnViews(types: types, ids: ids).map { .show($0) }), (changes, change),
      (1, .constant(.tick)))
  }
}

extension Generator where Value == [SceneCommand] {
  /// Of one scene.
  public static var sceneCommands: Generator {
    let command = Generator<SceneCommand>.sceneCommand(types: ["A", "B"], ids: 3, changes: 7)
    return .oneOf(.array(of: command, count: 1...6), .array(of: command, count: 6...25))
  }
}

extension Generator where Value == SceneScript {
  public static var sceneScript: Generator {
    // Views of the type "?" have no factory.
    let command = Generator<SceneCommand>.sceneCommand(types: ["A", "B", "?"], ids: 2, changes: 20)
    let event = Generator<SceneScript.Event>.frequency(
      (8, command.map { .command($0) }), (1, .constant(.close)))
    return Generator { source in
      let count = try source(.int(in: 2...4))
      let events = Generator<(scene: Int, event: SceneScript.Event)> { draw in
        (try draw(.int(in: 0...(count - 1))), try draw(event))
      }
      // Every scene shows something from the beginning.
      var script: [(scene: Int, event: SceneScript.Event)] = []
      for scene in 0..<count {
        let views = try source(Generator<[DrawnView]>.drawnViews(types: ["A", "B", "?"], ids: 2))
        script.append((scene, .command(.show(views))))
      }
      script += try source(.oneOf(.array(of: events, count: 2...8), .array(of: events, count: 6...16)))
      return SceneScript(sceneCount: count, events: script)
    }
  }
}

extension Generator where Value == MissingModels {
  public static var missingModels: Generator {
    let types = ["A", "B", "C", "D"]
    let factory = Generator<MissingModels.Factory>.frequency(
      (3, .constant(.works)), (2, .constant(.isMissing)), (1, .constant(.throwsForeignError)),
      (1, .constant(.lacks("repository"))))
    return Generator { source in
      var factories: [String: MissingModels.Factory] = [:]
      for type in types { factories[type] = try source(factory) }
      var repaired: Set<String> = []
      var changed: Set<String> = []
      for type in types {
        if try source(.bool) { repaired.insert(type) } else if try source(.bool) { changed.insert(type) }
      }
      let views = try source(Generator<[DrawnView]>.drawnViews(types: types, ids: 2))
      var turned: Set<ViewIdentity> = []
      for view in views.flatMap(\.all) where try source(.int(in: 0...2)) == 2 { turned.insert(view.identity) }
      return MissingModels(
        views: views, factories: factories, repaired: repaired, changed: changed,
        repairsThroughBanner: try source(.bool), turned: turned)
    }
  }
}
