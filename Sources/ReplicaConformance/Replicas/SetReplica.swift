import ReplicaContract

/// An observed-remove set without tombstones (Bieniusa et al., "An optimized conflict-free replicated set", 2012): a removal removes the
/// insertions that its device has seen, so one that it has not seen wins.
extension ReplicaFormat {
  /// Records that are only there or not; edits win.
  public static var set: ReplicaFormat { .set(SetRules()) }

  static func set(_ rules: SetRules) -> ReplicaFormat {
    let read = BodyReader<SetElement>()
    return ReplicaFormat(
      capabilities: ReplicaCapabilities(fields: [], deletes: .editsWin),
      change: { edit, records, context in
        func element(_ id: String) -> SetElement { records[id].flatMap { read($0.body) } ?? SetElement() }
        switch edit {
        case .insert(let id, _): return [id: rules.insert(element(id), context.device).body]
        case .delete(let id): return [id: rules.remove(element(id)).body]
        case .update, .insertElement, .removeElement: throw ReplicaError.undeclared("\(edit)")
        }
      },
      merge: { here, there in
        guard let first = read(here), let second = read(there) else { return here }
        return rules.merge(first, second).body
      },
      contents: { records in
        let present = records.filter { read($0.value.body)?.live.isEmpty == false }
        return ReplicaContents(records: present.mapValues { _ in [:] })
      })
  }
}

/// What is known of one element. An insertion is known by its device and its number among those of that device.
struct SetElement: RecordBody {
  /// The insertions that nobody has removed: one a device.
  var live: [String: Int] = [:]
  /// The number of each device's last insertion that is known, removed or not.
  var seen: [String: Int] = [:]

  /// What one side has and the other has seen and not kept was removed there.
  func merged(with other: SetElement) -> SetElement {
    var result = SetElement()
    result.seen = seen.merging(other.seen, uniquingKeysWith: max)
    for device in result.seen.keys {
      let (here, there) = (live[device] ?? 0, other.live[device] ?? 0)
      let isKept = here == there || (here > there ? here > other.seen[device] ?? 0 : there > seen[device] ?? 0)
      if isKept, max(here, there) > 0 { result.live[device] = max(here, there) }
    }
    return result
  }
}

/// The rules of the format, which mistakes replace.
struct SetRules: Sendable {
  var insert: @Sendable (SetElement, _ device: String) -> SetElement = { element, device in
    var element = element
    let number = (element.seen[device] ?? 0) + 1
    element.seen[device] = number
    // It replaces those that it has seen.
    element.live = [device: number]
    return element
  }
  var remove: @Sendable (SetElement) -> SetElement = { element in
    var element = element
    element.live = [:]
    return element
  }
  var merge: @Sendable (_ here: SetElement, _ there: SetElement) -> SetElement = { $0.merged(with: $1) }
}
