import { memberOf } from '../../chain/rpc'
import type { Amount } from '../../domain/amount'
import { errorClass } from '../../domain/errorClass'
import type { Token } from '../../domain/token'
import { programs } from '../../guard/decode/solana/programs'
import type { Rpc } from '../wallets'
import { contextValue } from './node'

/** The balances of some tokens of one Solana network: the account's own SOL, and its token accounts by mint. */
export async function readSolanaBalances(
  ask: Rpc,
  account: string,
  tokens: readonly Token[],
): Promise<readonly (Amount | undefined)[]> {
  const wantsCoin = tokens.some(({ isNative }) => isNative)
  const wantsTokens = tokens.some(({ isNative }) => !isNative)
  const [lamports, held] = await Promise.all([
    wantsCoin ? readCoin(ask, account) : 0n,
    wantsTokens ? readHeld(ask, account) : new Map<string, bigint>(),
  ])
  return tokens.map((token) => ({ token, units: token.isNative ? lamports : (held.get(token.address) ?? 0n) }))
}

async function readCoin(ask: Rpc, account: string): Promise<bigint> {
  return unitsIn(contextValue(await ask('getBalance', [account, confirmed])), 'getBalance')
}

/** Units by mint, over all token accounts that belong to the owner. */
async function readHeld(ask: Rpc, owner: string): Promise<ReadonlyMap<string, bigint>> {
  const [classic, newer] = await Promise.all([
    accountsOf(ask, owner, programs.token),
    // A network without the Token-2022 program has no accounts of it.
    accountsOf(ask, owner, programs.token2022).catch(() => []),
  ])
  const held = new Map<string, bigint>()
  for (const { mint, units } of [...classic, ...newer]) held.set(mint, (held.get(mint) ?? 0n) + units)
  return held
}

type Held = { readonly account: string; readonly mint: string; readonly units: bigint }

/** An owner's accounts under one token program. */
export async function accountsOf(ask: Rpc, owner: string, programId: string): Promise<readonly Held[]> {
  const answer = contextValue(
    await ask('getTokenAccountsByOwner', [owner, { programId }, { encoding: 'jsonParsed', ...confirmed }]),
  )
  if (!Array.isArray(answer)) throw new NoBalance('getTokenAccountsByOwner')
  return answer.map(heldIn)
}

function heldIn(entry: unknown): Held {
  const info = memberOf(memberOf(memberOf(memberOf(entry, 'account'), 'data'), 'parsed'), 'info')
  const [account, mint] = [memberOf(entry, 'pubkey'), memberOf(info, 'mint')]
  if (typeof account !== 'string' || typeof mint !== 'string') throw new NoBalance('getTokenAccountsByOwner')
  return { account, mint, units: unitsIn(memberOf(memberOf(info, 'tokenAmount'), 'amount'), 'getTokenAccountsByOwner') }
}

function unitsIn(value: unknown, method: string): bigint {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^\d{1,40}$/.test(value)) return BigInt(value)
  throw new NoBalance(method)
}

const confirmed = { commitment: 'confirmed' } as const

/** The node's answer to a balance request could not be decoded. */
const NoBalance = errorClass('NoBalance', (method: string) => `The Solana node's answer to ${method} tells no balance.`)
