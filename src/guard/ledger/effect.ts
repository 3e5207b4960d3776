/** An account and an asset. Compared with `===`: the code that reads calldata writes each of them in one spelling. */
export type AccountId = string
export type AssetId = string

/** A fixed amount, or everything that a contract holds for the person at that moment. */
export type Quantity = bigint | 'all held'

/** A right to take tokens later. A later one over the same token, for the same spender and in the same place, replaces it. */
export type Right = {
  readonly owner: AccountId
  readonly spender: AccountId
  readonly token: AssetId
  /** The contract that keeps it (Permit2), where it is not the token's own. */
  readonly through?: AccountId
  readonly amount: bigint
  /** Expiration in seconds since the epoch. */
  readonly until: bigint | undefined
}

/** The debt of a bridge to an account on another chain, or its refund where it does not deliver. */
export type Promised = {
  readonly by: AccountId
  readonly account: AccountId
  readonly asset: AssetId
  readonly least: bigint
  /** `isBought`: the bridge buys it with the deposit, and keeps it until then. */
  readonly refund: { readonly asset: AssetId; readonly least: bigint; readonly isBought?: true }
}

/** One effect of a transaction on what an account owns, or on what a contract holds for the person in transit (custody). */
export type LedgerEffect =
  /** An account pays, to the custody of a contract or to a market. */
  | {
      readonly does: 'debit'
      readonly account: AccountId
      readonly asset: AssetId
      readonly amount: bigint
      readonly to?: AccountId
    }
  /** An account receives from a contract that is not followed. */
  | { readonly does: 'credit'; readonly account: AccountId; readonly asset: AssetId; readonly least: bigint }
  /**
   * A contract buys at a market and insists on a minimum. `payer`: the account that pays; the contract itself pays from its
   * custody. An absent payer is a contract that is not followed. `coin`: custody in this asset pays instead where it is
   * enough for all of it.
   */
  | {
      readonly does: 'trade'
      readonly by: AccountId
      readonly payer?: AccountId
      readonly sells: AssetId
      readonly quantity: Quantity
      readonly coin?: AssetId
      /** Otherwise a part of the quantity, or all of it, may be left over. */
      readonly isExact: boolean
      readonly buys: AssetId
      readonly least: bigint
      readonly to: AccountId
    }
  /** A contract gives custody away: to a market, a bridge, or as a fee. `bps`: only a share, of everything that it holds. */
  | {
      readonly does: 'spend'
      readonly by: AccountId
      readonly asset: AssetId
      readonly quantity: Quantity
      readonly bps?: bigint
      /** Whether it counts as traded. */
      readonly isUsed?: true
    }
  /** A contract pays custody out one for one, wrapped or unwrapped where `as` is another asset. `least`: its own minimum. */
  | {
      readonly does: 'pass'
      readonly by: AccountId
      readonly asset: AssetId
      readonly as: AssetId
      readonly quantity: Quantity
      readonly least: bigint
      readonly to: AccountId
      readonly isUsed?: true
      /** It pays out nothing, and does not fail, where it holds nothing. */
      readonly mayBeNothing?: true
    }
  /** An owner lets a spender take tokens later. */
  | ({ readonly does: 'grant' } & Right)
  | ({ readonly does: 'promise' } & Promised)
  /** Code of a third party may run, and may take the custody of any contract. */
  | { readonly does: 'run stranger' }
