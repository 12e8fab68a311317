extension Array {
  /// In groups of so many, the last of what is left; no groups for a size below 1 (002 ArrayExtensions).
  public func chunked(into size: Int) -> [[Element]] {
    guard size > 0 else { return [] }
    return stride(from: 0, to: count, by: size).map { start in
      Array(self[start..<(size < count - start ? start + size : count)])
    }
  }
}
