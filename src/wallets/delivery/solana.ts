import type { Token } from '../../domain/token'
import { programs } from '../../guard/solana/programs'
import { readTicket } from '../../guard/solana/ticket'
import { accountsOf } from '../solana/balances'
import { type Movement, movementIn } from '../solana/changes'
import { isRecord } from '../solana/node'
import type { Rpc } from '../wallets'
import type { Arrival } from './deliveries'

/** Transactions of an account are listed so many at a time, the latest first, and so many times at most in one look. */
const page = 50
const mostPages = 10
/** So many transactions are read at the same time. */
const atOnce = 8
/** So many token accounts of the sender are looked at for what came back. */
const breadth = 12

/** What was found on the accounts that were looked through. */
export type Found = {
  readonly arrivals: readonly Arrival[]
  /** More happened since than is looked through: what is not found may be there all the same. */
  readonly isPartial: boolean
}

/** What earlier looks have read: no list and no transaction is asked for again. */
export type Notebook = { readonly trails: Map<string, Trail>; readonly deeds: Map<string, Deed> }

export function openNotebook(): Notebook {
  return { trails: new Map(), deeds: new Map() }
}

/** The transactions of an account from a slot on, as far as they were listed. */
type Trail = { readonly hashes: readonly string[]; readonly newest: string | undefined; readonly isPartial: boolean }

/** What one transaction did for somebody. */
type Deed = Pick<Movement, 'payer' | 'changes'> & { readonly memos: readonly string[] }

export async function slotOnSolana(ask: Rpc): Promise<bigint> {
  return BigInt(Number(await ask('getSlot', [confirmed])))
}

/** What of a token reached somebody from a slot on. */
export async function arrivalsOnSolana(
  ask: Rpc,
  { isNative, address, chain }: Token,
  recipient: string,
  from: bigint,
  notebook: Notebook,
): Promise<Found> {
  const places = isNative ? [recipient] : await tokenAccounts(ask, recipient, address)
  const { hashes, isPartial } = await trailOf(ask, places, from, notebook)
  const token = isNative ? 'native' : address
  const arrivals = await inGroups(hashes, async (hash) => {
    const deed = await deedOf(ask, hash, chain.chainId, recipient, notebook)
    const change = deed?.changes.find((each) => each.token === token)
    return change && change.delta > 0n ? [{ token, units: change.delta, hash }] : []
  })
  return { arrivals: arrivals.flat(), isPartial }
}

/** What accounts the deployment vouches for paid back to the sender, naming the payment. */
export async function returnsOnSolana(
  ask: Rpc,
  sender: string,
  payment: { readonly chainId: number; readonly hash: string; readonly block: bigint },
  trusted: readonly string[],
  notebook: Notebook,
): Promise<Found> {
  const held = await accountsOf(ask, sender, programs.token)
  const places = [sender, ...held.slice(0, breadth).map(({ account }) => account)]
  const { hashes, isPartial } = await trailOf(ask, places, payment.block, notebook)
  const others = hashes.filter((hash) => hash !== payment.hash)
  const returns = await inGroups(others, async (hash) => {
    const deed = await deedOf(ask, hash, payment.chainId, sender, notebook)
    const names = deed?.memos.some((memo) => memo.includes(payment.hash))
    if (!deed?.payer || !trusted.includes(deed.payer) || !names) return []
    return deed.changes.filter(({ delta }) => delta > 0n).map(({ token, delta }) => ({ token, units: delta, hash }))
  })
  return { arrivals: returns.flat(), isPartial }
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
async function trailOf(ask: Rpc, places: readonly string[], from: bigint, { trails }: Notebook): Promise<Trail> {
  const followed = await Promise.all(
    places.map(async (place) => {
      const name = `${place} ${from}`
      const trail = await follow(ask, place, from, trails.get(name) ?? unbegun)
      trails.set(name, trail)
      return trail
    }),
  )
  return {
    hashes: [...new Set(followed.flatMap(({ hashes }) => hashes))],
    newest: undefined,
    isPartial: followed.some(({ isPartial }) => isPartial),
  }
}

const unbegun: Trail = { hashes: [], newest: undefined, isPartial: false }

/** Lists what is new since the last look, page by page back to the slot it all begins with. */
async function follow(ask: Rpc, place: string, from: bigint, known: Trail): Promise<Trail> {
  const news: Listed[] = []
  for (let pages = 1; ; pages++) {
    const bounds = { before: news.at(-1)?.signature, until: known.newest }
    const listed = listedIn(await ask('getSignaturesForAddress', [place, { limit: page, ...bounds, ...confirmed }]))
    news.push(...listed)
    const isWhole = listed.length < page || listed.some(({ slot }) => slot < from)
    if (!isWhole && pages < mostPages) continue
    const hashes = news.flatMap(({ slot, signature, hasFailed }) => (slot >= from && !hasFailed ? [signature] : []))
    return {
      hashes: [...new Set([...hashes, ...known.hashes])],
      newest: news[0]?.signature ?? known.newest,
      isPartial: known.isPartial || !isWhole,
    }
  }
}

type Listed = { readonly signature: string; readonly slot: bigint; readonly hasFailed: boolean }

function listedIn(answer: unknown): readonly Listed[] {
  return (Array.isArray(answer) ? answer : []).flatMap((entry): Listed[] =>
    isRecord(entry) && typeof entry.signature === 'string'
      ? [{ signature: entry.signature, slot: BigInt(Number(entry.slot ?? 0)), hasFailed: Boolean(entry.err) }]
      : [],
  )
}

/** `undefined` while the node does not know the transaction yet. */
async function deedOf(
  ask: Rpc,
  hash: string,
  chainId: number,
  who: string,
  { deeds }: Notebook,
): Promise<Deed | undefined> {
  const name = `${hash} ${who}`
  const known = deeds.get(name)
  if (known) return known
  const found = await readTransaction(ask, hash)
  const movement = movementIn(found, chainId, [who])
  if (!movement) return undefined
  const deed = { payer: movement.payer, changes: movement.changes, memos: memosIn(found) }
  deeds.set(name, deed)
  return deed
}

async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let done = 0; done < items.length; done += atOnce)
    results.push(...(await Promise.all(items.slice(done, done + atOnce).map(work))))
  return results
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
