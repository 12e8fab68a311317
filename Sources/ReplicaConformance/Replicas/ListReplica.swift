import ReplicaContract

/// A replicated growable array (Roh et al., "Replicated abstract data types", 2011), as the tree of insertions (Grishchenko, "Causal
/// trees", 2010): each element hangs on the one before it, and of elements that hang on the same one the later comes first.
extension ReplicaFormat {
  /// A list; elements keep their places.
  public static var list: ReplicaFormat { .list(ListRules()) }

  static func list(_ rules: ListRules) -> ReplicaFormat {
    let read = BodyReader<ListElement>()
    let elements: @Sendable ([String: KeptRecord]) -> [ListElement] = { records in
      records.sorted { $0.key < $1.key }.compactMap { read($0.value.body) }
    }
    return ReplicaFormat(
      capabilities: ReplicaCapabilities(hasRecords: false, fields: [], hasList: true, isBounded: false),
      change: { edit, records, context in
        let visible = rules.order(elements(records)).filter { !$0.isRemoved }
        switch edit {
        case .insertElement(let value, let place):
          let id = rules.next(elements(records).map(\.id), context.device)
          let parent = place == 0 ? nil : visible[place - 1].id
          return [id.name: ListElement(id: id, value: value, parent: parent).body]
        case .removeElement(let place):
          var element = visible[place]
          element.isRemoved = true
          return [element.id.name: element.body]
        case .insert, .update, .delete: throw ReplicaError.undeclared("\(edit)")
        }
      },
      merge: { here, there in
        guard let first = read(here), let second = read(there) else { return here }
        return rules.merge(first, second).body
      },
      contents: { records in
        ReplicaContents(list: rules.order(elements(records)).filter { !$0.isRemoved }.map(\.value))
      })
  }
}

/// The identity of an element: later ones have higher numbers than all that their device knew.
struct ElementID: Sendable, Codable, Hashable, Comparable {
  var number: Int
  var device: String

  static func < (left: Self, right: Self) -> Bool { (left.number, left.device) < (right.number, right.device) }

  /// Sorts like the ids, so that an element is sent after those that it hangs on.
  var name: String { "\(1_000_000 + number)\(device)" }
}

struct ListElement: RecordBody {
  var id: ElementID
  var value: String
  /// The element before it when it was inserted; nil: it was inserted at the beginning.
  var parent: ElementID?
  var isRemoved = false
}

/// The rules of the format, which mistakes replace.
struct ListRules: Sendable {
  var next: @Sendable (_ known: [ElementID], _ device: String) -> ElementID = { known, device in
    ElementID(number: (known.map(\.number).max() ?? 0) + 1, device: device)
  }
  /// All elements, removed ones too, in the order of the list. What hangs on an element that is not here yet is left out.
  var order: @Sendable ([ListElement]) -> [ListElement] = { elements in
    ListRules.walk(elements) { $0.sorted { $1.id < $0.id } }
  }
  var merge: @Sendable (_ here: ListElement, _ there: ListElement) -> ListElement = { here, there in
    var here = here
    here.isRemoved = here.isRemoved || there.isRemoved
    return here
  }

  /// The tree, each element before what hangs on it.
  static func walk(_ elements: [ListElement], _ sorted: ([ListElement]) -> [ListElement]) -> [ListElement] {
    let children = Dictionary(grouping: elements) { $0.parent }
    var result: [ListElement] = []
    var rest = Array(sorted(children[nil] ?? []).reversed())
    while let next = rest.popLast() {
      result.append(next)
      rest += sorted(children[.some(next.id)] ?? []).reversed()
    }
    return result
  }
}
