import { memberOf } from '../../chain/rpc'
import { isRecord } from '../../domain/record'
import type { BalanceChange } from '../../guard/forecast'

/** The balance changes of some accounts in a transaction (from `getTransaction`). The payer's fee is kept separate. */
export type Movement = {
  readonly slot: bigint
  /** The block's time in milliseconds since the epoch, where the node has it. */
  readonly minedAt?: number
  readonly fee: bigint
  /** The fee payer: the first account of the transaction. */
  readonly payer: string | undefined
  readonly changes: readonly BalanceChange[]
}

/** `undefined` while the node does not know the transaction. */
export function movementIn(found: unknown, chainId: number, people: readonly string[]): Movement | undefined {
  if (!isRecord(found) || !isRecord(found.meta)) return undefined
  const { preBalances, postBalances, preTokenBalances, postTokenBalances } = found.meta
  const fee = BigInt(Number(found.meta.fee ?? 0))
  const keys = keysOf(found)
  const sums = new Map<string, bigint>()
  const add = (account: unknown, token: unknown, sign: bigint, amount: unknown) => {
    if (!people.includes(String(account)) || amount === undefined) return
    const key = `${account} ${token}`
    sums.set(key, (sums.get(key) ?? 0n) + sign * BigInt(String(amount)))
  }
  add(keys[0], 'native', 1n, fee)
  const lists = [
    [-1n, preBalances, preTokenBalances],
    [1n, postBalances, postTokenBalances],
  ] as const
  for (const [sign, coins, tokens] of lists) {
    listIn(coins).forEach((lamports, index) => void add(keys[index], 'native', sign, lamports))
    for (const entry of listIn(tokens))
      add(memberOf(entry, 'owner'), memberOf(entry, 'mint'), sign, memberOf(memberOf(entry, 'uiTokenAmount'), 'amount'))
  }
  const changes = [...sums].flatMap(([key, delta]) => {
    const [account = '', token = ''] = key.split(' ')
    return delta === 0n ? [] : [{ account, chainId, token, delta }]
  })
  const time = typeof found.blockTime === 'number' ? { minedAt: found.blockTime * 1_000 } : {}
  return { slot: BigInt(Number(found.slot ?? 0)), ...time, fee, payer: keys[0], changes }
}

/** Static keys, then those from address lookup tables, in the order of the balances. */
function keysOf({ transaction, meta }: Record<string, unknown>): readonly string[] {
  const fixed = memberOf(memberOf(transaction, 'message'), 'accountKeys')
  const loaded = memberOf(meta, 'loadedAddresses')
  // `jsonParsed` answers wrap each key in an object.
  return [fixed, memberOf(loaded, 'writable'), memberOf(loaded, 'readonly')].flatMap(listIn).map((key) => {
    return String(isRecord(key) ? key.pubkey : key)
  })
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
