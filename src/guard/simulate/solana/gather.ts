import type { RpcPort } from '../../../chain/rpc'
import { fromBase58, toBase58 } from '../../../domain/base58'
import { fromBase64, toBase64 } from '../../../domain/base64'
import { errorClass } from '../../../domain/errorClass'
import { isRecord } from '../../../domain/record'
import { errorMessage } from '../../../domain/text/errorMessage'
import type { SolanaAccountKind } from '../../checkInputs'
import { unsigned } from '../../decode/solana/bytes'
import { networkFee } from '../../decode/solana/fee'
import { isSplProgram, readInnerEffects } from '../../decode/solana/innerEffect'
import { decodeInstructions, masterOf } from '../../decode/solana/instruction'
import { type MintSupply, mintFee, mintPowers, mintSupply } from '../../decode/solana/mint'
import { programs } from '../../decode/solana/programs'
import type { WireTransaction } from '../../decode/solana/wire'
import { keysOf } from '../../decode/solana/wire'
import { type Reason, reason } from '../../findings/reason'
import type { BalanceChange } from '../../forecast'
import type { SwapIntent } from '../../intent'
import {
  type AlteredAccount,
  defaultFeeCap,
  type OpenedAccount,
  type SolanaCheckInputs,
  type SolanaSimulation,
  type TokenHolder,
} from './inputs'

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
  { trusted, escrows, named = new Map(), counterpart, genesisHash }: SolanaSettings,
): Promise<SolanaCheckInputs> {
  const base = { trusted, escrows, named, counterpart, feeCap: defaultFeeCap }
  const why = await isOtherChain(rpc, genesisHash)
  if (why) {
    const none = { holders: new Map(), mints: new Map(), fees: new Map(), supplies: new Map() }
    return {
      ...base,
      ...none,
      tables: { is: 'unavailable', why },
      isBlockhashLive: undefined,
      simulation: unavailable(why),
    }
  }
  const tables = await readTables(transaction, rpc)
  // Only the table entries that the transaction uses: tables are long, and nodes return at most a hundred accounts.
  const keys = keysOf(transaction, tables) ?? transaction.staticKeys
  const accounts = [...new Set(keys)]
  const before = await readAccounts(accounts, rpc).catch(() => undefined)
  const holders = readOf(before ?? [], holderIn)
  const [isBlockhashLive, supplies, mints, simulation] = await Promise.all([
    readLiveness(transaction.recentBlockhash, rpc),
    readSupplies(intent.sender, holders, rpc),
    readMints(intent, before ?? new Map(), rpc),
    before ? simulate(transaction, keys, intent, before, rpc) : unavailable(reason('node.no-accounts', {})),
  ])
  return { ...base, tables, holders, ...mints, supplies, isBlockhashLive, simulation }
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

/** The lookup tables of a transaction; a closed or deactivated one cannot be used. */
export async function readTables(
  { lookups }: Pick<WireTransaction, 'lookups'>,
  rpc: RpcPort,
): Promise<SolanaCheckInputs['tables']> {
  if (lookups.length === 0) return { is: 'read', tables: new Map() }
  try {
    const names = lookups.map(({ table }) => table)
    const accounts = await readAccounts(names, rpc)
    const tables = new Map<string, readonly string[]>()
    for (const name of names) {
      const entries = entriesOf(accounts.get(name))
      if (!entries) return { is: 'unavailable', why: reason('node.no-lookup-table', { table: name }) }
      tables.set(name, entries)
    }
    return { is: 'read', tables }
  } catch (error) {
    return { is: 'unavailable', why: reason('node.said', { text: errorMessage(error) }) }
  }
}

/** The account of a lookup table: a header of 56 bytes, then 32 bytes per address. */
function entriesOf(account: AccountState | undefined): readonly string[] | undefined {
  if (account?.owner !== tableProgram || unsigned(account.data, 0, 4) !== 1n) return undefined
  if (unsigned(account.data, 4, 8) !== neverDeactivated) return undefined
  const count = (account.data.length - 56) / 32
  return Array.from({ length: count }, (_, index) => toBase58(account.data.slice(56 + 32 * index, 88 + 32 * index)))
}

async function readLiveness(blockhash: string, rpc: RpcPort): Promise<boolean | undefined> {
  try {
    const answer = await rpc('isBlockhashValid', [blockhash, { commitment: 'processed' }])
    const value = contentOf(answer)
    return typeof value === 'boolean' ? value : undefined
  } catch {
    return undefined
  }
}

const nothingChanges = { changes: [], powerShifts: [], closed: [], inside: undefined, altered: [], opened: [] }

async function simulate(
  transaction: WireTransaction,
  keys: readonly string[],
  { sender, recipient, sell }: SwapIntent,
  before: ReadonlyMap<string, AccountState | undefined>,
  rpc: RpcPort,
): Promise<SolanaSimulation> {
  try {
    const addresses = [...before.keys()]
    const answer = contentOf(
      await rpc('simulateTransaction', [
        toBase64(transaction.bytes),
        {
          encoding: 'base64',
          sigVerify: false,
          replaceRecentBlockhash: true,
          innerInstructions: true,
          accounts: { encoding: 'base64', addresses },
        },
      ]),
    )
    if (!isRecord(answer)) return unavailable(reason('node.no-simulation', {}))
    const computeUnits = BigInt(Number(answer.unitsConsumed ?? 0))
    if (answer.err !== null && answer.err !== undefined)
      return { is: 'simulated', error: wordsOf(answer), ...nothingChanges, computeUnits }
    if (!Array.isArray(answer.accounts)) return unavailable(reason('node.no-balances', {}))
    const after = new Map(addresses.map((address, index) => [address, stateOf((answer.accounts as unknown[])[index])]))
    const people = [...new Set([sender, recipient])]
    const fee = await feeOf(transaction, rpc)
    return {
      is: 'simulated',
      error: undefined,
      changes: changesOf(people, sell.token.chain.chainId, before, withFee(sender, fee, after)),
      ...changedAccounts(sender, before, after),
      inside: readInnerEffects(answer.innerInstructions, keys),
      computeUnits,
    }
  } catch (error) {
    return unavailable(reason('node.said', { text: errorMessage(error) }))
  }
}

/** The network fee in lamports: as the node computes it, or from the transaction's priority fee. */
async function feeOf(transaction: WireTransaction, rpc: RpcPort): Promise<bigint> {
  const { message, requiredSignatures, staticKeys } = transaction
  const reported = await rpc('getFeeForMessage', [toBase64(message), { commitment: 'processed' }]).catch(
    () => undefined,
  )
  const fee = contentOf(reported)
  if (fee !== null && fee !== undefined) return BigInt(Number(fee))
  const effects = decodeInstructions(transaction, staticKeys).map(({ effect }) => effect)
  return networkFee(requiredSignatures, effects)
}

/** Adds the network fee back to the sender's balance, so that fees are separate from what a transaction moves. */
function withFee(sender: string, fee: bigint, states: States): States {
  const state = states.get(sender)
  return state ? new Map([...states, [sender, { ...state, lamports: state.lamports + fee }]]) : states
}

type States = ReadonlyMap<string, AccountState | undefined>

function changesOf(
  people: readonly string[],
  chainId: number,
  before: States,
  after: States,
): readonly BalanceChange[] {
  const changes: BalanceChange[] = []
  const add = (account: string, token: string, delta: bigint) => {
    if (delta !== 0n) changes.push({ account, chainId, token, delta })
  }
  for (const account of people)
    add(account, 'native', (after.get(account)?.lamports ?? 0n) - (before.get(account)?.lamports ?? 0n))
  for (const [address, later] of after) {
    const was = holderIn(before.get(address))
    const is = holderIn(later)
    const owner = (was ?? is)?.owner
    const mint = (was ?? is)?.mint
    if (owner && mint && people.includes(owner)) add(owner, mint, (is?.amount ?? 0n) - (was?.amount ?? 0n))
  }
  return changes
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

/** The mints of the traded tokens: a transfer need not name its mint, so the transaction may leave them out. */
async function readMints(
  { sell, buy }: SwapIntent,
  before: States,
  rpc: RpcPort,
): Promise<Pick<SolanaCheckInputs, 'mints' | 'fees'>> {
  const unnamed = [sell.token, buy]
    .filter(({ chain, isNative, address }) => chain.kind === 'solana' && !isNative && !before.has(address))
    .map(({ address }) => address)
  const others = unnamed.length > 0 ? await readAccounts(unnamed, rpc).catch((): States => new Map()) : []
  const states = [...before, ...others].filter(([, state]) => state?.owner === programs.token2022)
  return {
    mints: readOf(states, ({ data }) => {
      const powers = mintPowers(data)
      return powers.length > 0 ? powers : undefined
    }),
    fees: readOf(states, ({ data }) => mintFee(data)),
  }
}

/** Reads the mints of which the person has one unit. Those that cannot be read are left out. */
async function readSupplies(
  sender: string,
  holders: ReadonlyMap<string, TokenHolder>,
  rpc: RpcPort,
): Promise<ReadonlyMap<string, MintSupply>> {
  const single = [...holders.values()].filter(({ owner, amount }) => owner === sender && amount === 1n)
  const mints = [...new Set(single.map(({ mint }) => mint))]
  if (mints.length === 0) return new Map()
  const accounts = await readAccounts(mints, rpc).catch((): States => new Map())
  return readOf(accounts, ({ owner, data }) => (isSplProgram(owner) ? mintSupply(data) : undefined))
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

function unavailable(why: Reason): SolanaSimulation {
  return { is: 'unavailable', why }
}

/** A node's response does not have the format of the method. */
const UnexpectedAnswer = errorClass(
  'UnexpectedAnswer',
  (method: string) => `The node's answer to ${method} could not be read.`,
)
