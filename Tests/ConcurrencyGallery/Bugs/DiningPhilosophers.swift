extension GalleryBug {
  /// Dijkstra, EWD 310 (1971).
  static let diningPhilosophers = GalleryBug(
    "dining philosophers",
    "Everyone holds the fork on the left and waits for the one on the right.",
    schedules: .withoutGrace, verdict: "deadlocked",
    buggy: { await dine { ($0, $1) } },
    fixed: { await dine { (min($0, $1), max($0, $1)) } })
}

private func dine(inOrder order: @escaping @Sendable (Int, Int) -> (Int, Int)) async {
  let forks = [AsyncLock(), AsyncLock(), AsyncLock()]
  await withTaskGroup { table in
    for seat in forks.indices {
      table.addTask {
        let (first, second) = order(seat, (seat + 1) % forks.count)
        await forks[first].lock()
        await forks[second].lock()
        await forks[second].unlock()
        await forks[first].unlock()
      }
    }
  }
}
