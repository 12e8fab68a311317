import ArgusGenerators
import ArgusReference
import PropertyTesting
import StorageContract

/// Articles that are saved while rendering fails and the app dies: ARG-42.
enum RichTextCommits {
  typealias SaveCommand = Command<ArticleBook, RenderingDevice>

  static let machine = StateMachine(
    initially: ArticleBook(), commands: [save], closing: [relaunch],
    invariants: [
      Invariant("the articles with their rich text", model: \.lines, system: { try await $0.device.app.articleStore.lines() })
    ]
  )
  .withLongCases
  .showing { describe($0.lines) }

  static let save = SaveCommand("save", with: .richTextSave) { book, save in
    var draft = book
    do {
      _ = try draft.apply(save.plan.steps[0])
    } catch {
      return TransactionPlan.word(for: error)
    }
    guard save.failing == nil else { return "RenderingFailed" }
    return save.plan.apply(to: &book)
  } system: { device, save in
    device.failing.set(save.failing)
    defer { device.failing.set(nil) }
    return try await save.plan.run(on: device.device)
  }
  .labelled("a text cannot be rendered") { $0.result(String.self) == "RenderingFailed" }
  .labelled("the text of an article is another") { step in
    step.before.articles.contains { number, entry in step.after.articles[number].map { $0.text != entry.text } ?? false }
  }
  .labelled("the app dies") { step in
    guard case .dies? = step.argument(RichTextSave.self)?.plan.ending else { return false }
    return true
  }

  static let relaunch = SaveCommand("relaunch") { _ in
  } system: { device in
    try await device.device.relaunch()
  }
}

struct RichTextSave: Sendable, CounterexampleDescribable {
  let plan: TransactionPlan
  /// The field that cannot be rendered.
  let failing: RichTextField?

  var counterexampleDescription: String {
    describe(plan) + (failing.map { ", the \($0.rawValue) does not render" } ?? "")
  }
}

extension Generator where Value == RichTextSave {
  static var richTextSave: Generator {
    Generator { source in
      let edit = try source(.articleEdit())
      let endings: [TransactionPlan.Ending] = [
        .commits, .commits, .dies(done: true), .dies(done: false), .commitFails(times: 2), .callFails(.put, at: 1), .everyPutFails,
      ]
      let ending = try source(.element(of: endings))
      let failing: RichTextField? = ending == .commits ? try source(.optional(.element(of: RichTextField.allCases))) : nil
      return RichTextSave(plan: TransactionPlan(steps: [.save(edit)], ending: ending), failing: failing)
    }
  }
}

/// A device on which texts of one field may fail to render.
final class RenderingDevice: Sendable {
  struct RenderingFailed: Error {}

  let device: ArgusDevice
  let failing: Remembered<RichTextField?>

  init(_ system: ArgusSystem) async throws {
    let failing = Remembered<RichTextField?>(nil)
    self.failing = failing
    var system = system
    system.parts.render = { markdown in
      // How texts of the fields begin: see `ArticleEdit.model`.
      let field: RichTextField = markdown.hasPrefix("T ") ? .title : markdown.hasPrefix("S ") ? .summary : .body
      if field == failing.now { throw RenderingFailed() }
      return ArticleNames.rendered(markdown)
    }
    device = try await ArgusDevice(system)
  }
}
