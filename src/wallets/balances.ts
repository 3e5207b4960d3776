import { queryOptions } from '@tanstack/react-query'
import type { Amount } from '../domain/amount'
import { chainKinds } from '../domain/chainKinds'
import type { Token } from '../domain/token'
import { quantity } from '../guard/simulate/rpc'
import { balanceCall } from './evm/hex'
import type { Wallets } from './wallets'

/** No chain is asked for the same balances more often than this, whatever a screen wishes. */
const shortestWait = 5_000

/**
 * What an account holds of some tokens of one chain, in the order asked for; `undefined` in the place of a token
 * whose contract gives no balance. Polled while somebody looks.
 */
export function balancesOptions(wallets: Wallets, account: string, tokens: readonly Token[], every = 10_000) {
  const [first] = tokens
  return queryOptions({
    queryKey: ['balances', first?.chain.chainId, account, tokens.map(({ address }) => address)] as const,
    queryFn: () => readBalances(wallets, account, tokens),
    enabled: tokens.length > 0,
    refetchInterval: Math.max(shortestWait, every),
    staleTime: shortestWait,
    retry: 2,
  })
}

/** Asks a chain for all of them at once. Throws when the chain cannot be asked, or the tokens are of several chains. */
export async function readBalances(
  wallets: Wallets,
  account: string,
  tokens: readonly Token[],
): Promise<readonly (Amount | undefined)[]> {
  const [first] = tokens
  if (!first) return []
  const { chainId } = first.chain
  if (tokens.some(({ chain }) => chain.chainId !== chainId)) throw new ManyChains()
  // A person's bitcoin are in a wallet that is not connected, on a chain no node is asked of.
  if (!chainKinds[first.chain.kind].isReadable) return tokens.map(() => undefined)
  const ask = wallets.rpc(chainId)
  if (first.chain.kind === 'solana') {
    const { readSolanaBalances } = await import('./solana/balances')
    return readSolanaBalances(ask, account, tokens)
  }
  // Asked at once, they travel in one request.
  const answers = await Promise.allSettled(tokens.map((token) => ask(...balanceQuestion(token, account))))
  const [refusal] = answers
  if (refusal?.status === 'rejected' && answers.every(({ status }) => status === 'rejected')) throw refusal.reason
  return tokens.map((token, index) => amountIn(token, answers[index]))
}

/** What one transaction's gas costs at the moment, in the smallest unit of the native coin. */
export async function readGasPrice(wallets: Wallets, chainId: number): Promise<bigint> {
  return quantity(await wallets.rpc(chainId)('eth_gasPrice', []))
}

function balanceQuestion({ isNative, address }: Token, account: string): [string, readonly unknown[]] {
  if (isNative) return ['eth_getBalance', [account, 'latest']]
  return ['eth_call', [{ to: address, data: balanceCall(account) }, 'latest']]
}

/** A contract that answers nothing, or more than one number, has given no balance. */
function amountIn(token: Token, answer: PromiseSettledResult<unknown> | undefined): Amount | undefined {
  if (answer?.status !== 'fulfilled' || typeof answer.value !== 'string') return undefined
  return /^0x[0-9a-f]{1,64}$/i.test(answer.value) ? { token, units: BigInt(answer.value) } : undefined
}

/** One request goes to one chain. */
export class ManyChains extends Error {
  override readonly name = 'ManyChains'

  constructor() {
    super('Balances are read one chain at a time.')
  }
}
