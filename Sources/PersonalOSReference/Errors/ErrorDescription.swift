/// The case of the error with all its values and its cause.
func debugDescription(of error: any Error) -> String {
  (error as? any AppErrorProtocol)?.debugDescription ?? String(reflecting: error)
}

/// The type and the case of the error, without values: "AppError.network.timeout", "StoreError.damaged", "URLError".
func caseName(of error: any Error) -> String {
  let kind = Swift.type(of: error)
  let type = String(describing: kind)
  if let error = error as? any AppErrorProtocol { return "\(type).\(caseNames(in: error.debugDescription))" }
  let mirror = Mirror(reflecting: error)
  guard mirror.displayStyle == .enum else { return type }
  if let label = mirror.children.first?.label { return "\(type).\(label)" }
  // A case without values prints as its name, unless its type describes itself.
  return kind is any CustomStringConvertible.Type ? type : "\(type).\(error)"
}

/// Returns "network.timeout" for "network(timeout, retryable: true)".
private func caseNames(in description: String) -> String {
  let outer = description.prefix { $0.isLetter }
  guard ["network", "database", "validation", "security"].contains(outer) else { return String(outer) }
  return "\(outer).\(description.dropFirst(outer.count + 1).prefix { $0.isLetter })"
}
