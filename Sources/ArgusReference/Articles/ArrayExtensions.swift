extension Array {
  /// Splits the array into groups of `size`, in order (002 ArrayExtensions). The last group holds the rest. A size
  /// below 1 returns no groups.
  public func chunked(into size: Int) -> [[Element]] {
    guard size > 0 else { return [] }
    return stride(from: 0, to: count, by: size).map { start in
      Array(self[start..<(size < count - start ? start + size : count)])
    }
  }
}
