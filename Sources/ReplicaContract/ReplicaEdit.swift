/// One edit of a user.
public enum ReplicaEdit: Sendable, Hashable {
  /// Makes a record. Its id is new, or that of a record that was deleted. All fields that the replica declares are given.
  case insert(id: String, fields: [String: String])
  /// Changes one field of a record.
  case update(id: String, field: String, value: String)
  /// Deletes a record.
  case delete(id: String)
  /// Puts an element into the list: 0 is its beginning, the number of elements its end.
  case insertElement(String, at: Int)
  /// Removes the element at this place of the list.
  case removeElement(at: Int)
}

extension ReplicaEdit: CustomStringConvertible {
  /// As histories have it: `insert a {title: v1}`.
  public var description: String {
    switch self {
    case .insert(let id, let fields):
      "insert \(id)" + (fields.isEmpty ? "" : " " + ReplicaContents.text(of: fields))
    case .update(let id, let field, let value): "\(id).\(field) = \(value)"
    case .delete(let id): "delete \(id)"
    case .insertElement(let value, let place): "put \(value) at \(place)"
    case .removeElement(let place): "remove at \(place)"
    }
  }
}

/// What a user sees on one device.
public struct ReplicaContents: Sendable, Equatable {
  /// The fields of each record, by its id.
  public var records: [String: [String: String]]
  /// The elements of the list, in their order; empty if the replica has no list.
  public var list: [String]

  /// Contents, by default none.
  public init(records: [String: [String: String]] = [:], list: [String] = []) {
    self.records = records
    self.list = list
  }

  /// These contents after an edit; nil if it does not fit.
  public func after(_ edit: ReplicaEdit) -> ReplicaContents? {
    var copy = self
    switch edit {
    case .insert(let id, let fields):
      guard records[id] == nil else { return nil }
      copy.records[id] = fields
    case .update(let id, let field, let value):
      guard records[id] != nil else { return nil }
      copy.records[id]?[field] = value
    case .delete(let id):
      guard copy.records.removeValue(forKey: id) != nil else { return nil }
    case .insertElement(let value, let place):
      guard (0...list.count).contains(place) else { return nil }
      copy.list.insert(value, at: place)
    case .removeElement(let place):
      guard list.indices.contains(place) else { return nil }
      copy.list.remove(at: place)
    }
    return copy
  }
}

extension ReplicaContents: CustomStringConvertible {
  /// Records in the order of their ids, then the list: `a {title: v1}; [x, y]`.
  public var description: String {
    var parts = records.sorted { $0.key < $1.key }.map { $0.value.isEmpty ? $0.key : "\($0.key) \(Self.text(of: $0.value))" }
    if !list.isEmpty { parts.append("[\(list.joined(separator: ", "))]") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }

  static func text(of fields: [String: String]) -> String {
    "{" + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
  }
}
