#if !os(WASI)
  import Dispatch
#endif
import Foundation
import Synchronization

extension Property {
  /// Calls `body` with a judge for this property.
  ///
  /// A synchronous property is judged right here, over one system. For an asynchronous one `body` runs on
  /// a thread of its own, which waits while each examination runs on the calling task (with its task-local
  /// values), over a fresh system. No thread of the cooperative pool is ever blocked.
  func withJudge<Result: Sendable>(
    over fixture: Fixture<System>, settings: RunSettings, in isolation: Isolation?,
    _ body: @escaping @Sendable (CaseJudge) -> Result
  ) async -> Result {
    if let isolation {
      return await withJudge(over: fixture, settings: settings, in: isolation, body)
    }
    let id = tokenID
    let subject = RunNote.Subject(self, settings, fixture: fixture.name)
    switch execution {
    case .synchronous(let synchronous):
      do {
        return try await fixture.with { system in
          body(
            CaseJudge(propertyID: id, settings: settings, note: RunNote(subject, isHere: true)) { examination in
              synchronous.examine(examination, system)
            })
        }
      } catch {
        let failure = error
        return body(CaseJudge(propertyID: id, settings: settings) { $0.refuse(failure) })
      }
    case .asynchronous(let asynchronous):
      let examine: @Sendable (Examination) async -> Void = { examination in
        do {
          try await fixture.with { system in await asynchronous.examine(examination, system) }
        } catch {
          examination.refuse(error)
        }
      }
      if let driver = settings.driver {
        return await onThreadOfItsOwn {
          body(
            CaseJudge(propertyID: id, settings: settings, note: RunNote(subject, isHere: true)) { examination in
              driver { await examine(examination) }
            })
        }
      }
      #if os(WASI)
        let absence = SetUpError(
          reason: "a case of an asynchronous property is examined on a thread of its own, and threads are not on this platform")
        return body(
          CaseJudge(propertyID: id, settings: settings, note: RunNote(subject, isHere: false)) { $0.refuse(absence) })
      #else
        return await withBlockingCalls { call in
          body(CaseJudge(propertyID: id, settings: settings, note: RunNote(subject, isHere: false), examine: call))
        } serve: { await examine($0) }
      #endif
    }
  }
}

#if !os(WASI)
/// Runs synchronous `body` on a thread of its own; each of its calls is served by the current task while
/// that thread waits.
private func withBlockingCalls<Result: Sendable>(
  _ body: @escaping @Sendable (_ call: @escaping @Sendable (Examination) -> Void) -> Result,
  serve: (Examination) async -> Void
) async -> Result {
  let mailbox = Mailbox<JudgeMessage<Result>>()
  let thread = Thread {
    let result = body { examination in
      let served = DispatchSemaphore(value: 0)
      mailbox.post(.call(examination, served: served))
      served.wait()
    }
    mailbox.post(.result(result))
  }
  thread.stackSize = 8 << 20
  thread.start()
  while true {
    switch await mailbox.next() {
    case .call(let examination, let served):
      await serve(examination)
      served.signal()
    case .result(let result):
      return result
    }
  }
}

private enum JudgeMessage<Result: Sendable>: Sendable {
  case call(Examination, served: DispatchSemaphore)
  case result(Result)
}

/// Hands messages from a thread to one waiting task. Unlike an `AsyncStream` it goes on when the task is
/// cancelled: the thread must be served to its end.
private final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var receiver: CheckedContinuation<Message, Never>?
  }
  private let state = Mutex(State())

  func post(_ message: Message) {
    let receiver = state.withLock { state -> CheckedContinuation<Message, Never>? in
      guard let receiver = state.receiver else {
        state.messages.append(message)
        return nil
      }
      state.receiver = nil
      return receiver
    }
    receiver?.resume(returning: message)
  }

  func next() async -> Message {
    await withCheckedContinuation { continuation in
      let message = state.withLock { state -> Message? in
        if state.messages.isEmpty {
          state.receiver = continuation
          return nil
        }
        return state.messages.removeFirst()
      }
      if let message { continuation.resume(returning: message) }
    }
  }
}
#endif
