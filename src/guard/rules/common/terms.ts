import { larger } from '../../../domain/bigints'
import { sameToken } from '../../../domain/token'
import { isReserved, readAddress, sameAddress, zeroAddress } from '../../decode/evm/address'
import { everyCall, whyUnread } from '../../decode/evm/call'
import { block, type Finding, holds, info, warn } from '../../findings/finding'
import { destinationChainOf, sourceChainOf, tokensIn } from '../../intent'
import type { LiquidityIntent, PayingIntent } from '../../liquidityIntent'
import { knownDecimals } from '../../pinnedTokens'
import { type Rule, rule } from '../../rule'
import { everyPlan, evmPlans } from '../../scope'
import { isIntact } from '../../seal'
import { chainOf, evidenceOn, type PlanInput, remainingSteps, timeOn } from '../input/ruleInput'

const duplicateMs = 30_000
/** Later than any deadline that the app sets, and early enough that a forgotten transaction expires. */
const anHour = 3600n
/** A later deadline counts as none. */
const aDay = 24n * anHour

/** Rules about the request, for every plan: the checked one, not stale, for the right accounts, and not sent before. */
export const commonTermRules: readonly Rule<PlanInput>[] = [
  rule('V-010', everyPlan, ({ plan, intent }) =>
    isIntact(plan) && (plan.intent === intent || isIntact({ ...plan, intent })) ? [] : [block('V-010.changed', {})],
  ),
  rule('V-003', everyPlan, ({ intent, plan, inputs }) => {
    const chain = sourceChainOf(intent)
    // Only on EVM chains may a later step be carried out where the bought token is.
    const chainIds = chain.kind === 'evm' ? [chain.chainId, destinationChainOf(intent).chainId] : [chain.chainId]
    const strays = plan.steps
      .filter(({ kind, chainId }) => kind !== chain.kind || !chainIds.includes(chainId))
      .map(({ kind, chainId, index }) => block('V-003.stray', { kind, chain: chainId, sold: chain.name }, index))
    const asked = remainingSteps(plan.steps, inputs).map(({ chainId }) => chainId)
    const elsewhere = inputs.evidence.flatMap((evidence) =>
      evidence.is === 'read' && evidence.rpcChainId !== evidence.chainId && asked.includes(evidence.chainId)
        ? [block('V-003.other-chain', { chain: evidence.chainId, answered: evidence.rpcChainId })]
        : [],
    )
    return [...strays, ...elsewhere]
  }),
  rule('V-008', everyPlan, ({ intent: { sender }, inputs: { account }, plan }) => {
    const other = plan.steps.find(({ from }) => !sameAddress(from, sender))
    if (other) return [block('V-008.other-signer', { signer: other.from, wanted: sender }, other.index)]
    if (account !== undefined && !sameAddress(account, sender))
      return [block('V-008.other-account', { account, wanted: sender })]
    return [holds('V-008')]
  }),
  rule('V-013', everyPlan, ({ intent, inputs }) => {
    const { sender, recipient } = intent
    const isBad =
      destinationChainOf(intent).kind === 'evm' &&
      (readAddress(recipient) === undefined ||
        sameAddress(recipient, zeroAddress) ||
        isReserved(recipient) ||
        tokensIn(intent).some(({ address, isNative }) => !isNative && sameAddress(address, recipient)))
    if (isBad) return [block('V-013.no-account', { recipient })]
    if (inputs.recipient?.is === 'token account') return [block('V-013.token-account', { recipient })]
    // On another kind of chain the recipient must be another address.
    if (destinationChainOf(intent).kind !== sourceChainOf(intent).kind) {
      const found = inputs.recipient
      return [
        info('V-013.on-other-chain', { recipient, chain: destinationChainOf(intent).name }),
        ...(found?.is === 'program' ? [warn('V-013.program', { recipient, program: found.program })] : []),
        ...(found?.is === 'unknown' ? [info('V-013.unchecked-recipient', { recipient, why: found.why })] : []),
      ]
    }
    if (sameAddress(sender, recipient)) return []
    return [warn('V-013.other-recipient', { recipient })]
  }),
  rule('V-017', everyPlan, ({ inputs, plan, intent }) => {
    const age = inputs.now - plan.receivedAt
    // A swap in progress cannot be replaced by a new quote; its deadline still counts.
    const isBegun = intent.kind === 'swap' && Boolean(inputs.done)
    return !isBegun && age > inputs.maxAge ? [block('V-017.stale', { seconds: Math.floor(age / 1000) })] : []
  }),
  rule('M-101', everyPlan, ({ inputs, plan, intent, scope }) => {
    const sent = inputs.history.sent.filter(({ hash }) => hash === plan.hash).map(({ at }) => inputs.now - at)
    if (sent.length > 0)
      return [Math.min(...sent) < duplicateMs ? block('M-101.sent-before', {}) : warn('M-101.sent-before', {})]
    if (intent.kind === 'swap' || scope === 'revocation') return []
    if (!inputs.history.underWay.some((other) => isDuplicateDeposit(intent, other))) return []
    return [warn('M-101.under-way', { position: intent.kind === 'increase' ? String(intent.position) : undefined })]
  }),
  rule('V-017', evmPlans, ({ decoded, inputs, intent }) =>
    decoded.steps.flatMap(({ step, flow, call, unread }) => {
      const isSwap = unread.length === 0 && everyCall(call).some(({ effect }) => effect.does === 'swap')
      if (isSwap && flow.deadlines.length === 0) return [info('V-017.none', {}, step.index)]
      const time = timeOn(inputs, step.chainId)
      return flow.deadlines.map((deadline) => {
        if (deadline <= time) return block('V-017.expired', { seconds: String(time - deadline) }, step.index)
        // Honest routers have endless deadlines too, and the minimum bounds the loss.
        if (intent.kind === 'swap') return deadline > time + aDay ? warn('V-017.long', {}, step.index) : holds('V-017')
        // An idle chain has an old block time; its next block will have the right one.
        const latest = larger(time, BigInt(Math.floor(inputs.now / 1000)))
        if (deadline <= latest + anHour) return holds('V-017')
        // The service may set a later deadline than the app does in its own calls.
        const isTooLong = intent.kind === 'increase' || deadline > latest + aDay
        return isTooLong ? block('V-017.long', {}, step.index) : warn('V-017.long', {}, step.index)
      })
    }),
  ),
  rule('V-022', everyPlan, (input) =>
    tokensIn(input.intent).flatMap((token): readonly Finding[] => {
      const { symbol, address, chain, isNative, decimals } = token
      const known = knownDecimals(token, chainOf(input, chain.chainId))
      const facts = { symbol, token: address }
      // Nodes of the destination chain may be unavailable, and the native coin has no contract to query.
      if (known !== undefined && known !== decimals)
        return [block('V-022.other-decimals', { ...facts, actual: known, said: decimals })]
      if (isNative || chain.kind !== 'evm') return []
      if (readAddress(address) === undefined) return [block('V-022.misspelt', facts)]
      const said = evidenceOn(input.inputs, chain.chainId)?.decimals.find((found) => sameAddress(found.token, address))
      if (!said) return [info('V-022.not-compared', facts)]
      if (said.decimals === undefined) return [block('V-022.no-decimals', facts)]
      if (said.decimals === decimals) return [holds('V-022')]
      return [block('V-022.other-decimals', { ...facts, actual: said.decimals, said: decimals })]
    }),
  ),
  rule('V-038', evmPlans, ({ decoded }) =>
    decoded.steps.flatMap(({ step, call }) => {
      const calls = everyCall(call)
      const isPartial = calls.some(({ effect }) => effect.does === 'batch' && !effect.isAtomic)
      return [
        ...(isPartial ? [block('V-038.partial', {}, step.index)] : []),
        ...calls.flatMap((each) =>
          each.effect.does === 'unknown' && each.effect.isDisguised
            ? [block('V-038.disguised', { why: whyUnread(each) }, step.index)]
            : [],
        ),
      ]
    }),
  ),
]

/**
 * Whether two requests are for the same deposit: same account, same position and the same amount of one token. The other
 * amount depends on the price and the deadline on the clock, so neither is compared.
 */
function isDuplicateDeposit(asked: LiquidityIntent, other: PayingIntent): boolean {
  if (asked.kind === 'withdraw' || positionOf(asked) !== positionOf(other)) return false
  return asked.pay.some(({ token, units }) =>
    other.pay.some((paid) => units > 0n && units === paid.units && sameToken(token, paid.token)),
  )
}

/** An existing position has an id; a new one is identified by its pool and range. */
function positionOf(intent: PayingIntent): string {
  const { sender, recipient, pool, range } = intent
  const { token0, token1, positionManager, feePpm } = pool
  const chosen =
    intent.kind === 'increase'
      ? [intent.position]
      : [token0.address, token1.address, feePpm, range.tickLower, range.tickUpper]
  return [token0.chain.chainId, sender, recipient, positionManager, ...chosen].join(' ').toLowerCase()
}
