import Foundation
import Observation
@testable import PersonalOSReference
import Testing

@testable import PersonalOSProperties

/// Views: decisions that the properties leave open, and the static rule of POS-72.
@Suite("Views")
@MainActor
struct ViewTests {
  private let store = ViewModelStore()
  private let presenter = ErrorPresenter(log: DiagnosticLog())
  private let tasks = TaskManager()

  private func host(_ view: ViewDescription) -> ViewHost {
    store.register("View") { _ in NumbersModel() }
    return ViewHost(
      HostSetup(
        view: view, scene: "main", store: store, environment: ViewEnvironment(), tasks: tasks,
        presenter: presenter))
  }

  @Test("A view that never settles is evaluated nine times in a tick, and said so once")
  func loop() {
    var evaluations: Int { counter.value ?? 0 }
    let counter = Shared<Int>()
    let host = host(
      ViewDescription(
        ViewIdentity("View", "1"),
        body: { model, _ in
          counter.value = (counter.value ?? 0) + 1
          return "\((model as? NumbersModel)?[0] ?? 0)"
        },
        onUpdate: { ($0 as? NumbersModel)?[0] += 1 }))
    host.appear()
    #expect(evaluations == 9)
    #expect(presenter.errorQueue.map(\.operation) == ["update View 1"])
    host.tick()
    #expect(evaluations == 18)
    #expect(presenter.errorQueue.count == 1)
    host.tearDown()
    #expect(presenter.errorQueue.isEmpty)
  }

  @Test("A hidden view keeps its model and is not evaluated")
  func hidden() {
    let counter = Shared<Int>()
    let host = host(
      ViewDescription(ViewIdentity("View", "1")) { model, _ in
        counter.value = (counter.value ?? 0) + 1
        return "\((model as? NumbersModel)?[0] ?? 0)"
      })
    host.appear()
    host.act { ($0 as? NumbersModel)?[0] = 5 }
    host.disappear()
    host.tick()
    #expect(host.content == .nothing && counter.value == 1)
    #expect(host.act { _ in } == false)
    host.appear()
    #expect(host.content == .text("5") && counter.value == 2)
  }

  @Test("What ends a view while it is updated ends it then")
  func endsInOnUpdate() {
    let ending = Shared<ViewHost>()
    let host = host(
      ViewDescription(
        ViewIdentity("View", "1"), body: { model, _ in "\((model as? NumbersModel)?[0] ?? 0)" },
        onUpdate: {
          ($0 as? NumbersModel)?[0] += 1
          ending.value?.tearDown()
        }))
    ending.value = host
    host.appear()
    #expect(host.phase == .ended && host.content == .nothing && store.count == 0)
  }

  @Test("Decision: after the end nothing happens any more")
  func ended() {
    var lifeCycle = ViewLifeCycle()
    #expect(lifeCycle.handle(.prepare) == [.makeModel])
    #expect(lifeCycle.handle(.modelMade) == [.connectBindings])
    #expect(lifeCycle.handle(.tearDown) == [.dropSubscriptions, .releaseModel])
    for event: ViewLifeCycle.Event in [.prepare, .modelMade, .appear, .disappear, .tearDown] {
      #expect(lifeCycle.handle(event).isEmpty)
    }
  }

  @Test("A view that lacks an object is evaluated again when one is provided")
  func providedLater() {
    let environment = ViewEnvironment()
    store.register("View") { _ in NumbersModel() }
    let host = ViewHost(
      HostSetup(
        view: ViewDescription(ViewIdentity("View", "1")) { _, environment in
          "theme \(try environment.object(ThemeObject.self).serial)"
        }, scene: "main", store: store, environment: environment, tasks: tasks, presenter: presenter))
    host.appear()
    #expect(host.content == .error(DependencyError.missing("ThemeObject").userMessage))
    environment.provide(ThemeObject(serial: 3))
    host.tick()
    #expect(host.content == .text("theme 3"))
  }

  @Test("What hides a view while it is evaluated hides it afterwards, for good")
  func hidesInBody() {
    let hiding = Shared<ViewHost>()
    let host = host(
      ViewDescription(ViewIdentity("View", "1")) { model, _ in
        let number = (model as? NumbersModel)?[0] ?? 0
        if number == 5 { hiding.value?.disappear() }
        return "\(number)"
      })
    hiding.value = host
    host.appear()
    host.act { ($0 as? NumbersModel)?[0] = 5 }
    host.tick()
    #expect(host.phase == .ready && host.content == .nothing)
  }

  @Test("A view whose bindings hide and show it for ever is stopped, and said so once")
  func comesAndGoes() {
    let (restless, connections) = (Shared<ViewHost>(), Shared<Int>())
    let binding = ViewBinding { _ in
      connections.value = (connections.value ?? 0) + 1
      restless.value?.disappear()
      restless.value?.appear()
      return nil
    }
    let host = host(ViewDescription(ViewIdentity("View", "1"), bindings: [binding]) { _, _ in "shown" })
    restless.value = host
    host.appear()
    #expect((connections.value ?? 0) == ViewHost.mostBeginnings)
    #expect(presenter.errorQueue.map(\.error) == [AppError(ViewError.neverSettles(host.identity))])
    host.disappear()
    host.appear()
    #expect(presenter.errorQueue.count == 1)
    host.tearDown()
    #expect(host.phase == .ended && presenter.errorQueue.isEmpty && store.count == 0)
  }

  @Test("Values are compared as they are tracked: nothing changes by itself")
  func trackedValues() {
    let model = AnyValues()
    let before = TrackedValues(of: model)
    model.ignored = 1
    #expect(!TrackedValues(of: model).differ(from: before))
    model.numbers.append(.nan)
    let later = TrackedValues(of: model)
    #expect(later.differ(from: before) && !TrackedValues(of: model).differ(from: later))
    model.object = ThemeObject(serial: 1)
    #expect(TrackedValues(of: model).differ(from: later))
  }

  // POS-72: a view gets at observable objects through its model and its environment, in no other way.

  @Test("No source of the views reaches observable objects past the environment")
  func staticRule() throws {
    let folder = Self.root.appendingPathComponent("Sources/PersonalOSReference/Views")
    let rules = ScanRule.observation.union(ScanRule.sharing)
    let scan = SourceScanner(.init(rules: rules)).scan([folder.path])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(scan.findings == [] && scan.filesRead == names.count { $0.hasSuffix(".swift") })
    #expect(scan.filesRead > 5)
    for name in names {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      #expect(Self.globalAccesses(in: text) == [], "\(name)")
    }
  }

  @Test("The static rule sees what it forbids")
  func staticRuleSees() {
    let text = """
      struct Card { @StateObject var model = CardModel(); let other = Repository.shared }
      private var cache = [Int]()
      // Repository.shared in a comment
      """
    let rules = ScanRule.observation.union(ScanRule.sharing)
    let findings = SourceScanner(.init(rules: rules)).findings(in: text, file: "Card.swift")
    #expect(findings.map(\.rule) == [.stateObject, .globalVariable])
    #expect(Self.globalAccesses(in: text) == ["Repository.shared"])
  }

  /// Accesses to the one instance of a type: `Repository.shared` and the like.
  private static func globalAccesses(in text: String) -> [String] {
    let tokens = SourceToken.tokens(of: text)
    return tokens.indices.dropFirst(2).compactMap { index in
      let owner = tokens[index - 2]
      guard ["shared", "current", "default", "standard"].contains(where: tokens[index].isWord),
        tokens[index - 1].isPunctuation("."), owner.kind == .word, owner.text.first?.isUppercase == true
      else { return nil }
      return "\(owner.text).\(tokens[index].text)"
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

@Observable
@MainActor
private final class AnyValues {
  var numbers = [1, Double.nan]
  var object: AnyObject?
  var unknown: (any Sendable)?
  @ObservationIgnored var ignored = 0
}
