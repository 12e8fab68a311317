import PropertyTesting

/// What several clients call, so that a model can judge what they get back: `.workload(_:clients:calls:rounds:)`
/// draws it, and a property over it shrinks to few clients and few calls.
///
///     try await check("the database is serializable", forAll: .workload(.listAppend(), clients: 2...5, calls: 0...40)) { workload in
///       let database = try await Database()
///       let history = try await workload.record { client, call in try await database.run(call.value) }
///       let judgement = try workload.judge(history, consistency: "serializable")
///       try expect("\(judgement)", judgement.verdict == .valid)
///     }
public struct Workload: Sendable, Equatable {
  /// One call of a client.
  public struct Call: Sendable, Equatable, CustomStringConvertible {
    /// The name of the function, such as `txn`.
    public var function: String
    /// Its argument, in the form that the model reads.
    public var value: HistoryValue

    /// A call.
    public init(_ function: String, _ value: HistoryValue = .null) {
      self.function = function
      self.value = value
    }

    /// `txn [[:append 0 1]]`.
    public var description: String { value.isNull ? function : "\(function) \(value)" }
  }

  /// The name of the model that judges: ``HistoryModels/named(_:)`` knows it.
  public var model: String
  /// The calls of each client, in their order. The clients call at the same time.
  public var clients: [[Call]]
  /// What one more client calls when all the others have ended: the last read of a set, for example.
  public var last: [Call]

  /// A workload.
  public init(model: String, clients: [[Call]], last: [Call] = []) {
    self.model = model
    self.clients = clients
    self.last = last
  }
}

/// A call had no effect and never will have one: what a client throws for ``EventRecorder/fail(_:error:)``.
public struct CallFailed: Error, Sendable, CustomStringConvertible {
  /// Why.
  public var description: String

  /// A call failed.
  public init(_ description: String) { self.description = description }
}

extension Workload {
  /// Makes the calls: a task for each client, all at the same time, and then ``last``.
  ///
  /// Process numbers are those of the clients. A client whose call ended nobody knows how goes on under a number that no other has.
  /// - Parameters:
  ///   - recorder: takes the notes, for whoever wants the file of them.
  ///   - perform: makes one call of a client, numbered from 0, and returns what came back: for transactions the same steps with what the
  ///     reads returned. It throws ``CallFailed`` for a call that had no effect; any other error leaves that open.
  /// - Returns: what happened.
  public func record(
    to recorder: EventRecorder = EventRecorder(),
    _ perform: @escaping @Sendable (_ client: Int, _ call: Call) async throws -> HistoryValue
  ) async throws -> History {
    await withTaskGroup { group in
      for client in clients.indices {
        group.addTask { await make(clients[client], of: client, recorder, perform) }
      }
    }
    await make(last, of: clients.count, recorder, perform)
    return try recorder.history(name: model)
  }

  private func make(
    _ calls: [Call], of client: Int, _ recorder: EventRecorder,
    _ perform: @Sendable (_ client: Int, _ call: Call) async throws -> HistoryValue
  ) async {
    var process = client
    for call in calls {
      recorder.invoke(.number(process), call.function, call.value)
      do {
        let result = try await perform(client, call)
        recorder.ok(.number(process), result)
      } catch let error as CallFailed {
        recorder.fail(.number(process), error: error.description)
      } catch {
        recorder.info(.number(process), error: "\(error)")
        process += clients.count + 1
      }
    }
  }

  /// Judges a history of this workload.
  /// - Parameter consistency: one of the model's; by default its first.
  /// - Throws: ``HistoryError`` for a result whose form the model does not know.
  public func judge(_ history: History, consistency: String? = nil, limits: JudgingLimits = JudgingLimits()) throws -> Judgement {
    guard let model = HistoryModels.named(model) else {
      throw HistoryError(file: history.name, line: 0, what: "no model is called \(model)", hint: "HistoryModels.all lists them")
    }
    return try model.judge(history, consistency: consistency ?? model.consistencies.first ?? "", limits: limits)
  }
}

extension Workload: CounterexampleDescribable {
  /// The model, and the calls of each client on a line.
  public var counterexampleDescription: String {
    var lines = clients.enumerated().map { "client \($0.offset): \($0.element.map(\.description).joined(separator: "; "))" }
    if !last.isEmpty { lines.append("at last: \(last.map(\.description).joined(separator: "; "))") }
    return ([model] + lines).joined(separator: "\n")
  }
}
