import { isBelow, larger, smaller, sumOf } from '../../../domain/bigints'
import { isToken } from '../../decode/decodedPlan'
import { assetOf, native, sameAddress } from '../../decode/evm/address'
import { meaningOfRevert } from '../../decode/evm/revert'
import { resemblesDelivery } from '../../decode/solana/deliveryMemo'
import { isSignedBy } from '../../decode/solana/ed25519'
import { isSplProgram } from '../../decode/solana/innerEffect'
import { type Instruction, networkFee, type SolanaEffect } from '../../decode/solana/instruction'
import { keptOf } from '../../decode/solana/mint'
import { tipAccounts } from '../../decode/solana/programs'
import type { AmountFact } from '../../findings/factTypes'
import { block, type Finding, holds, info, warn } from '../../findings/finding'
import { type Rule, rule } from '../../rule'
import { feeCap, rentOfSize, tokenAccountRent } from '../../simulate/solana/inputs'
import { amountFactOf } from '../../tokenNames'
import {
  decodedMovements,
  exchangeOrders,
  holderOf,
  isOpaque,
  isOwn,
  isOwnWrapping,
  isSetUp,
  mintOf,
  type SolanaRuleInput,
  sellsForAnotherChain,
  solanaEffects,
  sumSoFar,
  ticketsIn,
  transfersIn,
  transfersToRecipient,
  wrappedSol,
} from '../input/solanaRuleInput'
import { maxCrossingTime } from '../swap/crossing'
import { missingInEscrow } from './escrow'

/** A swap has few instructions; more are suspicious. */
const maxInstructions = 32
/** Accounts that a swap opens for exchanges and bridges of the deployment: for what each of them is paid. */
const maxForOthers = 2

/**
 * The rules for one Solana transaction. Encoding, size and version (V-001) are decided during decoding; the wallet's
 * signature (V-010) afterwards, in `check/compareSigned.ts`.
 */
export const solanaRules: readonly Rule<SolanaRuleInput>[] = [
  rule('V-008', ['solana swap'], ({ transaction, intent }) => {
    const { staticKeys, requiredSignatures, signatures, message } = transaction
    if (staticKeys[0] !== intent.sender)
      return [block('V-008.other-signer', { signer: staticKeys[0] ?? '', wanted: intent.sender })]
    const strangers = staticKeys.slice(1, requiredSignatures).filter((key, index) => {
      const signature = signatures[index + 1]!
      return key !== intent.sender && !isSignedBy(key, signature, message)
    })
    if (strangers.length > 0) return [block('V-008.missing-signatures', { signers: strangers })]
    return [holds('V-008')]
  }),
  rule('V-038', ['solana swap'], (input) => {
    const { transaction, keys } = input
    if (sellsForAnotherChain(input) && isAmbiguous(input)) return [block('V-038.ambiguous', {})]
    if (transaction.lookups.length === 0) return []
    return [keys ? holds('V-038') : block('V-038.unknown-accounts', {})]
  }),
  rule('V-035', ['solana swap'], (input) => {
    const { instructions, inputs } = input
    if (instructions.length === 0) return [block('V-035.nothing', {})]
    if (instructions.length > maxInstructions) return [block('V-035.too-many', { count: instructions.length })]
    const opaque = instructions.filter(({ effect }) => effect.does === 'opaque')
    const rare = opaque.filter(({ effect }) => effect.does === 'opaque' && effect.isRare)
    if (rare.length > 0) return rare.map(({ program }) => block('V-035.rare', { program }))
    if (opaque.length === 0) return [holds('V-035')]
    const facts = { programs: [...new Set(opaque.map(({ program }) => program))] }
    if (inputs.simulation.is === 'unavailable') return [block('V-035.programs-not-simulated', facts)]
    // Known program code does not mean that every instruction to it is harmless.
    const isVouched = facts.programs.every((program) => inputs.trusted.has(program))
    return [isVouched ? warn('V-035.programs-vouched', facts) : warn('V-035.programs-unknown', facts)]
  }),
  rule('V-055', ['solana swap'], (input) => {
    const { trusted } = input.inputs
    const { sender, recipient } = input.intent
    const fee = sumSoFar(input, ({ transaction }) => networkFee(transaction))
    if (fee > feeCap) return [block('V-055.cost-too-high', { fee: sol(fee), most: sol(feeCap) })]
    const accounts = newAccounts(input)
    const [orders, ...more] = accounts.filter(({ isOrders }) => isOrders)
    if (more.length > 0 || accounts.some(({ isLeft, locked, due }) => isLeft || locked > due))
      return [block('V-055.locks-up', { lamports: String(sumOf(accounts.map(({ locked }) => locked))) })]
    const owners = accounts.flatMap(({ owner, isPaid }) => (isPaid && owner !== undefined ? owner : []))
    const others = owners.filter((owner) => owner !== sender && owner !== recipient)
    const [stranger, ...strangers] = others.filter((owner) => !trusted.has(owner))
    if (strangers.length > 0 || others.length > maxForOthers)
      return [block('V-055.pays-for-others', { owners: [...new Set(others)] })]
    // A fee account of another owner may have to be created once, for 0.002 SOL.
    if (stranger !== undefined) return [warn('V-055.pays-for-others', { owners: [stranger] })]
    if (orders) return [warn('V-055.opens-orders', { program: orders.program, lamports: String(orders.locked) })]
    const [besides, tipped] = [decodedMovements(input).coins - coinsSold(input), tipsIn(input)]
    if (besides <= 0n) return [holds('V-055')]
    if (besides <= tipped) return [info('V-055.coins-on-top', { fee: sol(tipped) })]
    return [warn('V-055.coins-on-top', { fee: sol(besides) })]
  }),
  rule('V-011', ['solana swap'], (input) => {
    const { simulation } = input.inputs
    const { sender } = input.intent
    const inside = simulation.is === 'simulated' ? (simulation.inside?.effects ?? []) : []
    return [
      ...input.instructions.flatMap((each) => {
        const { effect } = each
        if (effect.does === 'surrender') return [block('V-011.surrenders', { what: effect.what })]
        const isPulled = effect.does === 'transfer' && holderOf(input, effect.source)?.owner === sender
        return movedBy(effect, isPulled || signsFor(each, input), sender)
      }),
      // The person's signature is valid for all invoked programs. Burnt tokens are seen in the balance changes.
      ...inside.flatMap(({ parties, effect }) => {
        if (!parties.includes(sender)) return []
        if (effect.does !== 'surrender') return movedBy(effect, effect.does === 'transfer', sender)
        return effect.what.code === 'surrender.burns' ? [] : [block('V-011.surrenders', { what: effect.what })]
      }),
      ...positionsReached(input),
      ...sharedAccounts(input),
      holds('V-011'),
    ]
  }),
  rule('V-015', ['solana swap'], (input) => {
    const { sender, sell } = input.intent
    const most = sumSoFar(input, (each) => decodedMovements(each).taken)
    const coins = sumSoFar(input, (each) => decodedMovements(each).coins)
    const sold = coinsSold(input)
    const { spent } = decodedMovements(input)
    const factsOf = (units: bigint) => ({ amount: amountFactOf({ ...sell, units }), asked: amountFactOf(sell) })
    const less =
      spent > 0n ? warn('V-015.only-part', factsOf(spent)) : block('V-015.nothing', { symbol: sell.token.symbol })
    const others = transfersIn(input).filter(
      ({ authority, mint, to }) => authority === sender && mint !== mintOf(sell.token) && !isOwn(input, to),
    )
    return [
      ...(most > sell.units ? [block('V-015.too-much', factsOf(most))] : []),
      ...(coins > sold + feeCap ? [block('V-015.too-much', { amount: sol(coins), asked: sol(sold) })] : []),
      ...others.map(({ mint: address, amount }) =>
        block('V-015.too-much', { amount: { address, units: String(amount) }, asked: { address, units: '0' } }),
      ),
      ...whereRead(input, spent >= sell.units ? holds('V-015') : less),
    ]
  }),
  rule('V-013', ['solana swap'], (input) => {
    const { intent, inputs } = input
    if (sellsForAnotherChain(input)) return []
    if (inputs.holders.has(intent.recipient)) return [block('V-013.token-account', { recipient: intent.recipient })]
    const people = [intent.sender, intent.recipient]
    const stranger = exchangeOrders(input).find(({ to }) => to !== undefined && !people.includes(to.owner))
    if (stranger?.to) return [block('V-013.elsewhere', { to: stranger.to.owner, wanted: intent.recipient })]
    return [holds('V-013')]
  }),
  rule('V-016', ['solana swap'], (input) => {
    if (sellsForAnotherChain(input)) return []
    const { received } = decodedMovements(input)
    return [
      ...wrongExchangeOrders(input),
      ...missingInTrial(input),
      ...whereRead(input, received >= minimumOf(input) ? holds('V-016') : promisingTooLittle(input, received)),
    ]
  }),
  rule('V-051', ['solana swap'], (input) => {
    if (!sellsForAnotherChain(input)) return []
    const { intent, inputs, instructions } = input
    const payees = payeesOf(input)
    const unknown = payees.flatMap(({ payee, isVouched }) => (isVouched ? [] : payee))
    // A program that cannot be read may send on what it takes: it has to be one of the deployment.
    const isAllRead = decodedMovements(input).spent >= intent.sell.units || isSetUp(input)
    const programs = isAllRead ? [] : instructions.filter(({ effect }) => effect.does === 'opaque')
    const strange = programs.flatMap(({ program }) => (inputs.trusted.has(program) ? [] : program))
    if (unknown.length + strange.length > 0)
      return [block('V-051.unvouched', { targets: [...new Set([...unknown, ...strange])] })]
    if (ticketsIn(input).some(({ deadline }) => deadline > input.now / 1000 + Number(maxCrossingTime)))
      return [block('V-051.late-refund', {})]
    const missing = missingInEscrow(
      input,
      payees.map(({ payee }) => payee),
    )
    return [...missing, holds('V-051')]
  }),
  rule('V-036', ['solana swap'], (input) => {
    if (!sellsForAnotherChain(input)) return []
    const { intent, minimumReceived } = input
    const { buy, recipient } = intent
    const [ticket, ...more] = ticketsIn(input)
    if (isAmbiguous(input)) return []
    if (!ticket) return isSetUp(input) ? [] : [warn('V-036.not-said', {})]
    if (more.length > 0) return [block('V-036.several', {})]
    if (ticket.chainId !== buy.chain.chainId)
      return [block('V-036.other-chain', { chain: String(ticket.chainId), wanted: buy.chain.name })]
    if (!sameAddress(ticket.recipient, recipient))
      return [block('V-036.other-recipient', { recipient: ticket.recipient, wanted: recipient })]
    if (!isToken(ticket.token, buy)) return [block('V-036.other-token', { token: ticket.token, symbol: buy.symbol })]
    const { minimumReceived: promised } = ticket
    const reported = minimumReceived ?? promised
    const facts = { units: String(promised), reported: String(reported) }
    if (isBelow(promised, reported)) return [block('V-036.asks-too-little', facts)]
    if (promised > reported + reported / maxAbovePart) return [warn('V-036.asks-too-much', facts)]
    return [info('V-036.promise', { to: buy.chain.name, from: intent.sell.token.chain.name })]
  }),
  rule('V-053', ['solana swap'], (input) => {
    const { intent, inputs } = input
    const traded = [intent.sell.token, intent.buy].filter(({ chain }) => chain.kind === 'solana')
    return traded.flatMap((token) =>
      (inputs.mints.get(mintOf(token))?.powers ?? []).map((power) => {
        const facts = { power, token: { address: token.address, symbol: token.symbol } }
        if (power === 'binds' && token === intent.buy) return block('V-053.power', facts)
        const isHarmless = token !== intent.buy || (power === 'keeps' && !isFeeTooHigh(input))
        return isHarmless ? info('V-053.power', facts) : warn('V-053.power', facts)
      }),
    )
  }),
  rule('V-017', ['solana swap'], (input) => {
    const { inputs, now } = input
    if (inputs.isBlockhashLive === false || ticketsIn(input).some(({ deadline }) => deadline * 1000 <= now))
      return [block('V-017.quote-expired', {})]
    if (inputs.isBlockhashLive === undefined) return [warn('V-017.not-checked', {})]
    return [holds('V-017')]
  }),
  rule('V-030', ['solana swap'], (input) => {
    const { simulation } = input.inputs
    if (simulation.is === 'unavailable') return [info('V-030.not-simulated', { why: simulation.why })]
    if (simulation.error === undefined) return [holds('V-030')]
    if (waitsForAccounts(input)) return [warn('V-030.after-set-up', {})]
    return [block('V-030.reverts', { said: simulation.error, meaning: meaningOfRevert(simulation.error) })]
  }),
  rule('V-034', ['solana swap'], (input) => {
    const { inputs, intent } = input
    const { simulation } = inputs
    const { sender, sell } = intent
    if (simulation.is === 'unavailable' || simulation.error !== undefined) return []
    const unwrapped = unwrappedInTrial(input)
    const [sold, rent] = [assetOf(sell.token), rentOf(input)]
    /** More than is sold, and than new accounts of the person's lock up. */
    const excess = (token: string) => {
      const turned = token === native ? unwrapped - rent : token === wrappedSol ? -unwrapped : 0n
      return turned - changeInTrial(input, sender, token) - (token === sold ? sell.units : 0n)
    }
    const lost = simulation.changes.flatMap(({ account, token }) => (account === sender ? token : []))
    const beyond = lost.filter((token) => excess(token) > (token === native ? feeCap : 0n))
    const isTooMuch = input.before.length > 0 && sumSoFar(input, leavesInTrial) > sell.units
    const addresses = [...new Set([...beyond, ...(isTooMuch ? [sold] : [])])]
    const shut = simulation.closed.filter((account) => !isOwnClosing(input, account))
    const hidden = excess(native)
    return [
      ...simulation.powerShifts.map((what) => block('V-034.shifts', { what })),
      ...(isOpaque(input) && !simulation.inside?.isComplete ? [warn('V-034.inside-partly-seen', {})] : []),
      ...alterations(input),
      ...(shut.length > 0 ? [block('V-034.closes', { accounts: shut })] : []),
      ...(addresses.length > 0 ? [block('V-034.leaves-more', { addresses })] : []),
      ...(hidden > larger(decodedMovements(input).coins - coinsSold(input), 0n)
        ? [warn('V-034.hidden', { lamports: String(hidden) })]
        : []),
      holds('V-034'),
    ]
  }),
]

/** SOL that is sold. */
function coinsSold({ intent: { sell } }: SolanaRuleInput): bigint {
  return sell.token.isNative ? sell.units : 0n
}

/** The minimum that was shown, or any amount. */
function minimumOf({ minimumReceived = 0n }: SolanaRuleInput): bigint {
  return larger(minimumReceived, 1n)
}

function promisingTooLittle(input: SolanaRuleInput, units: bigint): Finding {
  const { buy: token } = input.intent
  const stated = amountFactOf({ token, units: minimumOf(input) })
  return block('V-016.below-stated', { stated, accepted: amountFactOf({ token, units }) })
}

/** An amount of SOL. */
function sol(lamports: bigint): AmountFact {
  return { address: native, symbol: 'SOL', decimals: 9, units: String(lamports) }
}

/** A finding about sums, which are complete only where every instruction was read. */
function whereRead(input: SolanaRuleInput, finding: Finding): readonly Finding[] {
  return isOpaque(input) || isSetUp(input) ? [] : [finding]
}

/** Whether a memo that cannot be read here begins like a ticket. */
function isAmbiguous(input: SolanaRuleInput): boolean {
  return solanaEffects(input, 'note').some(({ text }) => resemblesDelivery(text))
}

/** Of one account and token, in the simulation of this transaction. */
function changeInTrial({ inputs: { simulation } }: SolanaRuleInput, account: string, token: string): bigint {
  const changes = simulation.is === 'simulated' ? simulation.changes : []
  return sumOf(changes.flatMap((entry) => (entry.account === account && entry.token === token ? entry.delta : [])))
}

/** Closing a wrapped SOL account turns it into SOL: nothing leaves, and nothing was bought. */
function unwrappedInTrial(input: SolanaRuleInput): bigint {
  const { sender } = input.intent
  const wrapped = larger(-changeInTrial(input, sender, wrappedSol), 0n)
  const closings = solanaEffects(input, 'close')
  const isAll = closings.some(({ account, destination }) => destination === sender && isOwnWrapping(input, account))
  return isAll ? wrapped : larger(smaller(changeInTrial(input, sender, native), wrapped), 0n)
}

/** The simulation brings the recipient less than the minimum. */
function missingInTrial(input: SolanaRuleInput): readonly Finding[] {
  const { inputs, intent } = input
  const { simulation } = inputs
  if (simulation.is === 'unavailable' || simulation.error !== undefined || isSetUp(input)) return []
  const isOwnCoin = intent.buy.isNative && intent.recipient === intent.sender
  const arrived = changeInTrial(input, intent.recipient, assetOf(intent.buy))
  const gain = isOwnCoin ? arrived - unwrappedInTrial(input) : arrived
  // A purchase of SOL pays rent and tips itself; only those seen in the simulation count.
  const expenses = isOwnCoin ? rentOf(input) + decodedMovements(input).coins : 0n
  const minimum = minimumOf(input)
  if (gain + expenses >= minimum) return []
  const [amount, wanted] = [larger(gain, 0n), minimum].map((units) => amountFactOf({ token: intent.buy, units }))
  return [block('V-016.too-little', { amount: amount!, minimum: wanted! })]
}

const maxPlatformBps = 100n
/** A ticket that asks for more than a fiftieth above the quote will not be kept. */
const maxAbovePart = 50n

/** Blocks orders to an exchange that pay too little, or too much to a platform. */
function wrongExchangeOrders(input: SolanaRuleInput): readonly Finding[] {
  const orders = exchangeOrders(input)
  const dear = orders.find(({ feeBps = 0n }) => feeBps > maxPlatformBps)
  if (dear) return [block('V-016.platform-fee', { bps: Number(dear.feeBps) })]
  // The payouts of other programs are unknown, and so is a minimum in data that could not be decoded.
  const isWhole = solanaEffects(input, 'opaque').every(({ terms }) => terms?.minimum !== undefined)
  if (orders.length === 0 || !isWhole) return []
  const final = orders.filter(({ to }) => to === undefined || to.mint === mintOf(input.intent.buy))
  const insists = sumOf(final.map(({ minimum = 0n }) => minimum))
  return isBelow(insists, minimumOf(input)) ? [promisingTooLittle(input, insists)] : []
}

/** Whether the fee of the bought token, which may begin with the next epoch, would bring less than the minimum. */
function isFeeTooHigh(input: SolanaRuleInput): boolean {
  const bought = mintOf(input.intent.buy)
  const fee = input.inputs.mints.get(bought)?.fee
  if (fee === undefined || input.minimumReceived === undefined || isOpaque(input) || isSetUp(input)) return false
  const transfers = transfersToRecipient(input).filter(({ mint }) => mint === bought)
  // A fee that the instruction states is compared by the token's program.
  return sumOf(transfers.map(({ amount, kept }) => amount - (kept ?? keptOf(amount, fee)))) < input.minimumReceived
}

/** Whether it uses accounts that an earlier transaction of the plan creates: until that is sent it can only fail. */
function waitsForAccounts({ before, keys, inputs }: SolanaRuleInput): boolean {
  const opened = before.flatMap((each) => solanaEffects(each, 'open account').map(({ account }) => account))
  return keys?.some((key) => opened.includes(key) && !inputs.holders.has(key)) ?? false
}

/** The sold token that leaves in one simulation. Fees, tips and rent in SOL have limits of their own and do not count. */
function leavesInTrial(input: SolanaRuleInput): bigint {
  const { sender, sell } = input.intent
  const extra = sell.token.isNative ? networkFee(input.transaction) + rentOf(input) + smallPayments(input) : 0n
  return larger(-changeInTrial(input, sender, assetOf(sell.token)) - extra, 0n)
}

/** Payments of SOL other than to the swap itself cannot be identified: all payments but the largest count as tips. */
function smallPayments(input: SolanaRuleInput): bigint {
  const paid = solanaEffects(input, 'pay').filter(({ from }) => from === input.intent.sender)
  return sumOf(paid.map(({ lamports }) => lamports)) - paid.reduce((most, { lamports }) => larger(most, lamports), 0n)
}

/** Whom the person pays, tips apart, and whether the deployment names them: the account itself, or its owner. */
function payeesOf(input: SolanaRuleInput) {
  const { intent, inputs } = input
  const holders = transfersIn(input).flatMap(({ authority, destination, to }) => {
    if (authority !== intent.sender) return []
    // An account that someone else can take over belongs to no party of the deployment.
    const isFirm = to?.closer === undefined
    const payee = isFirm && to ? to.owner : destination
    return { payee, isVouched: isFirm && (inputs.trusted.has(payee) || inputs.trusted.has(destination)) }
  })
  const paid = solanaEffects(input, 'pay')
    .filter(({ from, to }) => from === intent.sender && !isOwnWrapping(input, to) && !tipAccounts.has(to))
    .map(({ to }) => ({ payee: to, isVouched: inputs.trusted.has(to) }))
  return [...holders, ...paid].filter(({ payee }) => payee !== intent.sender)
}

/** `isTheirs`: another authority moves what is the person's, or what they sign for as one of several (multisig). */
function movedBy(effect: SolanaEffect, isTheirs: boolean, sender: string): readonly Finding[] {
  if (!('authority' in effect)) return []
  const { authority, destination } = effect
  const account = effect.does === 'transfer' ? effect.source : effect.account
  if (authority !== sender) return isTheirs ? [block('V-011.pulls', { authority, account })] : []
  if (effect.does === 'transfer' || destination === sender) return []
  return [block('V-011.closes', { account, destination })]
}

/** An authority with several signers does not sign itself: the accounts after it do. */
function signsFor({ accounts, effect }: Instruction, { transaction, intent }: SolanaRuleInput): boolean {
  if (!('authority' in effect)) return false
  const { staticKeys, requiredSignatures } = transaction
  const isSigner = staticKeys.slice(0, requiredSignatures).includes(effect.authority)
  return !isSigner && accounts.slice(accounts.indexOf(effect.authority) + 1).includes(intent.sender)
}

/** Positions are tokens with a supply of one: the owner of the account can empty the position. */
function positionsReached(input: SolanaRuleInput): readonly Finding[] {
  const { sender, sell, buy } = input.intent
  const traded = [mintOf(sell.token), mintOf(buy), wrappedSol]
  const handed = input.instructions.flatMap(({ effect, accounts }) => (effect.does === 'opaque' ? accounts : []))
  return [...new Set(handed)].flatMap((account) => {
    const holder = input.inputs.holders.get(account)
    if (holder?.owner !== sender || holder.amount !== 1n || traded.includes(holder.mint)) return []
    const mint = input.inputs.mints.get(holder.mint)
    if (!mint) return [warn('V-011.may-reach-position', { account })]
    // One unit of a token that can be divided, or of which more exist, is a leftover.
    if (mint.decimals !== 0 || mint.supply !== 1n) return []
    return [block('V-011.reaches-position', { account })]
  })
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

/** Tokens received in an account from which another delegate can spend, or that another owner may close and open again. */
function sharedAccounts(input: SolanaRuleInput): readonly Finding[] {
  return transfersToRecipient(input).flatMap(({ destination: account, to: { closer, delegate } = {} }) => {
    if (closer !== undefined) return [block('V-011.may-change-hands', { account, closer })]
    return delegate === undefined ? [] : [warn('V-011.shared-account', { account, delegate })]
  })
}

function tipsIn(input: SolanaRuleInput): bigint {
  const tips = solanaEffects(input, 'pay').filter(({ from, to }) => from === input.intent.sender && tipAccounts.has(to))
  return sumOf(tips.map(({ lamports }) => lamports))
}

/** Whether a decoded instruction closes the account and returns its rent to the person. */
function isOwnClosing(input: SolanaRuleInput, closed: string): boolean {
  const { sender } = input.intent
  return solanaEffects(input, 'close').some(({ account, destination }) => account === closed && destination === sender)
}

/** More than the rent of an open-orders account: 3,228 bytes at OpenBook. */
const maxForOrders = 25_000_000n
/** In bytes; today's extensions of tokens together need less. */
const largestTokenAccount = 512

/** The accounts that a transaction opens or creates. */
function newAccounts(input: SolanaRuleInput) {
  const { inputs, intent, instructions } = input
  const [openings, creations] = [solanaEffects(input, 'open account'), solanaEffects(input, 'create')]
  const accounts = new Set([...openings, ...creations].map(({ account }) => account))
  return [...accounts].map((account) => {
    const isIt = (each: { readonly account: string }) => each.account === account
    const [opened, created] = [openings.filter(isIt), creations.filter(isIt)]
    const end = inputs.simulation.is === 'simulated' ? inputs.simulation.opened.find(isIt) : undefined
    const lamports = sumOf(created.map((each) => each.lamports))
    const { owner: program = '' } = created.find(({ owner }) => !isSplProgram(owner)) ?? {}
    const isCalled = instructions.some(
      (each) =>
        each.effect.does === 'opaque' &&
        each.accounts.includes(account) &&
        [each.program, ...each.accounts].includes(program),
    )
    // A called program keeps the person's orders in it, as Solana's order books require.
    const isOrders = isCalled && inputs.trusted.has(program) && end?.namesSender === true && lamports <= maxForOrders
    const rent = larger(rentOfSize(Math.min(end?.size ?? 0, largestTokenAccount)), tokenAccountRent)
    /** The most that one of its kind needs. */
    const due = isOrders ? lamports : rent
    const isPaidByOpening = !inputs.holders.has(account) && opened.some(({ payer }) => payer === intent.sender)
    return {
      ...{ program, isOrders, due, owner: opened.at(-1)?.owner },
      isPaid: created.length > 0 || isPaidByOpening,
      /** No token account that anyone keeps. */
      isLeft: created.length > 0 && !isOrders && (program !== '' || opened.length === 0),
      /** Of an account for wrapped SOL of the person's own, only the rent: the rest is a balance like any other. */
      locked: isOwnWrapping(input, account) ? smaller(lamports, due) : lamports,
      /** Its lamports at the end of the simulation. */
      kept: smaller(end?.lamports ?? 0n, due),
    }
  })
}

/** The rent of new accounts that remain at the end of the simulation. */
function rentOf(input: SolanaRuleInput): bigint {
  return sumOf(newAccounts(input).map(({ kept }) => kept))
}
