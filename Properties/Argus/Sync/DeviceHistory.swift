import ArgusReference
import DeterministicScheduling
import PropertyTesting

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
      .takesForSentWhatIsWrittenMeanwhile, .fetchesOneRecord, .listsWhatItListedBefore, .storesALittleLater, .forgetsWhereItWas,
      .prefersTheRemote,
    ]
  ).holds(
    forAll: .deviceLanes, scheduled: .randomWalk,
    requiring: ["writes during a synchronization": 0.3, "both devices synchronize at once": 0.3, "lists during a write or fetch": 0.4]
  ) { lanes, system, trial in
    let history = try await DeviceHistoryDriver.run(lanes, on: system)
    history.label(trial)
    try history.knowingWhatCameBefore.expectLinearizable(by: SequentialDevices.model, notingIn: trial)
  }
}

/// Something that happens to a device. A synchronization is two calls in a history, as its requests are.
struct DeviceCall: Sendable, CounterexampleDescribable {
  enum Kind: Sendable {
    /// Titles tell writes apart: no two are equal.
    case write(article: Int, title: String)
    case list
    case synchronize
    /// Sends to the cloud at least these titles, whose writes had ended.
    case send(atLeast: Set<String> = [])
    /// Fetches at least these titles, whose sending had ended.
    case fetch(atLeast: Set<String> = [])
  }

  let device: Int
  let kind: Kind

  var counterexampleDescription: String {
    switch kind {
    case .write(let article, let title): "\(device): write \(article) “\(title)”"
    case .list: "\(device): list"
    case .synchronize: "\(device): synchronize"
    case .send: "\(device): send"
    case .fetch: "\(device): fetch"
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

  /// The answer is what a list shows: titles by article.
  static let model = SequentialModel<SequentialDevices, DeviceCall, [Int: String]>(initial: SequentialDevices()) { state, call, answer in
    let (device, other) = (call.device, 1 - call.device)
    switch call.kind {
    case .write(let article, let title):
      var next = state
      let version = (state.known(on: device)[article]?.version ?? 0) + 1
      next.writes[device].append(Write(article: article, title: title, version: version))
      return [next]
    case .list:
      return answer == nil || answer == state.known(on: device).mapValues(\.title) ? [state] : []
    case .synchronize:
      return [state]
    case .send(let titles):
      return state.lengths(state.sent[device], state.writes[device].count, of: device, with: titles).map { length in
        var next = state
        next.sent[device] = length
        return next
      }
    case .fetch(let titles):
      return state.lengths(state.fetched[device], state.sent[other], of: other, with: titles).map { length in
        var next = state
        next.fetched[device] = length
        return next
      }
    }
  }

  /// How long a beginning of a device's writes can be that has these titles.
  private func lengths(_ first: Int, _ last: Int, of device: Int, with titles: Set<String>) -> [Int] {
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
}

extension History<DeviceCall, [Int: String]> {
  /// The history in which each send and fetch says which titles it includes at least.
  fileprivate var knowingWhatCameBefore: Self {
    History(
      calls.map { call in
        let device = call.operation.device
        let kind: DeviceCall.Kind =
          switch call.operation.kind {
          case .send: .send(atLeast: written(on: device, before: call))
          case .fetch:
            .fetch(atLeast: calls.filter { $0.operation.isSend && $0.operation.device != device && $0.precedes(call) }
              .reduce(into: []) { $0.formUnion(written(on: 1 - device, before: $1)) })
          default: call.operation.kind
          }
        return HistoryCall(
          client: call.client, DeviceCall(device: device, kind: kind), call.outcome, called: call.called, returned: call.returned)
      })
  }

  private func written(on device: Int, before call: HistoryCall<DeviceCall, [Int: String]>) -> Set<String> {
    Set(calls.filter { $0.operation.device == device && $0.precedes(call) }.compactMap(\.operation.title))
  }

  fileprivate func label(_ trial: Trial) {
    func overlap(_ areMeant: (DeviceCall, DeviceCall) -> Bool) -> Bool {
      calls.contains { one in
        calls.contains { !one.precedes($0) && !$0.precedes(one) && areMeant(one.operation, $0.operation) }
      }
    }
    trial.label("writes during a synchronization", if: overlap { $0.device == $1.device && $0.title != nil && $1.isExchange })
    trial.label("both devices synchronize at once", if: overlap { $0.device != $1.device && $0.isExchange && $1.isExchange })
    trial.label("lists during a write or fetch", if: overlap { $0.device == $1.device && $0.isList && !$1.isList })
  }
}

extension DeviceCall {
  fileprivate var title: String? { if case .write(_, let title) = kind { title } else { nil } }
  fileprivate var isList: Bool { if case .list = kind { true } else { false } }
  fileprivate var isSend: Bool { if case .send = kind { true } else { false } }
  fileprivate var isExchange: Bool { title == nil && !isList }
}
