import PersonalOSReference
import PropertyTesting

extension PersonalOSApp {
  /// Whoever asks the container gets the services that the app uses.
  @MainActor
  func expectServicesInContainer() throws {
    func expectSame(_ name: String, _ found: Any, _ used: Any) throws {
      // Of a value nobody can say which one it is.
      let isSame =
        type(of: used) is AnyClass ? found as AnyObject === used as AnyObject : type(of: found) == type(of: used)
      try expect("the container has the app's \(name), not \(type(of: found))", isSame)
    }
    let container = core.container
    try expectSame("data access", container.resolve(AppServices.data), core.data)
    try expectSame("effect gate", container.resolve(AppServices.gate), core.gate)
    try expectSame("requests", container.resolve(AppServices.requests), core.requests)
    try expectSame("migration", container.resolve(AppServices.migrator), upkeep.migrator)
    try expectSame("backups", container.resolve(AppServices.backupService), upkeep.backups)
    try expectSame("sync", container.resolve(AppServices.projectSync), work.projectSync)
    try expectSame("GitHub", container.resolve(AppServices.Parts.gitHub), trust.servers)
    try expectSame("keychain", container.resolve(AppServices.Parts.keychain), core.platform.keychain)
    try expectSame("notices", container.resolve(AppServices.Parts.notifications), core.platform.notifications)
    try expectSame("place of backups", container.resolve(AppServices.Parts.backups), core.backups)
    try expectSame("posts", container.resolve(AppServices.posts), work.posts)
    try expectSame("presenter", container.resolve(AppServices.Parts.errors), core.errors)
  }
}
