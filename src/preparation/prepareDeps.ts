import type { ServiceResult } from '../api/serviceResult'
import { addressKey } from '../domain/address'
import type { ChainKind } from '../domain/chain'
import type { Token } from '../domain/token'
import type { BatchSupport, CheckOptions, CheckPorts } from '../guard/check/checkedPlan'
import type { SignedHistory } from '../guard/checkInputs'
import { type Intent, sourceChainOf } from '../guard/intent'
import type { Deployment } from '../protocol/deployment/deployment'
import type { SwapAnswer, SwapRequest } from '../protocol/serviceMessages'
import type { Account } from '../wallets/wallets'

/** The dependencies for preparing and checking a plan. Clock, timer and network are passed in. */
export type PrepareDeps = {
  readonly deployment: Deployment
  readonly nodes: CheckPorts['nodes']
  readonly wallets: ConnectedAccounts
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly tokens: readonly Token[]
  /**
   * Facts from earlier orders of this browser for the checks. Requested each time, because all of them have to be read
   * before.
   */
  readonly history: () => Promise<SignedHistory>
}

/** Asks the service for a swap. The caller decides what ends the wait: a review that closes, or a timeout. */
export type AskSwap = (request: SwapRequest) => Promise<ServiceResult<SwapAnswer>>

export function nativesOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ isNative }) => isNative)
}

/** The options of a check now, for the account that is to sign. */
export async function checkOptions(
  intent: Intent,
  { deployment, wallets, clock, tokens, history }: PrepareDeps,
): Promise<CheckOptions> {
  const account = signerFor(intent.sender, sourceChainOf(intent).kind, wallets)
  const { chains } = deployment
  return { now: clock(), account, chains, natives: nativesOf(tokens), tokens, history: await history() }
}

/** A plan that was not made as a batch is not sent as one, even if the wallet can do it now. */
export function oneByOne({ wallets, ...deps }: PrepareDeps): PrepareDeps {
  const { batchSupport: _, ...others } = wallets
  return { ...deps, wallets: others }
}

/** The connected accounts, as checks need them. */
type ConnectedAccounts = {
  /** Whether the account's wallet can send several calls as one transaction on a chain. */
  readonly batchSupport?: (account: string, chainId: number) => Promise<BatchSupport | undefined>
  readonly store: { readonly getState: () => { readonly accounts: readonly Pick<Account, 'kind' | 'address'>[] } }
}

/** The connected account that will be asked to sign: the sender's own if it is connected, else the first of its kind. */
function signerFor(sender: string, kind: ChainKind, { store }: ConnectedAccounts): string | undefined {
  const accounts = store.getState().accounts.filter((account) => account.kind === kind)
  const own = accounts.find(({ address }) => addressKey(address) === addressKey(sender))
  return (own ?? accounts[0])?.address
}
