import PropertyTesting

extension GalleryBug {
  static let priorityInversion = GalleryBug(
    "priority inversion in a queue",
    "A worker chooses its job before the printer is ready, so an urgent job that comes later waits.",
    buggy: { try await printUrgently { await $0.chooseThenWarmUp() } },
    fixed: { try await printUrgently { await $0.warmUpThenChoose() } })
}

private func printUrgently(_ work: @escaping @Sendable (PrintWorker) async -> Void) async throws {
  let queue = PrintQueue()
  await queue.submit(PrintJob(name: "report", urgency: 1))
  await queue.submit(PrintJob(name: "manual", urgency: 1))
  async let worker: Void = work(PrintWorker(queue: queue))
  async let visitor: Void = queue.submit(PrintJob(name: "ticket", urgency: 9))
  _ = await (worker, visitor)
  for start in await queue.starts {
    try expect(
      "\(start.job.name) starts while nothing more urgent waits",
      start.waiting.allSatisfy { $0.urgency <= start.job.urgency })
  }
}

private struct PrintJob {
  let name: String
  let urgency: Int
}

private struct PrintWorker {
  let queue: PrintQueue
  private let printer = Printer()

  init(queue: PrintQueue) {
    self.queue = queue
  }

  func chooseThenWarmUp() async {
    while let job = await queue.takeMostUrgent() {
      await printer.warmUp()
      await queue.start(job)
    }
  }

  func warmUpThenChoose() async {
    repeat { await printer.warmUp() } while await queue.startMostUrgent()
  }
}

private actor PrintQueue {
  private var waiting: [PrintJob] = []
  private(set) var starts: [(job: PrintJob, waiting: [PrintJob])] = []

  func submit(_ job: PrintJob) {
    waiting.append(job)
  }

  func takeMostUrgent() -> PrintJob? {
    waiting.indices.max { waiting[$0].urgency < waiting[$1].urgency }.map { waiting.remove(at: $0) }
  }

  func start(_ job: PrintJob) {
    starts.append((job, waiting))
  }

  func startMostUrgent() -> Bool {
    guard let job = takeMostUrgent() else { return false }
    start(job)
    return true
  }
}

private actor Printer {
  private var isWarm = false

  func warmUp() {
    isWarm = true
  }
}
