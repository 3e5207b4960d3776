import type { RpcPort } from '../../../chain/rpc'
import { fromBase58, fromBase64, toBase58, toBase64 } from '../../../domain/encodings'
import { errorClass } from '../../../domain/errorClass'
import { isRecord } from '../../../domain/record'
import { errorMessage } from '../../../domain/text/errorMessage'
import type { SolanaAccountKind } from '../../checkInputs'
import { native } from '../../decode/evm/address'
import { unsigned } from '../../decode/solana/bytes'
import { isSplProgram, readInnerEffects } from '../../decode/solana/innerEffect'
import { masterOf, networkFee } from '../../decode/solana/instruction'
import { type Mint, readMint } from '../../decode/solana/mint'
import { programs } from '../../decode/solana/programs'
import { keysOf, type LookupTables, type WireTransaction } from '../../decode/solana/wire'
import { type Reason, reason } from '../../findings/reason'
import type { BalanceChange } from '../../forecast'
import type { SwapIntent } from '../../intent'
import type { AlteredAccount, OpenedAccount, SolanaCheckInputs, SolanaSimulation, TokenHolder } from './inputs'

/** An account as returned by `getMultipleAccounts`. */
type AccountState = { readonly lamports: bigint; readonly owner: string; readonly data: Uint8Array }

const tableProgram = 'AddressLookupTab1e1111111111111111111111111'
const neverDeactivated = 2n ** 64n - 1n

/** The deployment's settings for the chain. */
export type SolanaSettings = Pick<SolanaCheckInputs, 'trusted' | 'escrows' | 'named' | 'counterpart'> & {
  readonly genesisHash: string | undefined
}

/** Reads everything that the rules need about one transaction. Unreadable parts are `unavailable`. */
export async function gatherSolanaInputs(
  transaction: WireTransaction,
  intent: SwapIntent,
  rpc: RpcPort,
  { trusted, escrows, named, counterpart, genesisHash }: SolanaSettings,
): Promise<SolanaCheckInputs> {
  const base = { trusted, escrows, named, counterpart }
  const why = await isOtherChain(rpc, genesisHash)
  if (why) {
    const none = { holders: new Map(), mints: new Map(), tables: undefined, isBlockhashLive: undefined }
    return { ...base, ...none, simulation: unavailable(why) }
  }
  const tables = await readTables(transaction, rpc)
  // Only the table entries that the transaction uses: tables are long, and nodes return at most a hundred accounts.
  const keys = keysOf(transaction, tables) ?? transaction.staticKeys
  const read = readAccounts([...new Set(keys)], rpc)
  const before = await read.catch((): States => new Map())
  const holders = readOf(before, holderIn)
  const [isBlockhashLive, mints, simulation] = await Promise.all([
    readLiveness(transaction.recentBlockhash, rpc),
    readMints(intent, before, holders, rpc),
    read.then(() => simulate(transaction, keys, intent, before, rpc)).catch(failed),
  ])
  return { ...base, tables, holders, mints, isBlockhashLive, simulation }
}

/** Distinguishes wallets from other accounts. Never rejects: an unreadable account is `unknown`. */
export async function readAccountKind(
  address: string,
  rpc: RpcPort,
  genesisHash: string | undefined,
): Promise<SolanaAccountKind> {
  try {
    const stranger = await isOtherChain(rpc, genesisHash)
    if (stranger) return { is: 'unknown', why: stranger }
    const account = (await readAccounts([address], rpc)).get(address)
    // A wallet that never held SOL has no account yet.
    if (!account || account.owner === programs.system) return { is: 'wallet' }
    return isSplProgram(account.owner) ? { is: 'token account' } : { is: 'program', program: account.owner }
  } catch (error) {
    return { is: 'unknown', why: reason('node.said', { text: errorMessage(error) }) }
  }
}

async function isOtherChain(rpc: RpcPort, genesisHash: string | undefined): Promise<Reason | undefined> {
  try {
    const answered = await rpc('getGenesisHash', [])
    if (genesisHash === undefined || answered === genesisHash) return undefined
    return reason('node.other-solana-network', {})
  } catch (error) {
    return reason('node.no-answer', { text: errorMessage(error) })
  }
}

/** The lookup tables of a transaction, if all can be read; a closed or deactivated one cannot be used. */
export async function readTables(
  { lookups }: Pick<WireTransaction, 'lookups'>,
  rpc: RpcPort,
): Promise<LookupTables | undefined> {
  const names = lookups.map(({ table }) => table)
  const tables = readOf(await readAccounts(names, rpc).catch((): States => new Map()), entriesOf)
  return names.every((table) => tables.has(table)) ? tables : undefined
}

/** The account of a lookup table: a header of 56 bytes, then 32 bytes per address. */
function entriesOf({ owner, data }: AccountState): readonly string[] | undefined {
  const isInUse = unsigned(data, 0, 4) === 1n && unsigned(data, 4, 8) === neverDeactivated
  if (owner !== tableProgram || !isInUse) return undefined
  const count = (data.length - 56) / 32
  return Array.from({ length: count }, (_, index) => toBase58(data.slice(56 + 32 * index, 88 + 32 * index)))
}

async function readLiveness(blockhash: string, rpc: RpcPort): Promise<boolean | undefined> {
  const answer = await rpc('isBlockhashValid', [blockhash, { commitment: 'processed' }]).catch(() => undefined)
  const value = contentOf(answer)
  return typeof value === 'boolean' ? value : undefined
}

const nothingChanges = { changes: [], powerShifts: [], closed: [], inside: undefined, altered: [], opened: [] }

async function simulate(
  transaction: WireTransaction,
  keys: readonly string[],
  intent: SwapIntent,
  before: States,
  rpc: RpcPort,
): Promise<SolanaSimulation> {
  const { sender } = intent
  const addresses = [...before.keys()]
  const options = {
    ...{ encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, innerInstructions: true },
    accounts: { encoding: 'base64', addresses },
  }
  const answer = contentOf(await rpc('simulateTransaction', [toBase64(transaction.bytes), options]))
  if (!isRecord(answer)) return unavailable(reason('node.no-simulation', {}))
  const computeUnits = BigInt(Number(answer.unitsConsumed ?? 0))
  if (answer.err !== null && answer.err !== undefined)
    return { is: 'simulated', error: wordsOf(answer), ...nothingChanges, computeUnits }
  const { accounts } = answer
  if (!Array.isArray(accounts)) return unavailable(reason('node.no-simulation', {}))
  const after = new Map(addresses.map((address, index) => [address, stateOf(accounts[index])]))
  const fee = await feeOf(transaction, rpc)
  return {
    ...{ is: 'simulated', error: undefined, computeUnits },
    changes: changesOf(intent, before, withFee(sender, fee, after)),
    ...changedAccounts(sender, before, after),
    inside: readInnerEffects(answer.innerInstructions, keys),
  }
}

/** The network fee in lamports: as the node computes it, or from the transaction's priority fee. */
async function feeOf(transaction: WireTransaction, rpc: RpcPort): Promise<bigint> {
  const asked = [toBase64(transaction.message), { commitment: 'processed' }]
  const fee = contentOf(await rpc('getFeeForMessage', asked).catch(() => undefined))
  if (fee !== null && fee !== undefined) return BigInt(Number(fee))
  return networkFee(transaction)
}

/** Adds the network fee back to the sender's balance, so that fees are separate from what a transaction moves. */
function withFee(sender: string, fee: bigint, states: States): States {
  const state = states.get(sender)
  return state ? new Map([...states, [sender, { ...state, lamports: state.lamports + fee }]]) : states
}

type States = ReadonlyMap<string, AccountState | undefined>

/** The balance changes of the sender and the recipient, in SOL and in their token accounts. */
function changesOf({ sender, recipient, sell }: SwapIntent, before: States, after: States): readonly BalanceChange[] {
  const { chainId } = sell.token.chain
  const people = [...new Set([sender, recipient])]
  const coinsOf = (states: States, account: string) => states.get(account)?.lamports ?? 0n
  const changes = [
    ...people.map((account) => ({
      ...{ account, chainId, token: native },
      delta: coinsOf(after, account) - coinsOf(before, account),
    })),
    ...[...after].flatMap(([address, later]) => {
      const [was, is] = [holderIn(before.get(address)), holderIn(later)]
      const { owner = '', mint: token = '' } = was ?? is ?? {}
      return [{ account: owner, chainId, token, delta: (is?.amount ?? 0n) - (was?.amount ?? 0n) }]
    }),
  ]
  return changes.filter(({ account, delta }) => people.includes(account) && delta !== 0n)
}

/** How accounts change that belong to the person, or in which programs keep something for them. */
function changedAccounts(sender: string, before: States, after: States) {
  const [powerShifts, closed]: [Reason[], string[]] = [[], []]
  const [altered, opened]: [AlteredAccount[], OpenedAccount[]] = [[], []]
  if ((after.get(sender)?.owner ?? programs.system) !== programs.system)
    powerShifts.push(reason('shift.account-owner', {}))
  for (const [account, state] of before) {
    const later = after.get(account)
    const [was, is] = [holderIn(state), holderIn(later)]
    if (was?.owner === sender && !is) closed.push(account)
    // No one else may have authority over an account that is created for the person either.
    if (is && (was ?? is).owner === sender) {
      const { owner, delegate, closeAuthority: closer } = is
      if (owner !== sender) powerShifts.push(reason('shift.token-owner', { account, owner }))
      if (delegate !== undefined && delegate !== was?.delegate)
        powerShifts.push(reason('shift.delegate', { account, delegate }))
      if (closer !== undefined && closer !== was?.closeAuthority)
        powerShifts.push(reason('shift.closer', { account, closer }))
    }
    if (state && isAltered(sender, state, later)) {
      // Accounts of network programs, such as stakes, have their authorities in the data: none may change.
      if (masterOf(state.owner)) powerShifts.push(reason('shift.network-account', { account }))
      else if (state.owner !== programs.system && !isSplProgram(state.owner))
        altered.push({ account, owner: state.owner })
    }
    if (!state && later && later.lamports > 0n) {
      const { lamports, data } = later
      opened.push({ account, lamports, namesSender: namesAccount(later, sender), size: data.length })
    }
  }
  return { powerShifts, closed, altered, opened }
}

function isAltered(sender: string, state: AccountState, later: AccountState | undefined): boolean {
  if (!namesAccount(state, sender)) return false
  if (!later || later.owner !== state.owner || later.lamports < state.lamports) return true
  return toBase64(later.data) !== toBase64(state.data)
}

function namesAccount({ data }: AccountState, account: string): boolean {
  const key = fromBase58(account)
  if (!key) return false
  return data.some((_, at) => at + key.length <= data.length && key.every((byte, index) => data[at + index] === byte))
}

/** The reading of each account; accounts without one are left out. */
function readOf<Value>(
  states: Iterable<readonly [string, AccountState | undefined]>,
  read: (state: AccountState) => Value | undefined,
): ReadonlyMap<string, Value> {
  return new Map(
    [...states].flatMap(([address, state]): [string, Value][] => {
      const value = state && read(state)
      return value === undefined ? [] : [[address, value]]
    }),
  )
}

/**
 * The mints of the traded tokens, and of those of which the person has one unit: a transfer need not name its mint, so the
 * transaction may leave them out. Those that cannot be read are left out.
 */
async function readMints(
  { sender, sell, buy }: SwapIntent,
  before: States,
  holders: ReadonlyMap<string, TokenHolder>,
  rpc: RpcPort,
): Promise<ReadonlyMap<string, Mint>> {
  const traded = [sell.token, buy].filter(({ chain, isNative }) => chain.kind === 'solana' && !isNative)
  const single = [...holders.values()].filter(({ owner, amount }) => owner === sender && amount === 1n)
  const mints = new Set([...traded.map(({ address }) => address), ...single.map(({ mint }) => mint)])
  const unnamed = [...mints].filter((mint) => !before.has(mint))
  const others = await readAccounts(unnamed, rpc).catch((): States => new Map())
  return readOf([...before, ...others], ({ owner, data }) => (isSplProgram(owner) ? readMint(data) : undefined))
}

/** Parses a token account: mint, owner, amount, then optional delegate at 72 and close authority at 129. */
function holderIn(state: AccountState | undefined): TokenHolder | undefined {
  if (!state || state.data.length < 165) return undefined
  if (!isSplProgram(state.owner)) return undefined
  const { data } = state
  const address = (at: number) => toBase58(data.slice(at, at + 32))
  const optional = (at: number) => (unsigned(data, at, 4) === 1n ? address(at + 4) : undefined)
  return {
    mint: address(0),
    owner: address(32),
    amount: unsigned(data, 64, 8) ?? 0n,
    delegate: optional(72),
    closeAuthority: optional(129),
  }
}

async function readAccounts(
  addresses: readonly string[],
  rpc: RpcPort,
): Promise<Map<string, AccountState | undefined>> {
  const starts = Array.from({ length: Math.ceil(addresses.length / maxAccounts) }, (_, page) => page * maxAccounts)
  const pages = await Promise.all(
    starts.map(async (start) => {
      const page = addresses.slice(start, start + maxAccounts)
      const answer = contentOf(await rpc('getMultipleAccounts', [page, { encoding: 'base64' }]))
      if (!Array.isArray(answer) || answer.length !== page.length) throw new UnexpectedAnswer('getMultipleAccounts')
      return page.map((address, index): [string, AccountState | undefined] => [address, stateOf(answer[index])])
    }),
  )
  return new Map(pages.flat())
}

/** The most accounts that nodes return in one response. */
const maxAccounts = 100

function stateOf(account: unknown): AccountState | undefined {
  if (!isRecord(account) || !Array.isArray(account.data) || typeof account.data[0] !== 'string') return undefined
  const data = fromBase64(account.data[0])
  if (!data || typeof account.owner !== 'string') return undefined
  return { lamports: BigInt(Number(account.lamports ?? 0)), owner: account.owner, data }
}

function contentOf(answer: unknown): unknown {
  return isRecord(answer) ? answer.value : undefined
}

/** The last log line of the program with the cause of the failure, or the error as the node wrote it. */
function wordsOf({ err, logs }: Record<string, unknown>): string {
  const lines = Array.isArray(logs) ? logs.filter((line): line is string => typeof line === 'string') : []
  const errorLine = lines.findLast((line) => /error|insufficient|failed/i.test(line) && line.startsWith('Program log:'))
  return errorLine?.replace('Program log: ', '') ?? JSON.stringify(err)
}

function unavailable(why: Reason) {
  return { is: 'unavailable', why } as const
}

function failed(error: unknown) {
  return unavailable(reason('node.said', { text: errorMessage(error) }))
}

/** A node's response does not have the format of the method. */
const UnexpectedAnswer = errorClass(
  'UnexpectedAnswer',
  (method: string) => `The node's answer to ${method} could not be read.`,
)
