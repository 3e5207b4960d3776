import type { OwnedPosition } from '../chain/position'
import type { Token } from '../domain/token'
import type { DeploymentChain } from '../protocol/deployment/deployment'
import type { AmountFact } from './findings/factTypes'
import type { Reason } from './findings/reason'
import type { BalanceChange, StepOutcome } from './forecast'
import type { PayingIntent } from './liquidityIntent'

/** Everything the checks use in addition to the plan. Plain data: the same inputs give the same verdict. */
export type CheckInputs = {
  /** Milliseconds since the epoch, by our clock. */
  readonly now: number
  /** The wallet's connected account; `undefined` in a dry run without a wallet. */
  readonly account: string | undefined
  /** The chain settings of the deployment: contracts named there are vouched for. */
  readonly chains: readonly DeploymentChain[]
  /** The chains' own coins, for their prices. */
  readonly natives: readonly Token[]
  readonly history: SignedHistory
  /** The minimum received that the person was last shown, in smallest units. */
  readonly shownMinimum: bigint | undefined
  /** Milliseconds after which an answer is too old to sign. */
  readonly maxAge: number
  /** How many steps, from the first on, are done already: only the rest is simulated. */
  readonly done?: number
  /** The amount of the bought token those steps have brought, in smallest units. */
  readonly arrived?: bigint
  /** The kind of account the recipient is, if the bought token arrives on Solana from another chain. */
  readonly recipient?: SolanaAccountKind | undefined
  /**
   * Further possible outflow to the called contracts, in addition to the typed amount; read where the plan could only
   * be simulated.
   */
  readonly worstCase?: { readonly besides: readonly AmountFact[]; readonly isComplete: boolean }
  /** One for each chain the plan has steps on. */
  readonly evidence: readonly ChainEvidence[]
  /** Those of each chain, the most trusted first; of a kind the one with much gas comes before the one as sent. */
  readonly simulations: readonly Simulation[]
}

/** The kind of account at a Solana address: only a wallet has a private key. */
export type SolanaAccountKind =
  | { readonly is: 'wallet' }
  /** A token account, or a mint. */
  | { readonly is: 'token account' }
  | { readonly is: 'program'; readonly program: string }
  | { readonly is: 'unknown'; readonly why: Reason }

/** Contracts and deposits from earlier orders of this browser. They can only relax `unknown` to `seen`, never a hard rule. */
export type SignedHistory = {
  readonly contracts: readonly SeenContract[]
  readonly sent: readonly { readonly hash: string; readonly at: number }[]
  /** Deposits in progress. */
  readonly underWay: readonly PayingIntent[]
}

/** A contract that carried out a plan of ours before, with the code it had then. */
export type SeenContract = {
  readonly chainId: number
  readonly address: string
  readonly codeHash: string
  /** The transaction that called it: its receipt is read again before the contract counts as used. */
  readonly hash: string
}

export type ContractFound = {
  readonly address: string
  readonly codeHash: string | undefined
  /** Absent if the address delegates to no other contract. */
  readonly behind?: CodeBehind
  /** The venue whose published code it is, with any immutables. */
  readonly publishedAs?: string
  /** Functions (their first four bytes) that the plan calls there, and that neither this code nor that behind it has. */
  readonly lacks?: readonly string[]
}

/** The implementation behind an address that delegates its calls. */
export type CodeBehind =
  /** `isRecent`: the implementation was changed within the last fifty blocks. */
  | { readonly is: 'proxy'; readonly to: string; readonly codeHash: string; readonly isRecent: boolean }
  /** A minimal proxy (ERC-1167): the implementation's address is in its code and cannot be changed. */
  | { readonly is: 'clone'; readonly to: string; readonly codeHash: string }
  /**
   * It uses `delegatecall` but no standard proxy slot: for a library or itself, or it is a custom proxy. Pinned code that
   * delegates to itself (multicall) and to libraries only, on every path, has nothing behind it.
   */
  | { readonly is: 'not placed' }
  /** It could not be read, or it is a diamond (ERC-2535): an implementation per function. */
  | { readonly is: 'unread' }

/** The evidence from a chain. */
export type ChainEvidence =
  | {
      readonly is: 'read'
      readonly chainId: number
      /** The RPC's answer to `eth_chainId`. */
      readonly rpcChainId: number
      /** Seconds since the epoch, by the latest block. */
      readonly time: bigint
      readonly block: bigint
      readonly gasPrice: bigint
      /** The data fee of the chain for each step, in addition to gas. */
      readonly dataFees?: readonly bigint[]
      /** Hash of the code at every target and spender; `undefined` without code. */
      readonly contracts: readonly ContractFound[]
      /** `decimals()` as the tokens themselves answer; `undefined` when they do not. */
      readonly decimals: readonly { readonly token: string; readonly decimals: number | undefined }[]
      /** The sender's balances; `native` included. */
      readonly balances: readonly HeldBalance[]
      /** The sender's existing allowances. */
      readonly allowances: readonly { readonly token: string; readonly spender: string; readonly amount: bigint }[]
      /** The contract whose code the sender's account runs (EIP-7702). */
      readonly delegate?: string | undefined
      /** The same of another account that receives on this chain. */
      readonly recipientDelegate?: string | undefined
      /** The position to increase; absent if the manager knows no such position. */
      readonly position?: OwnedPosition | undefined
      /** Who may move all positions of the recipient; absent where the node does not show it. */
      readonly operators?: readonly string[] | undefined
      /** The pool address that the manager resolves for the pair and fee of a deposit, if it could be read. */
      readonly pool?: string | undefined
      /** Current prices of that pool and of others of its pair. */
      readonly poolPrices?: PoolPrices | undefined
      /** The pools of the two tokens of a swap, and of both with a named token, regardless of the service's route. */
      readonly marketPools?: readonly MarketPool[]
    }
  | { readonly is: 'unavailable'; readonly chainId: number; readonly why: Reason }

/**
 * `held`: of the token it pays, `taken`: of the one it takes. The price is token1 per token0 in Q64.96, by the order of the
 * tokens' addresses; `liquidity` is that of the current range.
 */
export type MarketPool = {
  readonly takes: string
  readonly pays: string
  readonly feePpm: number
  readonly sqrtPriceX96: bigint
  readonly liquidity: bigint
  readonly held: bigint
  readonly taken: bigint
}

/** Square-root prices in Q64.96: of the pool of the deposit, and of other pools of the same pair. */
export type PoolPrices = { readonly own: bigint | undefined; readonly others: readonly bigint[] }

export type HeldBalance = { readonly token: string; readonly amount: bigint }

/** A simulation of the plan on one chain. */
export type Simulation =
  | {
      readonly is: 'run'
      readonly chainId: number
      readonly by: 'eth_simulateV1' | 'prober'
      /** With the gas limits that the wallet is asked to set; absent: with much gas. */
      readonly gas?: 'as sent'
      /** It happened a few blocks ahead: of a run as sent, absent where the node can only try the latest block. */
      readonly isAhead?: boolean
      /** Per step on this chain, in order. */
      readonly outcomes: readonly StepOutcome[]
      /** Of sender and recipient; network fees are not in it. */
      readonly changes: readonly BalanceChange[]
      /** Allowances of the sender before and after, expected or not. */
      readonly grants: readonly AllowanceChange[]
      /** Operators the sender approved for a whole NFT collection (`setApprovalForAll`). */
      readonly operators: readonly { readonly token: string; readonly operator: string }[]
      /** Contracts whose logs name the sender, who may hold a debt or stake there. Only from node simulations. */
      readonly loggedBy?: readonly string[]
      /** New positions, from the logs of managers and pools. Only from node simulations. */
      readonly minted?: MintedPositions
      /** Liquidity of the increased position, if it could be read before and after. */
      readonly growth?: LiquidityGrowth
      /** Milliseconds since the epoch. */
      readonly at: number
    }
  | {
      readonly is: 'not run'
      readonly chainId: number
      readonly why: Reason
    }

export type MintedPositions = {
  readonly tokens: readonly { readonly manager: string; readonly owner: string }[]
  readonly liquidity: readonly {
    readonly pool: string
    /** The position manager, which is the owner in the pool's records. */
    readonly owner: string
    readonly tickLower: number
    readonly tickUpper: number
    readonly liquidity: bigint
  }[]
}

/** Liquidity of a position. */
export type LiquidityGrowth = { readonly before: bigint; readonly after: bigint }

/** `through`: the contract that keeps the allowance (Permit2), if not the token itself. */
export type SpendingRight = { readonly token: string; readonly spender: string; readonly through?: string }

export type AllowanceChange = SpendingRight & { readonly before: bigint; readonly after: bigint }

export const noHistory: SignedHistory = { contracts: [], sent: [], underWay: [] }
/** A quote is stale after this long. */
export const defaultMaxAge = 30_000
