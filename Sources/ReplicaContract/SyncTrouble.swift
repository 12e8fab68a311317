/// What goes wrong between a device and its server during one sync. Calls are counted from 0, from the beginning of the sync.
public enum SyncTrouble: Sendable, Hashable {
  /// Nothing.
  case none
  /// The call of this number does not arrive, nor does any later one: ``SyncError/offline``.
  case losesRequest(call: Int)
  /// The call of this number is carried out, but its answer is lost: ``SyncError/timedOut``. No later one arrives.
  case losesAnswer(call: Int)
  /// The device ends before the call of this number arrives.
  case endsBefore(call: Int)
  /// The device ends after the call of this number was carried out, before the answer arrives.
  case endsAfter(call: Int)
  /// Every push is carried out twice, and a page has every record twice.
  case repeats
  /// Pages come in the opposite order, with older versions of their records behind.
  case reorders
  /// The first push of more changes than this saves so many, then times out.
  case halfBatch(Int)
  /// After so many calls, the server answers ``SyncError/rateLimited``.
  case limitsRate(calls: Int)
  /// The first pull with a token is answered with ``SyncError/staleToken``.
  case forgetsToken
  /// The change of this number, of all that the sync pushes, is refused, and any other of that name.
  case refuses(change: Int)
  /// Pages have at most so many records.
  case shortPages(Int)
  /// The first page has no record, and is not the last.
  case emptyPage
}

extension SyncTrouble: CustomStringConvertible {
  /// As histories have it: `call 2 does not arrive`.
  public var description: String {
    switch self {
    case .none: ""
    case .losesRequest(let call): "call \(call) does not arrive"
    case .losesAnswer(let call): "the answer of call \(call) is lost"
    case .endsBefore(let call): "the device ends before call \(call)"
    case .endsAfter(let call): "the device ends after call \(call)"
    case .repeats: "everything arrives twice"
    case .reorders: "pages arrive in the opposite order, with older versions"
    case .halfBatch(let count): "the push times out after \(count) of its records"
    case .limitsRate(let calls): "rate limited after \(calls) calls"
    case .forgetsToken: "the token is stale"
    case .refuses(let change): "record \(change) of the push is refused"
    case .shortPages(let size): "pages of \(size)"
    case .emptyPage: "an empty page first"
    }
  }
}
