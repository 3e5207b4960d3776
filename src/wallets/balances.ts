import { queryOptions } from '@tanstack/react-query'
import { readRollupFees } from '../chain/dataFee'
import { quantity } from '../chain/rpc'
import type { Amount } from '../domain/amount'
import type { ChainKind } from '../domain/chain'
import { errorClass } from '../domain/errorClass'
import type { Token } from '../domain/token'
import { balanceCall } from './evm/hex'
import type { Rpc, Wallets } from './wallets'

/** Minimum refetch interval for balances, for any request of a screen. */
const minRefetchInterval = 5_000

/**
 * An account's balances of some tokens of one chain, in the order requested; `undefined` for a token whose contract
 * returns no balance. Polled while a screen shows it.
 */
export function balancesOptions(wallets: Wallets, account: string, tokens: readonly Token[], every = 10_000) {
  const [first] = tokens
  return queryOptions({
    queryKey: ['balances', first?.chain.chainId, account, tokens.map(({ address }) => address)] as const,
    queryFn: () => readBalances(wallets, account, tokens),
    enabled: tokens.length > 0,
    refetchInterval: Math.max(minRefetchInterval, every),
    staleTime: minRefetchInterval,
    retry: 2,
  })
}

/**
 * Reads all balances of one chain together. Throws when the chain cannot be read, or the tokens are of several chains.
 */
export async function readBalances(
  wallets: Wallets,
  account: string,
  tokens: readonly Token[],
): Promise<readonly (Amount | undefined)[]> {
  const [first] = tokens
  if (!first) return []
  const { chainId } = first.chain
  if (tokens.some(({ chain }) => chain.chainId !== chainId)) throw new ManyChains()
  const read = readers[first.chain.kind]
  return read ? read(wallets.rpc(chainId), account, tokens) : tokens.map(() => undefined)
}

type BalanceReader = (rpc: Rpc, account: string, tokens: readonly Token[]) => Promise<readonly (Amount | undefined)[]>

/** How balances are read; `undefined` where the wallet is not connected and the app has no node (Bitcoin). */
const readers: Readonly<Record<ChainKind, BalanceReader | undefined>> = {
  evm: readEvmBalances,
  solana: async (...asked) => (await import('./solana/balances')).readSolanaBalances(...asked),
  bitcoin: undefined,
  unknown: undefined,
}

/** Requests of the same tick are sent as one batch. */
async function readEvmBalances(ask: Rpc, account: string, tokens: readonly Token[]) {
  const answers = await Promise.allSettled(tokens.map((token) => ask(...balanceQuestion(token, account))))
  const [refusal] = answers
  if (refusal?.status === 'rejected' && answers.every(({ status }) => status === 'rejected')) throw refusal.reason
  return tokens.map((token, index) => amountIn(token, answers[index]))
}

/** The current price of one unit of gas, in the smallest unit of the native coin. */
export async function readGasPrice(wallets: Wallets, chainId: number): Promise<bigint> {
  return quantity(await wallets.rpc(chainId)('eth_gasPrice', []))
}

/** The fee of a rollup for a swap or deposit with its approvals, in addition to gas; zero on other chains. */
export async function readRollupFee(wallets: Wallets, { kind, chainId }: Token['chain']): Promise<bigint> {
  if (kind !== 'evm') return 0n
  return (await readRollupFees(`0x${'ff'.repeat(1_500)}`, wallets.rpc(chainId), 1_000_000n)).total
}

function balanceQuestion({ isNative, address }: Token, account: string): [string, readonly unknown[]] {
  if (isNative) return ['eth_getBalance', [account, 'latest']]
  return ['eth_call', [{ to: address, data: balanceCall(account) }, 'latest']]
}

/** `undefined` when the contract returned nothing, or more than one number. */
function amountIn(token: Token, answer: PromiseSettledResult<unknown> | undefined): Amount | undefined {
  if (answer?.status !== 'fulfilled' || typeof answer.value !== 'string') return undefined
  return /^0x[0-9a-f]{1,64}$/i.test(answer.value) ? { token, units: BigInt(answer.value) } : undefined
}

/** Balances of several chains cannot be read in one request. */
export const ManyChains = errorClass('ManyChains', () => 'Balances are read one chain at a time.')
