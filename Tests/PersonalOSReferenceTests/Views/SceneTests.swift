import Testing

@testable import PersonalOSProperties
@testable import PersonalOSReference

/// Scenes and places in the tree of views: decisions that the properties leave open.
@Suite("Scenes")
@MainActor
struct SceneTests {
  private let tasks = TaskManager()

  @Test("Decision: an identity that comes twice in a tree counts once")
  func duplicates() {
    let scene = ViewSystem.reference.openScene("main", tasks: tasks, log: DiagnosticLog())
    scene.store.register("View") { _ in NumbersModel() }
    let node = ViewNode(ViewDescription(ViewIdentity("View", "1")) { _, _ in "shown" })
    scene.show([node, node])
    #expect(scene.store.count == 1)
    scene.close()
    scene.show([node])
    #expect(scene.store.count == 0 && scene.host(of: ViewIdentity("View", "1")) == nil)
  }

  @Test("A scene's views see what is provided above them, wherever they move")
  func environmentOfAScene() throws {
    let scene = ViewSystem.reference.openScene("main", tasks: tasks, log: DiagnosticLog())
    scene.store.register("View") { _ in NumbersModel() }
    func node(_ id: String, _ children: [ViewNode] = []) -> ViewNode {
      ViewNode(ViewDescription(ViewIdentity("View", id)) { _, _ in "" }, children: children)
    }
    func theme(_ id: String) throws -> Int? {
      try scene.host(of: ViewIdentity("View", id))?.environment.object(ThemeObject.self).serial
    }
    scene.environment.provide(ThemeObject(serial: 1))
    scene.show([node("a", [node("c")]), node("b")])
    scene.host(of: ViewIdentity("View", "b"))?.environment.provide(ThemeObject(serial: 2))
    #expect(try theme("c") == 1)
    scene.show([node("a"), node("b", [node("c")])])
    #expect(try theme("c") == 2)
    scene.show([node("c"), node("a")])
    #expect(try theme("c") == 1)
  }

  @Test("A newcomer goes on with the model of a view that goes")
  func handsOn() {
    let scene = ViewSystem.reference.openScene("main", tasks: tasks, log: DiagnosticLog())
    scene.store.register("View") { _ in NumbersModel() }
    let (old, new) = (ViewIdentity("View", "old"), ViewIdentity("View", "new"))
    let body: @MainActor @Sendable (any ViewModel, any EnvironmentScope) -> String = { model, _ in
      "\((model as? NumbersModel)?[0] ?? -1)"
    }
    scene.show([ViewNode(ViewDescription(old, body: body))])
    scene.host(of: old)?.act { ($0 as? NumbersModel)?[0] = 7 }
    scene.show([ViewNode(ViewDescription(new, modelOf: old, body: body))])
    #expect(scene.host(of: new)?.content == .text("7") && scene.store.count == 1)
  }

  @Test("What shows other views while views are being shown waits, and ends")
  func showsInsideShow() {
    let scene = ViewSystem.reference.openScene("main", tasks: tasks, log: DiagnosticLog())
    scene.store.register("View") { _ in NumbersModel() }
    let shown = Shared<Int>()
    func node(_ number: Int, endless: Bool) -> ViewNode {
      ViewNode(
        ViewDescription(
          ViewIdentity("View", "\(number)"), body: { _, _ in "shown" },
          onAppear: { _ in
            shown.value = number
            if endless || number < 3 { scene.show([node(number + 1, endless: endless)]) }
          }))
    }
    scene.show([node(1, endless: false)])
    #expect(scene.host(of: ViewIdentity("View", "3"))?.phase == .visible && scene.store.count == 1)
    #expect(scene.presenter.errorQueue.isEmpty)
    scene.show([node(10, endless: true)])
    #expect(shown.value == 18 && scene.store.count == 1)
    #expect(scene.presenter.errorQueue.map(\.operation) == ["update Scene main"])
    scene.close()
    #expect(scene.store.count == 0)
  }

  @Test("Decision: a place that would lie below itself goes to the top")
  func ring() throws {
    let top = ViewEnvironment()
    let (middle, bottom) = (ViewEnvironment(below: top), ViewEnvironment())
    bottom.move(below: middle)
    top.provide(ThemeObject(serial: 1))
    middle.move(below: bottom)
    #expect(throws: DependencyError.missing("ThemeObject")) { try bottom.object(ThemeObject.self) }
    middle.move(below: middle)
    middle.move(below: top)
    #expect(try bottom.object(ThemeObject.self).serial == 1)
  }
}
