import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createSetAuthorityInstruction,
  createTransferInstruction,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  type Keypair,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { type Amount, fromUnits } from '../../../src/domain/amount'
import type { Chain } from '../../../src/domain/chain'
import type { Token } from '../../../src/domain/token'
import { decodeTransferMemo } from '../../../src/exchange/bridge/solanaBridge'
import type { CheckedPlan } from '../../../src/guard/check/checkedPlan'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import type { Planned } from '../../../src/guard/plan'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { newsForOrder } from '../../../src/preparation/recheckChanges'
import { ratingOf } from '../attacks/adversary'
import { answerOf, harborSettings, record } from '../fixtures'
import {
  bonqOf,
  decode,
  friend,
  ledger,
  makerToken,
  marketMaker,
  memo,
  methods,
  offered,
  pay,
  payUsdc,
  remade,
  rpc,
  thief,
  tokenOf,
  trader,
  usdcOf,
} from '../localSolana'
import type { Random } from './random'
import { type Handicap, handicapped, type Trial } from './trial'

/* Solana: the maker's signed transaction, changed by a maker who cooperates with the thief, and sent in that form. */

const dollars: Readonly<Record<string, number>> = { SOL: 180, USDC: 1, BONQ: 0.000_021 }
const asked = [
  ['USDC', 'BONQ', 25_000_000n],
  ['SOL', 'USDC', 200_000_000n],
  ['BONQ', 'USDC', 200_000_000_000n],
  ['USDC', 'SOL', 50_000_000n],
] as const
/** Where block builders take tips. */
const builder = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5')

type Instructions = TransactionInstruction[]
type Change = (list: Instructions, random: Random) => Instructions

const held = { USDC: usdcOf, BONQ: bonqOf }
const amounts = [1n, 1_000n, 5_000_000n, 9_000_000n, 20_000_000n, 2_000_000_000n]

const changes: Readonly<Record<string, Change>> = {
  tip: (list, random) => [
    ...list,
    pay(random.pick([thief.publicKey, builder, friend.publicKey]), random.pick(amounts)),
  ],
  'pays tokens': (list, random) => [...opened(), ...list, payThief(random)],
  'pays the maker more': (list, random) => [...list, payUsdc(random.pick(amounts))],
  delegate: (list, random) => [
    ...list,
    createApproveInstruction(accountOf(random, trader), thief.publicKey, trader.publicKey, random.pick(amounts)),
  ],
  authority: (list, random) => [
    ...list,
    createSetAuthorityInstruction(
      accountOf(random, trader),
      trader.publicKey,
      random.pick([AuthorityType.AccountOwner, AuthorityType.CloseAccount]),
      thief.publicKey,
    ),
  ],
  close: (list, random) => [
    ...list,
    createCloseAccountInstruction(
      accountOf(random, trader),
      random.pick([thief.publicKey, trader.publicKey]),
      trader.publicKey,
    ),
  ],
  budget: (list, random) => [
    ComputeBudgetProgram.setComputeUnitPrice({
      microLamports: random.pick([1_000, 1_000_000, 80_000_000, 10_000_000_000]),
    }),
    ...list.filter(({ programId }) => !programId.equals(ComputeBudgetProgram.programId)),
  ],
  memo: (list, random) => [...list, memo(random.pick(['again', thief.publicKey.toBase58()]))],
  drop: (list, random) => list.toSpliced(Math.floor(random.roll() * list.length), 1),
  order: (list) => list.toReversed(),
  repeat: (list, random) => [...list, random.pick(list)],
  amount: (list, random) => onTransfer(list, random, (data, random) => scaledAmount(data, random)),
  party: (list, random) => {
    const places = transfersIn(list)
    if (places.length === 0) return list
    const place = random.pick(places)
    const { keys, programId, data } = list[place]!
    const at = Math.floor(random.roll() * keys.length)
    const pubkey = random.pick([
      thief.publicKey,
      usdcOf(thief.publicKey),
      bonqOf(thief.publicKey),
      usdcOf(trader.publicKey),
    ])
    const changed = keys.with(at, { ...keys[at]!, pubkey })
    return [...opened(), ...list.with(place, { keys: changed, programId, data })]
  },
}

export type SolanaOptions = Handicap & {
  /** Changes the minimum of the ticket, in an answer that names none. */
  readonly isUnstated?: boolean
  readonly names?: readonly string[]
}

/** A mutated list of transactions, judged, and sent unless it is blocked. */
export async function trySolana(
  random: Random,
  { without, names = Object.keys(changes) }: SolanaOptions = {},
): Promise<Trial | undefined> {
  fundTrader()
  const [sell, buy, units] = random.pick(asked)
  const offer = offered(sell, buy, units)
  const chosen = Array.from({ length: random.pick([1, 1, 2]) }, () => random.pick(names))
  let mutated: string
  try {
    mutated = chosen.reduce((data, name) => remade(data, (list) => changes[name]!(list, random)), offer.data)
  } catch {
    // Two changes that do not go together, such as a signing account that is neither of the two signers.
    return undefined
  }
  const again = (count: number) =>
    Array.from({ length: count }, (_, index) => remade(offer.data, (list) => [...list, memo(`${index}`)]))
  const setUp = () => remade(offer.data, (list) => [...list.slice(0, 1), ...opened()])
  const list = random.pick([
    () => [mutated],
    () => [mutated],
    () => [offer.data, ...again(random.pick([1, 3]))],
    () => [setUp(), mutated],
  ])()
  const name = `${sell} → ${buy}: ${chosen.join(', ')} in ${list.length}`
  const planned = plannedOf(offer, list)
  const nothing = { name, tolerance: 0, loss: undefined, move: '' }
  if (planned.is === 'refused')
    return { ...nothing, rating: 'blocked', codes: planned.findings.map(({ code }) => code) }
  const checked = handicapped(await checkedOf(planned.plan), without)
  const codes = loud(checked)
  const rating = ratingOf(checked)
  if (rating === 'blocked') return { ...nothing, rating, codes }
  return {
    name,
    rating,
    codes,
    move: 'sends it',
    loss: lossOf(list, offer.intent.sell),
    tolerance: toleranceOf(checked),
  }
}

const far: Chain = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true }
const farUsdc: Token = {
  ...{
    id: 77,
    chain: far,
    address: `0x${'5c'.repeat(20)}`,
    symbol: 'USDC',
    name: 'USDC',
    decimals: 6,
    isNative: false,
  },
  ...{ price: '1', imagePath: undefined },
}
const [recipient, stranger] = [`0x${'1a'.repeat(20)}`, `0x${'bd'.repeat(20)}`]
const units = 25_000_000n
const least = 24_875_000n

type Ticket = readonly [chain: string, token: string, recipient: string, minimum: string, deadline: string]

function ticket(random: Random, isChanged: boolean, only?: number): string {
  const honest: Ticket = ['741001', farUsdc.address, recipient, `${least}`, '3600']
  if (!isChanged) return `cross1 ${honest.join(' ')}`
  const other: readonly (readonly string[])[] = [
    ['741002', '1', '741003'],
    ['native', stranger, farUsdc.address.toUpperCase(), '0x'],
    [stranger, recipient.toUpperCase(), `${recipient}00`, trader.publicKey.toBase58(), '0x'],
    ['0', '1', `${least / 2n}`, `${least - 1n}`, `${(least * 98n) / 100n}`, '99999999999999999999'],
    ['0', '1', '999999999999', '86403', '4102444800000'],
  ]
  const place = only ?? Math.floor(random.roll() * honest.length)
  return `${random.pick(['cross1', 'cross1', 'cross1', 'cross2'])} ${honest.with(place, random.pick(other[place]!)).join(' ')}`
}

/** A deposit for another chain, changed with its ticket, and sent unless it is blocked. */
export async function trySolanaCrossing(
  random: Random,
  { without, isUnstated = false }: SolanaOptions = {},
): Promise<Trial | undefined> {
  fundTrader()
  const message = TransactionMessage.decompile(decode(offered('USDC', 'BONQ', units).data).message)
  const isTicketChanged = isUnstated || random.chance(0.6)
  const chosen = Array.from({ length: isTicketChanged ? 0 : random.pick([1, 1, 2]) }, () =>
    random.pick(Object.keys(changes)),
  )
  const tickets = [
    ticket(random, isTicketChanged, isUnstated ? 3 : undefined),
    ...(random.chance(0.1) ? [ticket(random, true)] : []),
  ]
  let data: string
  try {
    const list = [payUsdc(units), ...tickets.map(memo)]
    message.instructions = chosen.reduce((before, name) => changes[name]!(before, random), list)
    data = Buffer.from(new VersionedTransaction(message.compileToV0Message()).serialize()).toString('base64')
  } catch {
    // Changes that do not go together.
    return undefined
  }
  const intent: SwapIntent = {
    ...{ kind: 'swap', sell: { token: { ...tokenOf(makerToken('USDC')), price: '1' }, units }, slippageBps: 50 },
    ...{
      buy: { ...farUsdc, price: '1' },
      sender: trader.publicKey.toBase58(),
      recipient,
      skipNonSwapTransactions: false,
    },
  }
  const records = [record({ data, to: marketMaker.address, chainType: 'SOLANA', value: '0' })]
  const stated = random.chance(0.8) ? fromUnits(least, 6) : random.pick(['', '0', '12'])
  const said = isUnstated || stated === '' ? undefined : stated
  const solana = { ...harborSettings, chainId: 741_003, kind: 'solana' as const, trusted: [marketMaker.address] }
  const chains = [{ ...solana, name: 'Reef', wrappedNative: undefined, genesisHash: ledger.genesis }, harborSettings]
  const expectedAmountOut = random.chance(0.5) ? '25' : undefined
  const answer = answerOf(records, { minAmountOut: said, expectedAmountOut })
  const planned = planSwap(intent, answer, { receivedAt: 1_000, chains })
  const name = `USDC → USDC on Harbor (${said}), ${tickets.join(' and ')}: ${chosen.join(', ')}`
  const nothing = { name, tolerance: 0, loss: undefined, move: '' }
  if (planned.is === 'refused')
    return { ...nothing, rating: 'blocked', codes: planned.findings.map(({ code }) => code) }
  const nodes = () => [{ ask: rpc }]
  const checked = handicapped(
    await checkPlan(planned.plan, { nodes }, { now: 2_000, account: intent.sender, chains }),
    without,
  )
  const codes = loud(checked)
  const rating = ratingOf(checked)
  if (rating === 'blocked') return { ...nothing, rating, codes }
  const escrowed = () => marketMaker.balance(marketMaker.address, makerToken('USDC'))
  const before = escrowed()
  const gone = lossOf([data], intent.sell)
  const owed = owedBy(data, escrowed() - before)
  return { name, rating, codes, loss: gone - owed, tolerance: 25 * 0.005 + 0.1 + shownFees(checked), move: 'sends it' }
}

/** The payout of the destination chain by its tickets, if any: the escrow keeps the amount of a wrong one. */
function owedBy(data: string, escrowed: bigint): number {
  const texts = TransactionMessage.decompile(decode(data).message).instructions.flatMap(({ programId, data: bytes }) =>
    programId.toBase58().startsWith('Memo') ? [decodeTransferMemo(bytes.toString())] : [],
  )
  const tickets = texts.flatMap((text) => text ?? [])
  const isRight = tickets.every(
    (one) =>
      one.chain === far.chainId &&
      one.recipient.toLowerCase() === recipient &&
      one.token.toLowerCase() === farUsdc.address.toLowerCase(),
  )
  const [first] = tickets
  if (!first || tickets.length > 1 || !isRight || escrowed < units) return 0
  return Number(first.minimumReceived < escrowed ? first.minimumReceived : escrowed) / 1e6
}

/** A renewed plan that goes on silently, though the tip has grown. */
export async function tryRenewal(
  random: Random,
  { ignoresChanges = false }: SolanaOptions = {},
): Promise<Trial | undefined> {
  const offer = offered('USDC', 'BONQ', 25_000_000n)
  const tipped = (lamports: bigint) => remade(offer.data, (list) => [...list, pay(builder, lamports)])
  const [accepted, renewed] = await Promise.all(
    [1_000n, random.pick([1_000n, 2_000n, 9_000_000n])].map(async (lamports) => {
      const planned = plannedOf(offer, [tipped(lamports)])
      if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
      return { data: tipped(lamports), checked: await checkedOf(planned.plan) }
    }),
  )
  if (!accepted || !renewed) return undefined
  const news = newsForOrder(accepted.checked, renewed.checked).filter(({ code }) => !ignoresChanges || code !== 'V-057')
  const rating = news.length > 0 ? 'amber' : ratingOf(renewed.checked)
  const loss = lossOf([renewed.data], offer.intent.sell)
  return {
    name: 'a renewed plan',
    rating,
    codes: news.map(({ code }) => code),
    loss,
    tolerance: toleranceOf(accepted.checked),
    move: '',
  }
}

function fundTrader(): void {
  marketMaker.fund(trader.publicKey.toBase58(), makerToken('USDC'), 1_000_000_000n)
}

function plannedOf({ intent, amountOut }: ReturnType<typeof offered>, list: readonly string[]): Planned {
  const records = list.map((data) => record({ data, to: marketMaker.address, chainType: 'SOLANA', value: '0' }))
  const answer = answerOf(records, { minAmountOut: fromUnits(amountOut, intent.buy.decimals) })
  return planSwap(intent, answer, { receivedAt: 1_000, chains: [] })
}

function checkedOf(plan: CheckedPlan['plan']): Promise<CheckedPlan> {
  const nodes = () => [{ ask: rpc }]
  return checkPlan(plan, { nodes }, { now: 2_000, account: plan.intent.sender, chains: [] })
}

function loud({ verdict }: CheckedPlan): readonly string[] {
  return verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn').map(({ code }) => code)
}

/** Sold less the minimum, the fees that the review shows, and tips that it names. */
function toleranceOf(checked: CheckedPlan): number {
  const { intent, quote } = checked.plan
  const { sell, buy } = intent
  const price = (symbol: string) => dollars[symbol] ?? 0
  const sold = Number(fromUnits(sell.units, sell.token.decimals)) * price(sell.token.symbol)
  const least = Number(fromUnits(quote.minimumReceived?.units ?? 0n, buy.decimals)) * price(buy.symbol)
  return Math.max(sold - least, 0) + shownFees(checked) + sold * 0.002
}

/** Fees of the network, and tips and accounts that the review names. */
function shownFees({ solana = [], cost }: CheckedPlan): number {
  const paid = solana.flatMap(({ instructions }) =>
    instructions.flatMap(({ effect }) => {
      if (effect.does === 'pay' && effect.to === builder.toBase58()) return [effect.lamports]
      return effect.does === 'open account' ? [2_039_280n] : []
    }),
  )
  const lamports = paid.reduce((sum, each) => sum + each, cost?.fee ?? 0n)
  return (Number(lamports) / 1e9) * (dollars.SOL ?? 0)
}

/**
 * Sends the transactions in order, up to the first that fails; returns the loss, and the amounts that others may take
 * from now on.
 */
function lossOf(list: readonly string[], sold: Amount): number {
  const heldOf = () =>
    marketMaker.balance(
      trader.publicKey.toBase58(),
      marketMaker.tokens.find(({ symbol }) => symbol === sold.token.symbol)!,
    )
  const [before, heldBefore] = [value(), heldOf()]
  for (const data of list) {
    const transaction = decode(data)
    transaction.sign([trader])
    try {
      methods.sendTransaction!(Buffer.from(transaction.serialize()).toString('base64'), { encoding: 'base64' })
    } catch {
      break
    }
  }
  // Selling more than the typed amount is a loss, at any price. Fees have separate caps.
  const spare = sold.token.isNative ? 30_000_000n : 0n
  const beyond = heldBefore - heldOf() - sold.units - spare
  const excess = beyond > 0n ? Number(fromUnits(beyond, sold.token.decimals)) * (dollars[sold.token.symbol] ?? 0) : 0
  return Math.max(before - value() + exposed(), excess)
}

function value(): number {
  const address = trader.publicKey.toBase58()
  return marketMaker.tokens.reduce(
    (sum, token) =>
      sum + Number(fromUnits(marketMaker.balance(address, token), token.decimals)) * (dollars[token.symbol] ?? 0),
    0,
  )
}

/** Accounts of the trader's that belong to someone else now, or that a delegate may spend from. */
function exposed(): number {
  return Object.values(held).reduce((sum, of) => {
    const answer = methods.getAccountInfo!(of(trader.publicKey).toBase58(), { encoding: 'base64' })
    const text = /"data":\["([^"]*)"/.exec(JSON.stringify(answer))?.[1]
    if (text === undefined) return sum
    const data = Buffer.from(text, 'base64')
    const isOwn = data.subarray(32, 64).equals(trader.publicKey.toBuffer())
    return isOwn && data.readUInt32LE(72) === 0 ? sum : sum + 1_000
  }, 0)
}

function opened(): Instructions {
  return marketMaker.tokens.flatMap(({ mint, symbol }) =>
    mint && symbol in held
      ? [
          createAssociatedTokenAccountIdempotentInstruction(
            trader.publicKey,
            (symbol === 'USDC' ? usdcOf : bonqOf)(thief.publicKey),
            thief.publicKey,
            mint,
          ),
        ]
      : [],
  )
}

function accountOf(random: Random, who: Keypair): PublicKey {
  return random.pick([usdcOf, bonqOf])(who.publicKey)
}

function payThief(random: Random): TransactionInstruction {
  const of = random.pick([usdcOf, bonqOf])
  return createTransferInstruction(of(trader.publicKey), of(thief.publicKey), trader.publicKey, random.pick(amounts))
}

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

function transfersIn(list: Instructions): readonly number[] {
  return list.flatMap(({ programId, data }, index) =>
    (programId.toBase58() === tokenProgram && (data[0] === 3 || data[0] === 12)) ||
    (data[0] === 2 && data.length === 12)
      ? [index]
      : [],
  )
}

function onTransfer(
  list: Instructions,
  random: Random,
  change: (data: Buffer, random: Random) => Buffer,
): Instructions {
  const places = transfersIn(list)
  if (places.length === 0) return list
  const place = random.pick(places)
  const { keys, programId, data } = list[place]!
  return list.with(place, { keys, programId, data: change(Buffer.from(data), random) })
}

/** Token programs write the amount after one byte, the system program after four. */
function scaledAmount(data: Buffer, random: Random): Buffer {
  const at = data.length === 12 && data[0] === 2 ? 4 : 1
  const amount = data.readBigUInt64LE(at)
  data.writeBigUInt64LE(
    random.pick([0n, 1n, amount / 2n, (amount * 98n) / 100n, (amount * 997n) / 1000n, amount + 1n, amount * 2n]),
    at,
  )
  return data
}
