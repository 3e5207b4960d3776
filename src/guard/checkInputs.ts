import type { Token } from '../domain/token'
import type { DeploymentChain } from '../protocol/deployment'
import type { Reason } from './findings/reason'
import type { BalanceChange, StepOutcome } from './forecast'
import type { PayingIntent } from './liquidityIntent'
import type { PoolPrices } from './simulate/evm/poolPrices'
import type { OwnedPosition } from './simulate/evm/position'

/** Everything the checks may lean on besides the plan. Plain data: the same facts give the same verdict. */
export type CheckInputs = {
  /** Milliseconds since the epoch, by our clock. */
  readonly now: number
  /** The account the wallet answers for now; `undefined` in a dry run without a wallet. */
  readonly account: string | undefined
  /** What the deployment vouches for. */
  readonly chains: readonly DeploymentChain[]
  /** The chains' own coins, for their prices. */
  readonly natives: readonly Token[]
  readonly history: SignedHistory
  /** What the person was last shown to receive at least, in smallest units. */
  readonly shownMinimum: bigint | undefined
  /** Milliseconds after which an answer is too old to sign. */
  readonly maxAge: number
  /** How many steps, from the first on, have been carried out already: only the rest is tried out. */
  readonly done?: number
  /** What those steps have brought of the bought token, in smallest units. */
  readonly arrived?: bigint
  /** What the recipient is, where what is bought arrives on Solana from another chain. */
  readonly recipient?: SolanaAccountKind | undefined
  /** One for each chain the plan has steps on. */
  readonly evidence: readonly ChainEvidence[]
  /** One for each chain; the second opinion, where there is one, right after the first. */
  readonly simulations: readonly Simulation[]
}

/** What lives at an address on Solana: only of a wallet somebody has the key. */
export type SolanaAccountKind =
  | { readonly is: 'wallet' }
  /** A purse for one token, or a token itself. */
  | { readonly is: 'token account' }
  | { readonly is: 'program'; readonly program: string }
  | { readonly is: 'unknown'; readonly why: Reason }

/** What this browser remembers of earlier orders. It can only relax `unknown` to `seen`, never a hard rule. */
export type SignedHistory = {
  readonly contracts: readonly SeenContract[]
  readonly sent: readonly { readonly hash: string; readonly at: number }[]
  /** Deposits that are being carried out at the moment. */
  readonly underWay: readonly PayingIntent[]
}

/** A contract that carried out a plan of ours before, with the code it had then. */
export type SeenContract = { readonly chainId: number; readonly address: string; readonly codeHash: string }

export type ContractFound = {
  readonly address: string
  readonly codeHash: string | undefined
  /** Absent where the code at the address is all that runs. */
  readonly behind?: CodeBehind
}

/** What stands behind an address that passes its calls on. */
export type CodeBehind =
  /** `isRecent`: it was exchanged within the last fifty blocks. */
  | { readonly is: 'proxy'; readonly to: string; readonly codeHash: string; readonly isRecent: boolean }
  /** A minimal proxy (ERC-1167): its code names the address, and nobody can exchange it. */
  | { readonly is: 'clone'; readonly to: string; readonly codeHash: string }
  /** It delegates, and keeps no address where proxies do: it calls itself or a library, or is a proxy of its own kind. */
  | { readonly is: 'not placed' }
  /** A diamond: another contract for each function. */
  | { readonly is: 'many' }
  | { readonly is: 'unread' }

/** What the chain itself says. */
export type ChainEvidence =
  | {
      readonly is: 'read'
      readonly chainId: number
      /** What the RPC answers to `eth_chainId`. */
      readonly rpcChainId: number
      /** Seconds since the epoch, by the latest block. */
      readonly time: bigint
      readonly block: bigint
      readonly gasPrice: bigint
      /** Hash of the code at every target and spender; `undefined` where there is none. */
      readonly contracts: readonly ContractFound[]
      /** `decimals()` as the tokens themselves answer; `undefined` when they do not. */
      readonly decimals: readonly { readonly token: string; readonly decimals: number | undefined }[]
      /** What the sender holds; `native` included. */
      readonly balances: readonly HeldBalance[]
      /** What the sender has allowed already. */
      readonly allowances: readonly { readonly token: string; readonly spender: string; readonly amount: bigint }[]
      /** The position that is to grow; none where the manager knows no such position. */
      readonly position?: OwnedPosition
      /** The pool that the manager means by the pair and fee of a deposit, where it tells. */
      readonly pool?: string
      /** What that pool and others of its pair stand at. */
      readonly poolPrices?: PoolPrices
    }
  | { readonly is: 'unavailable'; readonly chainId: number; readonly why: Reason }

export type HeldBalance = { readonly token: string; readonly amount: bigint }

/** The plan tried out on a copy of the chain. */
export type Simulation =
  | {
      readonly is: 'run'
      readonly chainId: number
      readonly by: 'eth_simulateV1' | 'prober'
      /** Per step on this chain, in order. */
      readonly outcomes: readonly StepOutcome[]
      /** Of sender and recipient; network fees are not in it. */
      readonly changes: readonly BalanceChange[]
      /** Allowances of the sender before and after, of plan and surprise alike. */
      readonly grants: readonly AllowanceChange[]
      /** Operators the sender made masters of a whole collection. */
      readonly operators: readonly { readonly token: string; readonly operator: string }[]
      /** Contracts whose logs name the sender: there may be something of theirs that is no balance. Only nodes tell. */
      readonly loggedBy?: readonly string[]
      /** New positions, as managers and pools log them. Only nodes tell. */
      readonly minted?: MintedPositions
      /** Of the position that is to grow, where its manager told both times. */
      readonly growth?: LiquidityGrowth
      /** Milliseconds since the epoch. */
      readonly at: number
    }
  | {
      readonly is: 'not run'
      readonly chainId: number
      readonly why: Reason
      /** The RPC does not know the method: remember it and do not ask again. */
      readonly isUnsupported: boolean
    }

export type MintedPositions = {
  readonly tokens: readonly { readonly manager: string; readonly owner: string }[]
  readonly liquidity: readonly {
    readonly pool: string
    /** The manager: pools know nobody else. */
    readonly owner: string
    readonly tickLower: number
    readonly tickUpper: number
    readonly liquidity: bigint
  }[]
}

/** Liquidity of a position. */
export type LiquidityGrowth = { readonly before: bigint; readonly after: bigint }

export type AllowanceChange = {
  readonly token: string
  readonly spender: string
  /** The contract behind which it stands, where that is not the token's own. */
  readonly through?: string
  readonly before: bigint
  readonly after: bigint
}

export const noHistory: SignedHistory = { contracts: [], sent: [], underWay: [] }
/** A quote is stale after this long. */
export const usualMaxAge = 30_000
