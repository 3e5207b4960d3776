import type { Token } from '../../domain/token'
import { programs } from '../../guard/solana/programs'
import { readTicket } from '../../guard/solana/ticket'
import { accountsOf } from '../solana/balances'
import { movementIn } from '../solana/changes'
import { isRecord } from '../solana/node'
import type { Rpc } from '../wallets'
import type { Arrival } from './deliveries'

/** So many of the latest transactions of an account are looked at. */
const depth = 40
/** So many token accounts of the sender are looked at for what came back. */
const breadth = 12

export async function slotOnSolana(ask: Rpc): Promise<bigint> {
  return BigInt(Number(await ask('getSlot', [confirmed])))
}

/** What of a token reached somebody from a slot on. */
export async function arrivalsOnSolana(
  ask: Rpc,
  { isNative, address, chain }: Token,
  recipient: string,
  from: bigint,
): Promise<readonly Arrival[]> {
  const places = isNative ? [recipient] : await tokenAccounts(ask, recipient, address)
  const signatures = await signaturesOf(ask, places, from)
  const token = isNative ? 'native' : address
  const arrivals = await Promise.all(
    signatures.map(async (hash) => {
      const movement = movementIn(await readTransaction(ask, hash), chain.chainId, [recipient])
      const change = movement?.changes.find((each) => each.token === token)
      return change && change.delta > 0n ? [{ token, units: change.delta, hash }] : []
    }),
  )
  return arrivals.flat()
}

/** What accounts the deployment vouches for paid back to the sender, naming the payment. */
export async function returnsOnSolana(
  ask: Rpc,
  sender: string,
  payment: { readonly chainId: number; readonly hash: string; readonly block: bigint },
  trusted: readonly string[],
): Promise<readonly Arrival[]> {
  const held = await accountsOf(ask, sender, programs.token)
  const places = [sender, ...held.slice(0, breadth).map(({ account }) => account)]
  const signatures = await signaturesOf(ask, places, payment.block)
  const returns = await Promise.all(
    signatures
      .filter((hash) => hash !== payment.hash)
      .map(async (hash) => {
        const found = await readTransaction(ask, hash)
        const movement = movementIn(found, payment.chainId, [sender])
        const names = memosIn(found).some((memo) => memo.includes(payment.hash))
        if (!movement?.payer || !trusted.includes(movement.payer) || !names) return []
        return movement.changes
          .filter(({ delta }) => delta > 0n)
          .map(({ token, delta }) => ({ token, units: delta, hash }))
      }),
  )
  return returns.flat()
}

/** Until when the bridge has to keep a promise, in seconds since the epoch, as the payment itself says. */
export async function deadlineOnSolana(ask: Rpc, hash: string): Promise<number | undefined> {
  const [ticket] = memosIn(await readTransaction(ask, hash)).flatMap((memo) => readTicket(memo) ?? [])
  return ticket?.deadline
}

async function tokenAccounts(ask: Rpc, owner: string, mint: string): Promise<readonly string[]> {
  const accounts = await Promise.all([
    accountsOf(ask, owner, programs.token),
    accountsOf(ask, owner, programs.token2022).catch(() => []),
  ])
  return accounts
    .flat()
    .filter((held) => held.mint === mint)
    .map(({ account }) => account)
}

/** Transactions that touched these accounts and did not fail, from a slot on, the latest first. */
async function signaturesOf(ask: Rpc, places: readonly string[], from: bigint): Promise<readonly string[]> {
  const answers = await Promise.all(
    places.map((place) => ask('getSignaturesForAddress', [place, { limit: depth, ...confirmed }])),
  )
  const found = answers.flatMap((answer) => (Array.isArray(answer) ? answer : []))
  const fresh = found.flatMap((entry) => {
    if (!isRecord(entry) || typeof entry.signature !== 'string' || entry.err) return []
    return BigInt(Number(entry.slot ?? 0)) >= from ? [entry.signature] : []
  })
  return [...new Set(fresh)]
}

function readTransaction(ask: Rpc, hash: string): Promise<unknown> {
  return ask('getTransaction', [hash, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, ...confirmed }])
}

/** Notes written into a transaction, parsed by the node. */
function memosIn(found: unknown): readonly string[] {
  const message = isRecord(found) && isRecord(found.transaction) ? found.transaction.message : undefined
  const instructions = isRecord(message) && Array.isArray(message.instructions) ? message.instructions : []
  return instructions.flatMap((instruction) => {
    if (!isRecord(instruction) || instruction.program !== 'spl-memo') return []
    return typeof instruction.parsed === 'string' ? [instruction.parsed] : []
  })
}

const confirmed = { commitment: 'confirmed' } as const
