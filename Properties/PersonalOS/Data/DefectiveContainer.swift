import PersonalOSReference
import Synchronization

/// Another container, with one defect: what POS-13 must catch. Without a defect it holds.
final class DefectiveContainer: DependencyRegistry {
  enum Defect: Sendable {
    case givesDummies, namesWhoAsked, remembersNothing, recursesForEver, keepsWhatWasReplaced, keepsWhatWasReplacedMeanwhile
    case keepsTheLastOfTwo
  }

  private let factories = Mutex<[String: @Sendable (any DependencyResolving) throws -> any Sendable]>([:])
  private let services = Mutex<[String: any Sendable]>([:])
  /// How often each was registered.
  private let numbers = Mutex<[String: Int]>([:])
  private let defect: Defect?

  init(_ defect: Defect?) {
    self.defect = defect
  }

  func register<Service: Sendable>(
    _ key: DependencyKey<Service>, _ make: @escaping @Sendable (any DependencyResolving) throws -> Service
  ) {
    factories.withLock { $0[key.name] = make }
    numbers.withLock { $0[key.name, default: 0] += 1 }
    if defect != .keepsWhatWasReplaced { services.withLock { $0[key.name] = nil } }
  }

  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
    do {
      return try resolve(key, path: [])
    } catch is DependencyError where defect == .namesWhoAsked {
      throw DependencyError.missing(key.name)
    }
  }

  fileprivate func resolve<Service: Sendable>(
    _ key: DependencyKey<Service>, path: [String]
  ) throws -> Service {
    let known = services.withLock { $0[key.name] } as? Service
    if let known, defect != .remembersNothing { return known }
    let isCycle = path.contains(key.name) && defect != .recursesForEver
    guard !isCycle, let factory = factories.withLock({ $0[key.name] }) else { return try absent(key) }
    let number = numbers.withLock { $0[key.name] }
    let made: any Sendable
    do {
      made = try factory(Parts(container: self, path: path + [key.name]))
    } catch let error as DependencyError {
      throw error
    } catch {
      return try absent(key)
    }
    guard let service = made as? Service else { throw DependencyError.missing(key.name) }
    guard numbers.withLock({ $0[key.name] }) == number || defect == .keepsWhatWasReplacedMeanwhile else { return service }
    return services.withLock { services in
      if defect != .keepsTheLastOfTwo, defect != .remembersNothing, let other = services[key.name] as? Service { return other }
      services[key.name] = made
      return service
    }
  }

  private func absent<Service>(_ key: DependencyKey<Service>) throws -> Service {
    if defect == .givesDummies, let dummy = GraphService("dummy", []) as? Service { return dummy }
    throw DependencyError.missing(key.name)
  }

  private struct Parts: DependencyResolving {
    let container: DefectiveContainer
    let path: [String]

    func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
      try container.resolve(key, path: path)
    }
  }
}
