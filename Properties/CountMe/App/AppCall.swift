import CountMeReference
import Foundation
import PropertyTesting

/// What happens to the two devices, the network and the server.
enum AppCall: Sendable {
  case edit(AppEdit, on: Int)
  case synchronize(Int)
  case networkGoes(Int)
  case networkComesBack(Int)
  case behave(ServerBehaviour)
  /// The app is launched again, perhaps because the device was restarted: its uptime begins anew.
  case relaunch(Int, restartsDevice: Bool)
  /// By so many seconds, back if negative.
  case setClock(Int, on: Int)
  case setZone(AppZone, on: Int)
  /// In a zone whose clocks change in the night, a goal is set half an hour before midnight; then it is morning.
  case changeOfClocks(goal: Int, on: Int)
  /// A row of the device's store does not read any more: its name is blank.
  case damage(AppKey, on: Int)
  /// No write succeeds until the app is launched again.
  case fill(Int)
  case corrupt(AppKey, Corruption)
  case failEach(FailureAtEach)
  case kill(Kill)
  /// A pass whose task is cancelled after so many turns of others, and another one.
  case cancelPass(turns: Int, on: Int)
  case overlap(Overlap)
  /// Network and server are there, and everybody asks. Only the apps whose disk was full are launched again.
  case becomeQuiet(full: [Int])
}

/// What the user does. What is added may have been there before.
enum AppEdit: Sendable, Equatable {
  case add(AppKey, Int)
  case addInvalid(AppKey)
  case changeInvalid(AppKey)
  case setInvalidGoal(Double)
  case change(AppKey, Int)
  case delete(AppKey)
  case setGoal(Int)

  var key: AppKey? {
    switch self {
    case .add(let key, _), .addInvalid(let key), .changeInvalid(let key), .change(let key, _), .delete(let key): key
    case .setGoal, .setInvalidGoal: nil
    }
  }
}

/// One call after the other fails, once: for every n the n-th of an operation, until there are no more. An attempt at a
/// pass begins with an edit, so that there is something to send.
struct FailureAtEach: Sendable {
  enum Place: String, Sendable, CaseIterable {
    case read, write, get, scan, put, commit, server
    /// As often as a retry bears.
    case serverThrice = "server, three times"

    /// How often the server fails.
    var serverFailures: Int? { self == .server ? 1 : self == .serverThrice ? 3 : nil }
  }
  enum Kind: Sendable { case add(Int), change(AppKey), setGoal }

  let place: Place
  let device: Int
  let isOfPasses: Bool
  let kind: Kind

  func edit(_ attempt: Int) -> AppEdit {
    switch kind {
    case .add(let number): .add(.entry(number + attempt), attempt)
    case .change(let key): .change(key, 500 + attempt)
    case .setGoal: .setGoal(attempt)
    }
  }

  /// What came of one attempt.
  struct Attempt: Sendable, Equatable {
    let isHit: Bool
    let result: AppResult
    /// Whether the app notes a change that it could not queue.
    let isNoted: Bool
    let waiting: Int
    let shown: [AppKey: Int]
  }
}

/// The app dies at a commit of an edit, or of a pass if there is none, and is launched again. After a pass it sends the rest.
struct Kill: Sendable {
  let device: Int
  let edit: AppEdit?
  let commit: Int
  let isDone: Bool
}

/// Edits and passes of both devices at once. Then perhaps one answers a change, and everybody asks.
struct Overlap: Sendable {
  let edits: [(device: Int, edit: AppEdit)]
  /// Before the first edit; before the second twice as many, and so on.
  let turns: Int
  /// Of the devices that synchronize, each in a task of its own, after so many turns of others.
  let passes: [(device: Int, turns: Int)]
  /// After so many calls of the server one fails, and is made again.
  let callsBeforeFailure: Int?
  /// What the other device then makes of the entry that the first edit changes, after it has asked.
  let answer: Int?

  /// Only of an entry that nobody else changes: which of two changes comes last is not known.
  var answeringEdit: (device: Int, edit: AppEdit)? {
    guard let answer, let (device, edit) = edits.first, case .change(let key, _) = edit, edits.count(where: { $0.edit.key == key }) == 1
    else { return nil }
    return (1 - device, .change(key, answer))
  }

  var allEdits: [(device: Int, edit: AppEdit)] { edits + (answeringEdit.map { [$0] } ?? []) }
}

enum ServerBehaviour: String, Sendable, CaseIterable {
  case works, fails, refusesWrites, losesAnswers

  var answersQuestions: Bool { self == .works || self == .refusesWrites }
  /// Why a change is not sent.
  var reason: String { describe(self == .refusesWrites ? SyncError.firestoreError(Refusal()) : .maxRetriesExceeded) }
}

/// What was done to a document on the server, and the field that must be named.
enum Corruption: String, Sendable, CaseIterable {
  case name, calories, id, nested
  /// The document has the entry's id in lower case as its name: it is another document, and none of its own id.
  case spelling

  func corrupt(_ document: FirestoreData) -> FirestoreData {
    var document = document
    switch self {
    case .name: document["name"] = .string(" \t")
    case .calories:
      for field in ["calories", "caloriesBurned", "servingsCount"] where document[field] != nil { document[field] = .double(-1) }
    case .id: document["id"] = .string(AppKey(number: 77_777).id.uuidString)
    case .spelling: break
    case .nested:
      if case .array(var ingredients)? = document["ingredients"], case .map(var last)? = ingredients.popLast() {
        last["quantity"] = .bool(true)
        document["ingredients"] = .array(ingredients + [.map(last)])
      } else {
        document["name"] = nil
      }
    }
    return document
  }

  /// What the reason must name.
  func field(of type: SyncEntityType) -> String {
    switch (self, type) {
    case (.name, _): "name"
    case (.id, _), (.spelling, _): "id"
    case (.calories, .foodItem): "calories"
    case (.calories, .exerciseItem): "caloriesBurned"
    case (.calories, .customMeal): "servingsCount"
    case (.calories, .dailyLog): "dailyGoal"
    case (.nested, .customMeal): "ingredients[1].quantity"
    case (.nested, _): "name"
    }
  }
}

enum AppResult: String, Sendable { case done, refused, notFound, failed, cancelled }

enum AppNotice: Sendable, Hashable {
  case notSent(AppKey, SyncOperation.Kind, because: String)
  case skipped(AppKey)
  case notQueued(AppKey)
  case other(String)
}

/// The identity of an entry: its number says its model, or of a log who made it and when.
struct AppKey: Sendable, Hashable, Comparable {
  let number: Int

  static func entry(_ number: Int) -> AppKey { AppKey(number: number) }
  static func log(madeOn device: Int, at seconds: Int) -> AppKey { AppKey(number: (device + 1) << 40 + seconds) }
  static func < (left: AppKey, right: AppKey) -> Bool { left.number < right.number }

  var isLog: Bool { number >= 1 << 40 }
  var seconds: Int { number % (1 << 40) }
  var type: SyncEntityType {
    isLog ? .dailyLog : Self.types[number % Self.types.count]
  }
  private static let types: [SyncEntityType] = [.foodItem, .exerciseItem, .customMeal]

  /// The place of a model in lists.
  static func order(_ type: SyncEntityType) -> Int { types.firstIndex(of: type) ?? types.count }

  /// Three entries of different models share each id, which is unique together with the model alone. Ids of logs have the
  /// order of the numbers.
  var id: UUID {
    let shared = isLog ? number : number / Self.types.count
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: shared >> (56 - 8 * $0)) }
    // With letters, whose case may differ.
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], 0xab, 0xcd, 0xef, 0xab, 0xcd, 0xef, 0xab, 0xcd
      ))
  }

  init(number: Int) { self.number = number }

  init(_ id: UUID, of type: SyncEntityType) {
    let bytes = id.uuid
    let shared = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7].reduce(0) { $0 << 8 | Int($1) }
    number = Self.types.firstIndex(of: type).map { shared * Self.types.count + $0 } ?? shared
  }
}

extension AppKey: CounterexampleDescribable {
  var counterexampleDescription: String { isLog ? "log of \(seconds) s by \(number >> 40 - 1)" : "\(type) \(number)" }
}

extension AppCall: CounterexampleDescribable {
  /// After the command's name, which says the verb.
  var counterexampleDescription: String {
    switch self {
    case .edit(let edit, let device): "\(edit.words) on \(device)"
    case .synchronize(let device), .networkGoes(let device), .networkComesBack(let device), .fill(let device): "device \(device)"
    case .behave(let behaviour): behaviour.rawValue
    case .relaunch(let device, let restarts): "\(device)\(restarts ? ", the device restarts" : "")"
    case .setClock(let seconds, let device): "\(seconds) s on \(device)"
    case .setZone(let zone, let device): "\(zone) on \(device)"
    case .changeOfClocks(let goal, let device): "goal \(goal) on \(device)"
    case .damage(let key, let device): "\(describe(key)) on \(device)"
    case .corrupt(let key, let corruption): "\(corruption.rawValue) of \(describe(key))"
    case .failEach(let failures):
      "each \(failures.place.rawValue) of \(failures.isOfPasses ? "a pass after " : "")\(failures.edit(0).words) on \(failures.device)"
    case .kill(let kill):
      "\(kill.isDone ? "after" : "before") commit \(kill.commit) of \(kill.edit?.words ?? "a pass") on \(kill.device)"
    case .cancelPass(let turns, let device): "after \(turns) turns on \(device)"
    case .overlap(let overlap):
      (overlap.edits.map { "\($0.edit.words) on \($0.device)" }
        + overlap.passes.map { "a pass on \($0.device) after \($0.turns) turns" }).joined(separator: " ‖ ")
        + (overlap.callsBeforeFailure.map { ", call \($0 + 1) of the server fails" } ?? "")
        + (overlap.answeringEdit.map { ", then \($0.edit.words) on \($0.device)" } ?? "")
    case .becomeQuiet(let full): full.isEmpty ? "all" : "all, and room on \(full)"
    }
  }
}

extension AppEdit {
  var words: String {
    switch self {
    case .add(let key, let value): "add \(describe(key)) as \(value)"
    case .addInvalid(let key): "add \(describe(key)) without a name"
    case .changeInvalid(let key): "change \(describe(key)) to a negative amount"
    case .setInvalidGoal(let goal): "set the goal to \(goal)"
    case .change(let key, let value): "change \(describe(key)) to \(value)"
    case .delete(let key): "delete \(describe(key))"
    case .setGoal(let goal): goal < 0 ? "remove the goal" : "set the goal to \(goal)"
    }
  }
}
