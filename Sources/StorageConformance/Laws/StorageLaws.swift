/// All laws, in the order of their numbers.
public enum StorageLaws {
  /// Every law, sorted by number.
  public static let all: [StorageLaw] =
    (ValueLaws.all + KeyLaws.all + OperationLaws.all + TransactionLaws.all + OverlapLaws.all + CrashLaws.all
    + DiskFaultLaws.all + DamageLaws.all + LifeCycleLaws.all + SizeLaws.all).sorted { $0.id < $1.id }
}
