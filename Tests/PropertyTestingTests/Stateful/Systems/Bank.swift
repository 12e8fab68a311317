import PropertyTesting

struct Bank: Sendable {
  enum Refusal: Error { case unknownAccount, tooLittle }
  typealias Account = Int

  /// Replaced by faults.
  var transferred: @Sendable (_ balances: [Int], _ from: Int, _ to: Int, _ amount: Int) -> [Int] = {
    balances, from, to, amount in
    var balances = balances
    balances[from] -= amount
    balances[to] += amount
    return balances
  }
  private(set) var balances: [Int] = []

  var total: Int { balances.reduce(0, +) }

  mutating func open() -> Account {
    balances.append(0)
    return balances.count - 1
  }

  mutating func deposit(_ amount: Int, on account: Account) -> Int {
    balances[account] += amount
    return balances[account]
  }

  mutating func transfer(_ amount: Int, from: Account, to: Account) throws {
    guard balances[from] >= amount else { throw Refusal.tooLittle }
    balances = transferred(balances, from, to, amount)
  }

  mutating func open(holding amounts: [Int]) {
    balances = amounts
  }
}

extension Fault<Bank> {
  /// Both balances are read before either is written.
  static let doublesATransferToItself = Fault("doublesATransferToItself", "doubles a transfer to the same account") { bank in
    bank.transferred = { balances, from, to, amount in
      var after = balances
      after[from] = balances[from] - amount
      after[to] = balances[to] + amount
      return after
    }
  }
}

struct BankModel: Hashable, Sendable {
  typealias Account = Reference<Bank.Account>
  var balances: [Account: Int] = [:]
  /// Of accounts that there were from the beginning.
  var endowment: [Int] = []

  var accounts: Generator<Account> { .reference(to: balances.keys) }
}

struct Transfer: Sendable {
  let amount: Int
  let from: BankModel.Account
  let to: BankModel.Account
}

struct Deposit: Sendable {
  let account: BankModel.Account
  let amount: Int
}

enum BankMachine {
  typealias BankCommand = Command<BankModel, Bank>

  static let open = BankCommand("open", yielding: Bank.Account.self) { model, account in
    model.balances[account] = 0
  } system: { bank in
    bank.open()
  }

  static let deposit = BankCommand("deposit", with: { model in
    Generator { Deposit(account: try $0(model.accounts), amount: try $0(.int(in: 1...100))) }
  }) { model, deposit in
    model.balances[deposit.account, default: 0] += deposit.amount
    return model.balances[deposit.account, default: 0]
  } system: { bank, deposit, results in
    bank.deposit(deposit.amount, on: try results[deposit.account])
  }

  static let transfer = BankCommand("transfer", with: { model in
    Generator {
      Transfer(
        amount: try $0(.int(in: 1...100)), from: try $0(model.accounts), to: try $0(model.accounts))
    }
  }) { model, transfer in
    guard model.balances[transfer.from, default: 0] >= transfer.amount else { throw Bank.Refusal.tooLittle }
    model.balances[transfer.from, default: 0] -= transfer.amount
    model.balances[transfer.to, default: 0] += transfer.amount
  } system: { bank, transfer, results in
    try bank.transfer(transfer.amount, from: results[transfer.from], to: results[transfer.to])
  }

  static let machine = StateMachine(
    initially: BankModel(), commands: [open, deposit, transfer],
    invariants: [
      Invariant("the bank holds what was deposited") { model, bank in
        bank.total == model.balances.values.reduce(0, +) + model.endowment.reduce(0, +)
      }
    ])
}
