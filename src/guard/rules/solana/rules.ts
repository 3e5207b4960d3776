import { larger, smaller, sumOf } from '../../../domain/bigints'
import { isToken } from '../../decode/decodedPlan'
import { sameAddress } from '../../decode/evm/address'
import { readDeliveryMemo, resemblesDelivery } from '../../decode/solana/deliveryMemo'
import { isSignedBy } from '../../decode/solana/ed25519'
import { networkFee } from '../../decode/solana/fee'
import type { Instruction, SolanaEffect } from '../../decode/solana/instruction'
import { keptOf } from '../../decode/solana/mint'
import { programs, tipAccounts } from '../../decode/solana/programs'
import { block, type Finding, holds, info, warn } from '../../findings/finding'
import { reason } from '../../findings/reason'
import { type Rule, rule } from '../../rule'
import { rentOfSize, tokenAccountRent } from '../../simulate/solana/inputs'
import { amountFactOf } from '../../tokenNames'
import {
  closerOf,
  decodedMovements,
  holderOf,
  isOpaque,
  isOwnWrapping,
  isSetUp,
  mintOf,
  type SolanaRuleInput,
  sellsForAnotherChain,
  solanaEffects,
  staysOwn,
  sumSoFar,
  transfersToRecipient,
  wrappedSol,
} from '../input/solanaRuleInput'
import { missingInEscrow } from './escrow'

/** A swap has few instructions; more are suspicious. */
const maxInstructions = 32
/** Accounts that a swap opens for exchanges and bridges of the deployment: for what each of them is paid. */
const maxForOthers = 2
/** A refund waits for the deadline: one more than a day away would hold the money back. */
const maxCrossingTime = 24 * 60 * 60

/**
 * The rules for one Solana transaction. Encoding, size and version (V-001) are decided during decoding; the wallet's
 * signature (V-010) afterwards, in `check/compareSigned.ts`.
 */
export const solanaRules: readonly Rule<SolanaRuleInput>[] = [
  rule('V-008', ['solana swap'], ({ transaction, intent }) => {
    const { staticKeys, requiredSignatures, signatures, message } = transaction
    if (staticKeys[0] !== intent.sender) return [block('V-008.other-payer', { payer: staticKeys[0] ?? '' })]
    const strangers = staticKeys.slice(1, requiredSignatures).filter((key, index) => {
      const signature = signatures[index + 1]!
      return key !== intent.sender && !isSignedBy(key, signature, message)
    })
    if (strangers.length > 0) return [block('V-008.missing-signatures', { signers: strangers })]
    return [holds('V-008')]
  }),
  rule('V-038', ['solana swap'], (input) => {
    const { transaction, keys, inputs } = input
    const isAmbiguous = solanaEffects(input, 'note').some(({ text }) => resemblesDelivery(text))
    if (isAmbiguous && sellsForAnotherChain(input)) return [block('V-038.ambiguous', {})]
    if (transaction.lookups.length === 0) return []
    if (keys) return [holds('V-038')]
    const why = inputs.tables.is === 'unavailable' ? inputs.tables.why : reason('table.no-entry', {})
    return [block('V-038.unknown-accounts', { why })]
  }),
  rule('V-035', ['solana swap'], (input) => {
    const { instructions, inputs } = input
    if (instructions.length === 0) return [block('V-035.nothing', {})]
    if (instructions.length > maxInstructions) return [block('V-035.too-many', { count: instructions.length })]
    const opaque = instructions.filter(({ effect }) => effect.does === 'opaque')
    const rare = opaque.flatMap(({ effect }) => (effect.does === 'opaque' && effect.isRare ? [effect.why] : []))
    if (rare.length > 0) return rare.map((why) => block('V-035.rare', { why }))
    if (opaque.length === 0) return [holds('V-035')]
    const names = [...new Set(opaque.map(({ program }) => program))]
    if (inputs.simulation.is === 'unavailable') return [block('V-035.programs-not-simulated', { programs: names })]
    const vouched = names.every((program) => inputs.trusted.has(program))
    // Known program code does not mean that every instruction to it is harmless.
    const facts = { programs: names }
    return [vouched ? warn('V-035.programs-vouched', facts) : warn('V-035.programs-unknown', facts)]
  }),
  rule('V-055', ['solana swap'], (input) => {
    const { intent, inputs } = input
    const fee = sumSoFar(input, maxNetworkFee)
    if (fee > inputs.feeCap)
      return [block('V-055.network-too-high', { lamports: String(fee), cap: String(inputs.feeCap) })]
    const total = decodedMovements(input).coins
    const created = solanaEffects(input, 'create')
    const rent = sumOf(created.map((each) => lockedIn(each, input)))
    const sold = intent.sell.token.isNative ? intent.sell.units : 0n
    const owners = created.filter(({ owner }) => owner !== programs.token && owner !== programs.token2022)
    const [orders] = owners
    if (owners.length > 1 || (orders && !isOwnOpenOrders(input, orders))) return [block('V-055.opens-for-program', {})]
    const opened = new Set(solanaEffects(input, 'open account').map(({ account }) => account))
    if (created.some((each) => each !== orders && !opened.has(each.account))) return [block('V-055.leaves-account', {})]
    const others = openedFor(input)
    const strangers = others.filter(({ owner }) => !inputs.trusted.has(owner))
    const [stranger] = strangers
    if (strangers.length > 1 || others.length > maxForOthers)
      return [block('V-055.pays-for-others', { owners: [...new Set(others.map(({ owner }) => owner))] })]
    const locked = rent - (orders?.lamports ?? 0n)
    const accounts = created.filter((each) => each !== orders)
    const deposits = accounts.reduce((sum, { account }) => sum + maxRent(input, account), 0n)
    if (locked > deposits) return [block('V-055.locks-up', { lamports: String(rent) })]
    // A fee account of another owner may have to be created once, for 0.002 SOL.
    if (stranger) return [warn('V-055.pays-deposit', { owner: stranger.owner })]
    if (orders) return [warn('V-055.opens-orders', { program: orders.owner, lamports: String(orders.lamports) })]
    const tipped = tipsIn(input)
    if (total > sold && total - sold <= tipped) return [info('V-055.tip', { lamports: String(tipped) })]
    if (total > sold) return [warn('V-055.besides', { lamports: String(total - sold) })]
    return [holds('V-055')]
  }),
  rule('V-011', ['solana swap'], (input) => {
    const surrendered = solanaEffects(input, 'surrender')
    if (surrendered.length > 0) return surrendered.map(({ what }) => block('V-011.surrenders', { what }))
    const wrong = [
      ...closings(input),
      ...changingHands(input),
      ...pulls(input),
      ...surrenderedInside(input),
      ...positionsReached(input),
    ]
    if (wrong.length > 0) return wrong
    const open = openDoors(input)
    return [...open, holds('V-011')]
  }),
  rule('V-015', ['solana swap'], (input) => {
    const { sell } = input.intent
    const most = sumSoFar(input, (each) => decodedMovements(each).taken)
    const coins = sumSoFar(input, (each) => decodedMovements(each).coins)
    const sold = sell.token.isNative ? sell.units : 0n
    const asked = amountFactOf(sell)
    const fact = (units: bigint) => amountFactOf({ ...sell, units })
    const wrong = [
      ...(most > sell.units ? [block('V-015.too-much', { amount: fact(most), asked })] : []),
      ...(coins > sold + input.inputs.feeCap
        ? [block('V-015.too-much-sol', { lamports: String(coins), sold: String(sold) })]
        : []),
      ...foreignTransfers(input),
    ]
    if (wrong.length > 0) return wrong
    if (isOpaque(input) || isSetUp(input)) return []
    const { spent } = decodedMovements(input)
    if (spent === 0n) return [block('V-015.nothing', { symbol: sell.token.symbol })]
    if (spent < sell.units) return [warn('V-015.only-part', { amount: fact(spent), asked })]
    return [holds('V-015')]
  }),
  rule('V-013', ['solana swap'], (input) => {
    const { intent, inputs } = input
    if (sellsForAnotherChain(input)) return []
    if (inputs.holders.has(intent.recipient)) return [block('V-013.to-token-account', { recipient: intent.recipient })]
    const people = [intent.sender, intent.recipient]
    const stranger = exchangeOrders(input).find(({ to }) => to !== undefined && !people.includes(to.owner))
    if (stranger?.to) return [block('V-013.to-owner', { owner: stranger.to.owner, wanted: intent.recipient })]
    return [holds('V-013')]
  }),
  rule('V-016', ['solana swap'], (input) => {
    if (sellsForAnotherChain(input)) return []
    const wrong = [...wrongExchangeOrders(input), ...missingInTrial(input)]
    if (wrong.length > 0) return wrong
    if (isOpaque(input) || isSetUp(input)) return []
    const { received } = decodedMovements(input)
    if (received === 0n) return [block('V-016.pays-nothing', {})]
    if (input.minimumReceived !== undefined && received < input.minimumReceived)
      return [block('V-016.pays-too-little', { units: String(received), minimum: String(input.minimumReceived) })]
    return [holds('V-016')]
  }),
  rule('V-051', ['solana swap'], (input) => {
    if (!sellsForAnotherChain(input)) return []
    const { intent, inputs } = input
    const payees = payeesOf(input)
    const unknown = payees.filter(({ isVouched }) => !isVouched).map(({ payee }) => payee)
    if (unknown.length > 0) return [block('V-051.unvouched', { targets: unknown })]
    const missing = missingInEscrow(
      input,
      payees.map(({ payee }) => payee),
    )
    if (missing.some(({ severity }) => severity === 'block')) return missing
    // A program that cannot be read may send on what it takes: it has to be one of the deployment.
    const strange = input.instructions.flatMap(({ effect, program }) =>
      effect.does === 'opaque' && !inputs.trusted.has(program) ? [program] : [],
    )
    const isAllRead = decodedMovements(input).spent >= intent.sell.units
    if (strange.length > 0 && !isAllRead && !isSetUp(input))
      return [block('V-051.unvouched', { targets: [...new Set(strange)] })]
    return [...missing, info('V-051.promise', {})]
  }),
  rule('V-036', ['solana swap'], (input) => {
    if (!sellsForAnotherChain(input)) return []
    const { intent, minimumReceived } = input
    const { buy, recipient } = intent
    const notes = solanaEffects(input, 'note')
    if (notes.some(({ text }) => resemblesDelivery(text))) return []
    const tickets = notes.flatMap(({ text }) => readDeliveryMemo(text) ?? [])
    const [ticket] = tickets
    if (!ticket && isSetUp(input)) return []
    if (!ticket) return [warn('V-036.not-said', {})]
    if (tickets.length > 1) return [block('V-036.several', {})]
    if (ticket.chainId !== buy.chain.chainId)
      return [block('V-036.other-chain', { chain: String(ticket.chainId), wanted: buy.chain.name })]
    if (!sameAddress(ticket.recipient, recipient))
      return [block('V-036.other-recipient', { recipient: ticket.recipient, wanted: recipient })]
    if (!isToken(ticket.token, buy)) return [block('V-036.other-token', { token: ticket.token, symbol: buy.symbol })]
    // Services round the minimum they state: a double has fewer digits than an amount of 18 decimals.
    if (minimumReceived !== undefined && ticket.minimumReceived * rounding < minimumReceived * (rounding - 1n))
      return [
        block('V-036.asks-too-little', { units: String(ticket.minimumReceived), reported: String(minimumReceived) }),
      ]
    const maxPromised = minimumReceived === undefined ? undefined : minimumReceived + minimumReceived / maxAbovePart
    if (maxPromised !== undefined && ticket.minimumReceived > maxPromised)
      return [warn('V-036.asks-too-much', { units: String(ticket.minimumReceived), reported: String(minimumReceived) })]
    if (ticket.deadline > input.now / 1000 + maxCrossingTime) return [block('V-036.late-refund', {})]
    return [holds('V-036')]
  }),
  rule('V-053', ['solana swap'], (input) => {
    const { intent, inputs } = input
    const traded = [intent.sell.token, intent.buy].filter(({ chain }) => chain.kind === 'solana')
    return traded.flatMap((token) =>
      (inputs.mints.get(mintOf(token)) ?? []).map((power) => {
        const facts = { power, token: { address: token.address, symbol: token.symbol } }
        if (power === 'binds' && token === intent.buy) return block('V-053.power', facts)
        const isHarmless = token !== intent.buy || (power === 'keeps' && !isFeeTooHigh(input))
        return isHarmless ? info('V-053.power', facts) : warn('V-053.power', facts)
      }),
    )
  }),
  rule('V-017', ['solana swap'], (input) => {
    const { inputs, now } = input
    if (inputs.isBlockhashLive === false) return [block('V-017.quote-expired', {})]
    const deadlines = solanaEffects(input, 'note').flatMap(({ text }) => readDeliveryMemo(text)?.deadline ?? [])
    if (deadlines.some((deadline) => deadline * 1000 <= now)) return [block('V-017.deadline-over', {})]
    if (inputs.isBlockhashLive === undefined) return [warn('V-017.not-checked', {})]
    return [holds('V-017')]
  }),
  rule('V-030', ['solana swap'], (input) => {
    const { simulation } = input.inputs
    if (simulation.is === 'unavailable') return [info('V-030.not-simulated', { why: simulation.why })]
    if (simulation.error === undefined) return [holds('V-030')]
    if (waitsForAccounts(input)) return [warn('V-030.after-set-up', {})]
    return [block('V-030.fails', { said: simulation.error })]
  }),
  rule('V-034', ['solana swap'], (input) => {
    const { inputs, intent } = input
    const { simulation } = inputs
    if (simulation.is === 'unavailable' || simulation.error !== undefined) return []
    const noticed = [...unseenInside(input), ...alterations(input)]
    if (simulation.powerShifts.length > 0) return simulation.powerShifts.map((what) => block('V-034.shifts', { what }))
    if (noticed.some(({ severity }) => severity === 'block')) return noticed
    const moved = (token: string) => changeInTrial(input, intent.sender, token) + (turned.get(token) ?? 0n)
    const unwrapped = unwrappedInTrial(input)
    const turned = new Map([
      [wrappedSol, unwrapped],
      ['native', -unwrapped],
    ])
    const shut = simulation.closed.filter((account) => !isOwnClosing(input, account))
    if (shut.length > 0) return [block('V-034.closes', { accounts: shut })]
    const allowance = inputs.feeCap + rentOf(input)
    const sold = intent.sell
    const tokens = [
      ...new Set(simulation.changes.filter(({ account }) => account === intent.sender).map(({ token }) => token)),
    ]
    const beyond = tokens.filter((token) => {
      const isSold = token === (sold.token.isNative ? 'native' : sold.token.address)
      const limit = (isSold ? sold.units : 0n) + (token === 'native' ? allowance : 0n)
      return moved(token) < -limit
    })
    if (beyond.length > 0) return [block('V-034.leaves-more', { addresses: beyond })]
    if (input.before.length > 0 && sumSoFar(input, leavesInTrial) > sold.units)
      return [block('V-034.leaves-more', { addresses: [sold.token.isNative ? 'native' : sold.token.address] })]
    const hidden = -moved('native') - (sold.token.isNative ? sold.units : 0n) - rentOf(input)
    const reported = decodedMovements(input).coins - (sold.token.isNative ? sold.units : 0n)
    if (hidden > 0n && hidden > reported) return [...noticed, warn('V-034.hidden', { lamports: String(hidden) })]
    return [...noticed, holds('V-034')]
  }),
]

/** Of one account and token, in the simulation of this transaction. */
function changeInTrial({ inputs: { simulation } }: SolanaRuleInput, account: string, token: string): bigint {
  const changes = simulation.is === 'simulated' ? simulation.changes : []
  return sumOf(changes.flatMap((entry) => (entry.account === account && entry.token === token ? entry.delta : [])))
}

/** Closing a wrapped SOL account turns it into SOL: nothing leaves, and nothing was bought. */
function unwrappedInTrial(input: SolanaRuleInput): bigint {
  const { sender } = input.intent
  const wrapped = changeInTrial(input, sender, wrappedSol)
  const most = closesOwnWrapped(input) ? -wrapped : changeInTrial(input, sender, 'native')
  return wrapped < 0n && most > 0n ? smaller(most, -wrapped) : 0n
}

/** The simulation brings the recipient less than the minimum. */
function missingInTrial(input: SolanaRuleInput): readonly Finding[] {
  const { inputs, intent, minimumReceived } = input
  const { simulation } = inputs
  if (simulation.is === 'unavailable' || simulation.error !== undefined || isSetUp(input)) return []
  const arrived = changeInTrial(input, intent.recipient, intent.buy.isNative ? 'native' : intent.buy.address)
  const isOwnCoin = intent.buy.isNative && intent.recipient === intent.sender
  const gain = isOwnCoin ? arrived - unwrappedInTrial(input) : arrived
  // A purchase of SOL pays rent and tips itself; only those seen in the simulation count.
  const expenses = isOwnCoin ? rentOf(input) + decodedMovements(input).coins : 0n
  if (gain + expenses <= 0n) return [block('V-016.nothing-arrives', {})]
  if (minimumReceived === undefined || gain + expenses >= minimumReceived) return []
  return [block('V-016.arrives-too-little', { units: String(gain), minimum: String(minimumReceived) })]
}

/** Orders to well-known exchanges, decoded from the instructions, with the owners of the accounts they name. */
function exchangeOrders(input: SolanaRuleInput) {
  return solanaEffects(input, 'opaque').flatMap(({ terms }) =>
    terms ? [{ ...terms, from: holderOf(input, terms.source), to: holderOf(input, terms.destination) }] : [],
  )
}

const maxPlatformBps = 100n
/** A ticket that asks for more than a fiftieth above the quote will not be kept. */
const maxAbovePart = 50n
const rounding = 1_000n

/** Blocks orders to an exchange that pay someone else, too little, or too much to a platform. */
function wrongExchangeOrders(input: SolanaRuleInput): readonly Finding[] {
  const { intent, minimumReceived } = input
  const orders = exchangeOrders(input)
  const dear = orders.find(({ feeBps = 0n }) => feeBps > maxPlatformBps)
  if (dear) return [block('V-016.platform-fee', { bps: Number(dear.feeBps) })]
  // The payouts of other programs are unknown, and so is a minimum in data that could not be decoded.
  const isWhole = solanaEffects(input, 'opaque').every(({ terms }) => terms?.minimum !== undefined)
  if (orders.length === 0 || !isWhole) return []
  const final = orders.filter(({ to }) => to === undefined || to.mint === mintOf(intent.buy))
  const insists = final.reduce((sum, { minimum = 0n }) => sum + minimum, 0n)
  const least = minimumReceived === undefined || minimumReceived === 0n ? 1n : minimumReceived
  if (insists * rounding >= least * (rounding - 1n) && insists > 0n) return []
  return [block('V-016.pays-too-little', { units: String(insists), minimum: String(least) })]
}

/** Whether the fee of the bought token, which may begin with the next epoch, would bring less than the minimum. */
function isFeeTooHigh(input: SolanaRuleInput): boolean {
  const fee = input.inputs.fees.get(mintOf(input.intent.buy))
  if (fee === undefined || input.minimumReceived === undefined || isOpaque(input) || isSetUp(input)) return false
  // A fee that the instruction states is compared by the token's program.
  const arriving = transfersToRecipient(input).map(({ amount, kept }) => amount - (kept ?? keptOf(amount, fee)))
  return arriving.reduce((sum, units) => sum + units, 0n) < input.minimumReceived
}

/** Whether it uses accounts that an earlier transaction of the plan creates: until that is sent it can only fail. */
function waitsForAccounts({ before, keys, inputs }: SolanaRuleInput): boolean {
  const opened = before.flatMap((each) => solanaEffects(each, 'open account').map(({ account }) => account))
  return keys?.some((key) => opened.includes(key) && !inputs.holders.has(key)) ?? false
}

/** The sold token that leaves in one simulation. Fees, tips and rent in SOL have limits of their own and do not count. */
function leavesInTrial(input: SolanaRuleInput): bigint {
  const { isNative, address } = input.intent.sell.token
  const change = changeInTrial(input, input.intent.sender, isNative ? 'native' : address)
  return larger(-change - (isNative ? maxNetworkFee(input) + rentOf(input) + smallPayments(input) : 0n), 0n)
}

/** Payments of SOL other than to the swap itself cannot be identified: all payments but the largest count as tips. */
function smallPayments(input: SolanaRuleInput): bigint {
  const paid = solanaEffects(input, 'pay').filter(({ from }) => from === input.intent.sender)
  return sumOf(paid.map(({ lamports }) => lamports)) - paid.reduce((most, { lamports }) => larger(most, lamports), 0n)
}

/** Whom the person pays, tips apart, and whether the deployment names them: the account itself, or its owner. */
function payeesOf(input: SolanaRuleInput) {
  const { intent, inputs } = input
  const holders = solanaEffects(input, 'transfer')
    .filter(({ authority }) => authority === intent.sender)
    .map(({ destination }) => {
      // An account that someone else can take over belongs to no party of the deployment.
      const isFirm = closerOf(input, destination) === undefined
      const payee = (isFirm ? holderOf(input, destination)?.owner : undefined) ?? destination
      return { payee, isVouched: isFirm && (inputs.trusted.has(payee) || inputs.trusted.has(destination)) }
    })
  const paid = solanaEffects(input, 'pay')
    .filter(({ from, to }) => from === intent.sender && !isOwnWrapping(input, to) && !tipAccounts.has(to))
    .map(({ to }) => ({ payee: to, isVouched: inputs.trusted.has(to) }))
  return [...holders, ...paid].filter(({ payee }) => payee !== intent.sender)
}

function closings(input: SolanaRuleInput): readonly Finding[] {
  const { sender } = input.intent
  return solanaEffects(input, 'close')
    .filter(({ authority, destination }) => authority === sender && destination !== sender)
    .map(({ account, destination }) => block('V-011.closes', { account, destination }))
}

function foreignTransfers(input: SolanaRuleInput): readonly Finding[] {
  const { sender, sell } = input.intent
  return solanaEffects(input, 'transfer').flatMap(({ authority, source, destination, mint }) => {
    if (authority !== sender) return []
    const known = mint ?? holderOf(input, source)?.mint
    if (staysOwn(input, destination)) return []
    if (known === undefined) return [block('V-015.unknown-token', { account: source })]
    return known === mintOf(sell.token) ? [] : [block('V-015.other-token', { token: known })]
  })
}

/** Inner instructions that no swap needs: the person's signature is valid for all invoked programs. */
function surrenderedInside(input: SolanaRuleInput): readonly Finding[] {
  const { simulation } = input.inputs
  const { sender } = input.intent
  const inside = simulation.is === 'simulated' ? (simulation.inside?.effects ?? []) : []
  return inside.flatMap(({ program, parties, effect }) => {
    if (!parties.includes(sender)) return []
    // Burnt tokens are seen in the balance changes.
    if (effect.does === 'surrender' && effect.what.code !== 'surrender.burns')
      return [block('V-011.surrenders-inside', { program, what: effect.what })]
    // A party of another authority's transfer is one of its signers (multisig).
    if (effect.does === 'transfer' && effect.authority !== sender)
      return [block('V-011.pulls', { authority: effect.authority, account: effect.source })]
    return effect.does === 'close' && effect.authority === sender && effect.destination !== sender
      ? [block('V-011.closes', { account: effect.account, destination: effect.destination })]
      : []
  })
}

/** Positions are tokens with a supply of one: the owner of the account can empty the position. */
function positionsReached(input: SolanaRuleInput): readonly Finding[] {
  const { sender, sell, buy } = input.intent
  const traded = [mintOf(sell.token), mintOf(buy), wrappedSol]
  const handed = input.instructions.flatMap(({ effect, accounts }) => (effect.does === 'opaque' ? accounts : []))
  return [...new Set(handed)].flatMap((account) => {
    const holder = input.inputs.holders.get(account)
    if (holder?.owner !== sender || holder.amount !== 1n || traded.includes(holder.mint)) return []
    const supply = input.inputs.supplies.get(holder.mint)
    if (!supply) return [warn('V-011.may-reach-position', { account })]
    // One unit of a token that can be divided, or of which more exist, is a leftover.
    if (supply.decimals !== 0 || supply.supply !== 1n) return []
    return [block('V-011.reaches-position', { account })]
  })
}

/** Inner instructions (CPI) that the node does not report, or that cannot be read. */
function unseenInside(input: SolanaRuleInput): readonly Finding[] {
  const { simulation } = input.inputs
  if (simulation.is === 'unavailable' || !isOpaque(input)) return []
  if (!simulation.inside) return [warn('V-034.inside-not-seen', {})]
  return simulation.inside.isComplete ? [] : [warn('V-034.inside-partly-seen', {})]
}

/**
 * Accounts that other programs keep for the person, changed by an undecoded program: it may have used the person's
 * signature there. Trusted programs change such accounts too, for open orders.
 */
function alterations(input: SolanaRuleInput): readonly Finding[] {
  const { simulation, trusted } = input.inputs
  const altered = simulation.is === 'simulated' ? simulation.altered : []
  return altered.map(({ account, owner }) => {
    const called = input.instructions.filter(
      ({ effect, accounts }) => effect.does === 'opaque' && accounts.includes(account),
    )
    const isVouched = called.length > 0 && called.every(({ program }) => trusted.has(program))
    const facts = { account, program: owner }
    return isVouched ? warn('V-034.alters', facts) : block('V-034.alters', facts)
  })
}

/**
 * Transfers of the person's tokens by another authority (a delegate), and transfers and closings that the person signs for
 * as one of several signers (multisig).
 */
function pulls(input: SolanaRuleInput): readonly Finding[] {
  const { sender } = input.intent
  return input.instructions.flatMap((instruction) => {
    const { effect } = instruction
    if (effect.does !== 'transfer' && effect.does !== 'close') return []
    const account = effect.does === 'transfer' ? effect.source : effect.account
    const isOwn = effect.does === 'transfer' && holderOf(input, account)?.owner === sender
    const { authority } = effect
    if (authority === sender || !(isOwn || signsFor(authority, instruction, input))) return []
    return [block('V-011.pulls', { authority, account })]
  })
}

/** An authority with several signers does not sign itself: the accounts after it do. */
function signsFor(authority: string, { accounts }: Instruction, { transaction, intent }: SolanaRuleInput): boolean {
  const { staticKeys, requiredSignatures } = transaction
  const isSigner = staticKeys.slice(0, requiredSignatures).includes(authority)
  return !isSigner && accounts.slice(accounts.indexOf(authority) + 1).includes(intent.sender)
}

/** The amount received in an account that someone else may close first and reopen as their own. */
function changingHands(input: SolanaRuleInput): readonly Finding[] {
  return transfersToRecipient(input).flatMap(({ destination }) => {
    const closer = closerOf(input, destination)
    return closer === undefined ? [] : [block('V-011.may-change-hands', { account: destination, closer })]
  })
}

/** Tokens received in an account with another delegate can be taken at any time. */
function openDoors(input: SolanaRuleInput): readonly Finding[] {
  const { recipient } = input.intent
  return solanaEffects(input, 'transfer').flatMap(({ authority, destination }) => {
    const holder = input.inputs.holders.get(destination)
    if (authority === input.intent.sender || holder?.owner !== recipient || holder.delegate === undefined) return []
    return [warn('V-011.shared-account', { account: destination, delegate: holder.delegate })]
  })
}

/** Accounts created at the person's expense for others than the person and the recipient. */
function openedFor(input: SolanaRuleInput) {
  const { sender, recipient } = input.intent
  const { holders } = input.inputs
  const created = new Set(solanaEffects(input, 'create').map(({ account }) => account))
  const opened = solanaEffects(input, 'open account')
    .filter(({ account, payer }) => (payer === sender && !holders.has(account)) || created.has(account))
    .filter(({ owner }) => owner !== sender && owner !== recipient)
  return [...new Map(opened.map((each) => [each.account, each])).values()]
}

/** The highest network fee, in lamports. */
export function maxNetworkFee({ transaction, instructions }: SolanaRuleInput): bigint {
  return networkFee(
    transaction.requiredSignatures,
    instructions.map(({ effect }) => effect),
  )
}

function tipsIn(input: SolanaRuleInput): bigint {
  return solanaEffects(input, 'pay')
    .filter(({ from, to }) => from === input.intent.sender && tipAccounts.has(to))
    .reduce((sum, { lamports }) => sum + lamports, 0n)
}

/** Whether a decoded instruction closes the account and returns its rent to the person. */
function isOwnClosing(input: SolanaRuleInput, closed: string): boolean {
  const { sender } = input.intent
  return solanaEffects(input, 'close').some(({ account, destination }) => account === closed && destination === sender)
}

/** Whether a decoded instruction closes a wrapped SOL account of the person's, and returns all of it to them. */
function closesOwnWrapped(input: SolanaRuleInput): boolean {
  return solanaEffects(input, 'close').some(
    ({ account, destination }) => destination === input.intent.sender && isOwnWrapping(input, account),
  )
}

/** More than the rent of an open-orders account: 3,228 bytes at OpenBook. */
const maxForOrders = 25_000_000n

/** Whether it is an account in which a called program keeps the person's orders, as Solana's order books require. */
function isOwnOpenOrders(
  { instructions, inputs }: SolanaRuleInput,
  { account, owner, lamports }: Extract<SolanaEffect, { does: 'create' }>,
): boolean {
  const { simulation, trusted } = inputs
  const isCalled = instructions.some(
    ({ program, accounts, effect }) =>
      effect.does === 'opaque' && accounts.includes(account) && [program, ...accounts].includes(owner),
  )
  const isTheirs =
    simulation.is === 'simulated' && simulation.opened.some((each) => each.account === account && each.namesSender)
  return isCalled && isTheirs && trusted.has(owner) && lamports <= maxForOrders
}

/** The rent of new accounts that remain at the end; existing ones already have theirs. */
function rentOf(input: SolanaRuleInput): bigint {
  const { simulation, holders } = input.inputs
  const orders = solanaEffects(input, 'create').filter((each) => isOwnOpenOrders(input, each))
  const opened = [...solanaEffects(input, 'open account'), ...solanaEffects(input, 'create')].map(
    ({ account }) => account,
  )
  return [...new Set(opened)].reduce((sum, account) => {
    if (holders.has(account)) return sum
    const most = orders.find((each) => each.account === account)?.lamports ?? maxRent(input, account)
    if (simulation.is === 'unavailable') return sum + most
    const kept = simulation.opened.find((each) => each.account === account)?.lamports ?? 0n
    return sum + (kept < most ? kept : most)
  }, 0n)
}

/** Its lamports; in an account for wrapped SOL of the person's own, only the rent: the rest is a balance like any other. */
function lockedIn({ account, lamports }: Extract<SolanaEffect, { does: 'create' }>, input: SolanaRuleInput): bigint {
  return isOwnWrapping(input, account) ? smaller(lamports, maxRent(input, account)) : lamports
}

/** The usual rent, or that of the larger accounts of tokens with extensions, by what the simulation shows. */
function maxRent({ inputs: { simulation } }: SolanaRuleInput, account: string): bigint {
  const opened = simulation.is === 'simulated' ? simulation.opened : []
  const size = opened.find((each) => each.account === account)?.size ?? 0
  const rent = rentOfSize(size < largestTokenAccount ? size : largestTokenAccount)
  return rent > tokenAccountRent ? rent : tokenAccountRent
}

/** In bytes; today's extensions together need less. */
const largestTokenAccount = 512
