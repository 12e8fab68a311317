import DeterministicScheduling
import PropertyTesting

/// Takes letters, and keeps them in a drawer that outlives it.
protocol Outbox: Sendable {
  func post(_ letter: Int) async
}

actor Drawer {
  private var slots: [Int: Int]
  var letters: [Int] { slots.sorted { $0.key < $1.key }.map(\.value) }
  var count: Int { slots.count }

  init(_ letters: [Int]) { slots = Dictionary(uniqueKeysWithValues: letters.enumerated().map { ($0, $1) }) }

  func append(_ letter: Int) { slots[slots.count] = letter }
  func put(_ letter: Int, into slot: Int) { slots[slot] = letter }
}

struct PlainOutbox: Outbox {
  let drawer: Drawer
  func post(_ letter: Int) async { await drawer.append(letter) }
}

/// What the property is declared for: an adopter puts an outbox of its own here.
struct MailSystem: Sendable {
  var open: @Sendable (Drawer) async -> any Outbox = { PlainOutbox(drawer: $0) }
}

/// A second outbox, which counts the slots itself.
actor OutboxTwin: Outbox {
  enum Defect: String, CaseIterable {
    case looksBeforeItStores = "takes the next slot while another letter is on its way there"
    case countsFromNoneAgain = "begins with the first slot whenever it is opened"
  }

  static let twin = Twin<MailSystem, Defect>("OutboxTwin") { system, defect in
    system.open = { await OutboxTwin($0, defect) }
  }

  private let drawer: Drawer
  private let defect: Defect?
  private var next: Int

  init(_ drawer: Drawer, _ defect: Defect?) async {
    self.drawer = drawer
    self.defect = defect
    next = defect == .countsFromNoneAgain ? 0 : await drawer.count
  }

  func post(_ letter: Int) async {
    if defect == .looksBeforeItStores { next = await drawer.count }
    next += 1
    await drawer.put(letter, into: next - 1)
  }
}

/// The app: an outbox over the drawer that stays when the app is started again.
struct MailApp {
  private let system: MailSystem
  let drawer: Drawer
  private(set) var outbox: any Outbox

  init(_ system: MailSystem, _ letters: [Int]) async {
    self.system = system
    drawer = Drawer(letters)
    outbox = await system.open(drawer)
  }

  mutating func relaunch() async { outbox = await system.open(drawer) }
}

enum OutboxMachine {
  typealias MailCommand = Command<[Int], MailApp>

  static let post = MailCommand("post", with: .int(in: 0...9)) { letters, letter in
    letters.append(letter)
  } system: { app, letter in
    await app.outbox.post(letter)
  }

  static let relaunch = MailCommand("relaunch") { _ in
  } system: { app in
    await app.relaunch()
  }

  /// Two letters, posted by a task each: either may be the first.
  static let postAtOnce = MailCommand(
    "postAtOnce", with: Generator<(Int, Int)>.zip(.int(in: 0...9), .int(in: 0...9)),
    foreseeing: { letters, two in letters += [two.0, two.1] }
  ) { app, two in
    async let one: Void = app.outbox.post(two.0)
    await app.outbox.post(two.1)
    await one
    return await app.drawer.letters
  } judging: { letters, two, found in
    let allowed = [letters + [two.0, two.1], letters + [two.1, two.0]]
    try expect("the letters, the two in some order", found, equals: allowed.first { $0 == found } ?? allowed[0])
    letters = found
  }
  .labelled("the second letter is first") { step in
    step.argument((Int, Int).self).map { $0.0 != $0.1 && step.after.last == $0.0 } ?? false
  }

  static let machine = StateMachine(
    initially: .array(of: .int(in: 0...9), count: 0...2), commands: [post, postAtOnce, relaunch],
    closing: [relaunch, post],
    invariants: [Invariant("the letters, in order", model: { $0 }, system: { await $0.drawer.letters })])
}

let outboxLosesNothing = Requirement<MailSystem>(
  "MAIL-1", "The outbox loses no letter",
  says: "Every letter that was posted is in the drawer, in the order of posting, also after the app was started again.",
  mustCatch: OutboxTwin.twin.faults
).holds(
  of: OutboxMachine.machine, scheduled: .mixed, requiring: ["the second letter is first": 0.1],
  making: { system, letters in await MailApp(system, letters) })
