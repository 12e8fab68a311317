/// A model with fields that nobody may read who has only the disk.
public protocol SensitiveModel: StoredModel {
  /// Names of stored fields: what ``FieldSealing`` encrypts.
  static var sensitiveFields: Set<String> { get }
}

extension TradeRecord: SensitiveModel {
  public static let sensitiveFields: Set<String> = ["notes"]
}

extension ProjectItem: SensitiveModel {
  public static let sensitiveFields: Set<String> = ["notes"]
}
