import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract
import Synchronization

/// What two devices do at the same time, judged by the order that it can have had.
public enum DeviceHistoryProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [haveAnOrder]

  static let haveAnOrder = Requirement<ArgusSystem>(
    "ARG-C3", "Two Devices at the Same Time Have an Order",
    says: """
      If two devices write, list and synchronize at the same time, some sequential order explains every list. A list shows the \
      latest titles that its device can know: those written there before and those fetched. A send includes at least all \
      earlier writes of its device. A fetch includes at least all earlier sends, in the order of writing.
      """,
    covers: "002 Architecture Overview item 5", "002 Actor Pattern", of: "CloudSync, ArticleService", needs: [.storage, .concurrency],
    mustCatch: [
      .takesForSentWhatIsWrittenMeanwhile, .overwritesWhatIsWrittenMeanwhile, .fetchesOneRecord, .listsWhatItListedBefore,
      .storesALittleLater, .forgetsWhereItWas, .prefersTheRemote,
    ]
  ).holds(
    forAll: .deviceHistory, scheduled: .randomWalk,
    requiring: ["writes during a synchronization": 0.3, "both devices synchronize at once": 0.3, "lists during a write or fetch": 0.4]
  ) { plan, system, trial in
    let history = try await plan.run(on: system)
    history.label(trial)
    try history.expectLinearizable(
      by: SequentialDevices.model, notingIn: trial, operation: \.counterexampleDescription, output: \.counterexampleDescription)
  }
}

/// Something that happens to a device, as it stands in a history. A synchronization is two calls, as its requests are.
enum DeviceCall: Sendable, CounterexampleDescribable {
  /// Titles tell writes apart: no two are equal.
  case write(device: Int, article: Int, title: String)
  case list(device: Int)
  /// Sends to the cloud at least these titles, whose writes had ended.
  case send(device: Int, atLeast: Set<String>)
  /// Fetches at least these titles, whose sending had ended.
  case fetch(device: Int, atLeast: Set<String>)

  var counterexampleDescription: String {
    switch self {
    case .write(let device, let article, let title): "\(device): write \(article) “\(title)”"
    case .list(let device): "\(device): list"
    case .send(let device, _): "\(device): send"
    case .fetch(let device, _): "\(device): fetch"
    }
  }
}

/// Titles by article, of a list.
enum DeviceAnswer: Sendable, Equatable, CounterexampleDescribable {
  case done
  case titles([Int: String])

  var counterexampleDescription: String {
    switch self {
    case .done: "done"
    case .titles(let titles): titles.isEmpty ? "nothing" : titles.sorted { $0.key < $1.key }.map { "\($0.key) “\($0.value)”" }.joined(separator: ", ")
    }
  }
}

/// Two devices and a cloud that do one thing after the other: what each has written, and how much of it is in the cloud and at the
/// other one. What a device sends or fetches is a beginning of what was written.
private struct SequentialDevices: Sendable, Hashable {
  private struct Write: Sendable, Hashable {
    let article: Int
    let title: String
    /// One more than the latest that its device knew of the article.
    let version: Int
  }

  private var writes: [[Write]] = [[], []]
  private var sent = [0, 0]
  /// How much each device knows of the other one's.
  private var fetched = [0, 0]

  static let model = SequentialModel<SequentialDevices, DeviceCall, DeviceAnswer>(initial: SequentialDevices()) { state, call, answer in
    switch call {
    case .write(let device, let article, let title): return [state.writing(article, title, on: device)]
    case .list(let device):
      if case .titles(let titles)? = answer, titles != state.titles(on: device) { return [] }
      return [state]
    case .send(let device, let titles):
      return state.lengths(from: state.sent[device], to: state.writes[device].count, of: device, with: titles).map {
        var next = state
        next.sent[device] = $0
        return next
      }
    case .fetch(let device, let titles):
      let other = 1 - device
      return state.lengths(from: state.fetched[device], to: state.sent[other], of: other, with: titles).map {
        var next = state
        next.fetched[device] = $0
        return next
      }
    }
  }

  /// How long a beginning of a device's writes can be that has these titles.
  private func lengths(from first: Int, to last: Int, of device: Int, with titles: Set<String>) -> [Int] {
    guard first <= last else { return [] }
    return (first...last).filter { titles.isSubset(of: writes[device].prefix($0).map(\.title)) }
  }

  /// The latest write of each article that the device knows; of equal versions the second device's.
  private func known(on device: Int) -> [Int: Write] {
    var latest: [Int: Write] = [:]
    for author in [0, 1] {
      for write in author == device ? writes[author][...] : writes[author].prefix(fetched[device])
      where (latest[write.article]?.version ?? 0) <= write.version { latest[write.article] = write }
    }
    return latest
  }

  private func titles(on device: Int) -> [Int: String] { known(on: device).mapValues(\.title) }

  private func writing(_ article: Int, _ title: String, on device: Int) -> SequentialDevices {
    var next = self
    next.writes[device].append(Write(article: article, title: title, version: (known(on: device)[article]?.version ?? 0) + 1))
    return next
  }
}

extension History<DeviceCall, DeviceAnswer> {
  fileprivate func label(_ trial: Trial) {
    func overlap(_ one: (DeviceCall) -> Int?, _ other: (DeviceCall) -> Int?, areOfOneDevice: Bool) -> Bool {
      calls.contains { first in
        guard let device = one(first.operation) else { return false }
        return calls.contains { second in
          guard let partner = other(second.operation), (partner == device) == areOfOneDevice else { return false }
          return !first.precedes(second) && !second.precedes(first)
        }
      }
    }
    trial.label("writes during a synchronization", if: overlap(\.writer, \.exchanger, areOfOneDevice: true))
    trial.label("both devices synchronize at once", if: overlap(\.exchanger, \.exchanger, areOfOneDevice: false))
    trial.label("lists during a write or fetch", if: overlap(\.lister, { $0.writer ?? $0.exchanger }, areOfOneDevice: true))
  }
}

extension DeviceCall {
  fileprivate var writer: Int? { if case .write(let device, _, _) = self { device } else { nil } }
  fileprivate var lister: Int? { if case .list(let device) = self { device } else { nil } }
  fileprivate var exchanger: Int? {
    switch self {
    case .send(let device, _), .fetch(let device, _): device
    case .write, .list: nil
    }
  }
}
