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
  const { meta } = found
  const fee = BigInt(Number(meta.fee ?? 0))
  const keys = keysOf(found)
  const payer = keys[0]
  const changes = [...coins(keys, meta, chainId, people, payer, fee), ...tokens(meta, chainId, people)]
  const time = typeof found.blockTime === 'number' ? { minedAt: found.blockTime * 1_000 } : {}
  return { slot: BigInt(Number(found.slot ?? 0)), ...time, fee, payer, changes }
}

function coins(
  keys: readonly string[],
  meta: Record<string, unknown>,
  chainId: number,
  people: readonly string[],
  payer: string | undefined,
  fee: bigint,
): readonly BalanceChange[] {
  const [before, after] = [numbers(meta.preBalances), numbers(meta.postBalances)]
  return people.flatMap((account) => {
    const index = keys.indexOf(account)
    if (index === -1) return []
    const delta = (after[index] ?? 0n) - (before[index] ?? 0n) + (account === payer ? fee : 0n)
    return delta === 0n ? [] : [{ account, chainId, token: 'native', delta }]
  })
}

function tokens(meta: Record<string, unknown>, chainId: number, people: readonly string[]): readonly BalanceChange[] {
  const sums = new Map<string, bigint>()
  const add = (list: unknown, sign: bigint) => {
    for (const entry of Array.isArray(list) ? list : []) {
      if (!isRecord(entry) || !isRecord(entry.uiTokenAmount) || !people.includes(String(entry.owner))) continue
      const key = `${entry.owner} ${entry.mint}`
      sums.set(key, (sums.get(key) ?? 0n) + sign * BigInt(String(entry.uiTokenAmount.amount)))
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  return [...sums].flatMap(([key, delta]) => {
    const [account = '', token = ''] = key.split(' ')
    return delta === 0n ? [] : [{ account, chainId, token, delta }]
  })
}

/** Static keys, then those from address lookup tables, in the order of the balances. */
function keysOf({ transaction, meta }: Record<string, unknown>): readonly string[] {
  const message = isRecord(transaction) ? transaction.message : undefined
  const fixed = isRecord(message) && Array.isArray(message.accountKeys) ? message.accountKeys.map(nameOf) : []
  const loaded = isRecord(meta) && isRecord(meta.loadedAddresses) ? meta.loadedAddresses : {}
  return [...fixed, ...texts(loaded.writable), ...texts(loaded.readonly)]
}

/** `jsonParsed` answers wrap each key in an object. */
function nameOf(key: unknown): string {
  return String(isRecord(key) ? key.pubkey : key)
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : []
}

function numbers(list: unknown): readonly bigint[] {
  return Array.isArray(list) ? list.map((number) => BigInt(Number(number))) : []
}
