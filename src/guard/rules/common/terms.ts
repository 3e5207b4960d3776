import { larger } from '../../../domain/bigints'
import { sameToken } from '../../../domain/token'
import { isReserved, readAddress, sameAddress, zeroAddress } from '../../decode/evm/address'
import { everyCall } from '../../decode/evm/call'
import type { Finding } from '../../findings/finding'
import { destinationChainOf, sourceChainOf, tokensIn } from '../../intent'
import type { LiquidityIntent, PayingIntent } from '../../liquidityIntent'
import { knownDecimals } from '../../pinnedTokens'
import type { Rule, Say } from '../../rule'
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
  {
    code: 'V-010',
    scopes: everyPlan,
    find: ({ plan, intent }, say) => {
      if (!isIntact(plan)) return [say.block('changed', {})]
      if (plan.intent !== intent && !isIntact({ ...plan, intent })) return [say.block('other-question', {})]
      return []
    },
  },
  {
    code: 'V-003',
    scopes: everyPlan,
    find: ({ intent, plan, inputs }, say) => {
      const chain = sourceChainOf(intent)
      // Only on EVM chains may a later step be carried out where the bought token is.
      const chainIds = chain.kind === 'evm' ? [chain.chainId, destinationChainOf(intent).chainId] : [chain.chainId]
      const strays = plan.steps
        .filter(({ kind, chainId }) => kind !== chain.kind || !chainIds.includes(chainId))
        .map(({ kind, chainId, index }) => say.block('stray', { kind, chain: chainId, sold: chain.name }, index))
      const asked = remainingSteps(plan.steps, inputs).map(({ chainId }) => chainId)
      const elsewhere = inputs.evidence.flatMap((evidence) =>
        evidence.is === 'read' && evidence.rpcChainId !== evidence.chainId && asked.includes(evidence.chainId)
          ? [say.block('other-chain', { chain: evidence.chainId, answered: evidence.rpcChainId })]
          : [],
      )
      return [...strays, ...elsewhere]
    },
  },
  {
    code: 'V-008',
    scopes: everyPlan,
    find: ({ intent: { sender }, inputs: { account }, plan }, say) => {
      const other = plan.steps.find(({ from }) => !sameAddress(from, sender))
      if (other) return [say.block('other-signer', { signer: other.from, wanted: sender }, other.index)]
      if (account !== undefined && !sameAddress(account, sender))
        return [say.block('other-account', { account, wanted: sender })]
      return [say.holds()]
    },
  },
  {
    code: 'V-013',
    scopes: everyPlan,
    find: (input, say) => {
      const { intent, inputs } = input
      const { sender, recipient } = intent
      const isBad =
        destinationChainOf(intent).kind === 'evm' &&
        (readAddress(recipient) === undefined ||
          sameAddress(recipient, zeroAddress) ||
          isReserved(recipient) ||
          tokensIn(intent).some(({ address, isNative }) => !isNative && sameAddress(address, recipient)))
      if (isBad) return [say.block('no-account', { recipient })]
      if (inputs.recipient?.is === 'token account') return [say.block('token-account', { recipient })]
      // On another kind of chain the recipient must be another address.
      if (destinationChainOf(intent).kind !== sourceChainOf(intent).kind) return onOtherKind(input, say)
      if (sameAddress(sender, recipient)) return []
      return [say.warn(intent.kind === 'swap' ? 'other-recipient' : 'other-owner', { recipient })]
    },
  },
  {
    code: 'V-017',
    scopes: everyPlan,
    find: ({ inputs, plan, intent }, say) => {
      const age = inputs.now - plan.receivedAt
      // A swap in progress cannot be replaced by a new quote; its deadline still counts.
      const isBegun = intent.kind === 'swap' && Boolean(inputs.done)
      return !isBegun && age > inputs.maxAge ? [say.block('stale', { seconds: Math.floor(age / 1000) })] : []
    },
  },
  {
    code: 'M-101',
    scopes: everyPlan,
    find: ({ inputs, plan, intent, scope }, say) => {
      const sent = inputs.history.sent.filter(({ hash }) => hash === plan.hash).map(({ at }) => inputs.now - at)
      if (sent.length > 0)
        return [Math.min(...sent) < duplicateMs ? say.block('just-sent', {}) : say.warn('sent-before', {})]
      if (intent.kind === 'swap' || scope === 'revocation') return []
      if (!inputs.history.underWay.some((other) => isDuplicateDeposit(intent, other))) return []
      return [say.warn('under-way', { position: intent.kind === 'increase' ? String(intent.position) : undefined })]
    },
  },
  {
    code: 'V-017',
    scopes: evmPlans,
    find: ({ decoded, inputs, intent }, say) =>
      decoded.steps.flatMap(({ step, flow, call, unread }) => {
        const isSwap = unread.length === 0 && everyCall(call).some(({ effect }) => effect.does === 'swap')
        if (isSwap && flow.deadlines.length === 0) return [say.info('none', {}, step.index)]
        const time = timeOn(inputs, step.chainId)
        return flow.deadlines.map((deadline) => {
          if (deadline <= time) return say.block('expired', { seconds: String(time - deadline) }, step.index)
          // Honest routers have endless deadlines too, and the minimum bounds the loss.
          if (intent.kind === 'swap') return deadline > time + aDay ? say.warn('long', {}, step.index) : say.holds()
          // An idle chain has an old block time; its next block will have the right one.
          const latest = larger(time, BigInt(Math.floor(inputs.now / 1000)))
          if (deadline <= latest + anHour) return say.holds()
          // The service may set a later deadline than the app does in its own calls.
          const isTooLong = intent.kind === 'increase' || deadline > latest + aDay
          return isTooLong ? say.block('long-hour', {}, step.index) : say.warn('long-hour', {}, step.index)
        })
      }),
  },
  {
    code: 'V-022',
    scopes: everyPlan,
    find: (input, say) =>
      tokensIn(input.intent).flatMap((token): readonly Finding[] => {
        const { symbol, address, chain, isNative, decimals } = token
        const known = knownDecimals(token, chainOf(input, chain.chainId))
        const facts = { symbol, token: address }
        // Nodes of the destination chain may be unavailable, and the native coin has no contract to query.
        if (known !== undefined && known !== decimals)
          return [say.block('other-decimals', { ...facts, actual: known, said: decimals })]
        if (isNative || chain.kind !== 'evm') return []
        if (readAddress(address) === undefined) return [say.block('misspelt', facts)]
        const said = evidenceOn(input.inputs, chain.chainId)?.decimals.find((found) =>
          sameAddress(found.token, address),
        )
        if (!said) return [say.info('not-compared', facts)]
        if (said.decimals === undefined) return [say.block('no-decimals', facts)]
        if (said.decimals === decimals) return [say.holds()]
        return [say.block('other-decimals', { ...facts, actual: said.decimals, said: decimals })]
      }),
  },
  {
    code: 'V-038',
    scopes: evmPlans,
    find: ({ decoded }, say) =>
      decoded.steps.flatMap(({ step, call }) => {
        const effects = everyCall(call).map(({ effect }) => effect)
        const isPartial = effects.some((effect) => effect.does === 'batch' && !effect.isAtomic)
        return [
          ...(isPartial ? [say.block('partial', {}, step.index)] : []),
          ...effects.flatMap((effect) =>
            effect.does === 'unknown' && effect.isDisguised
              ? [say.block('disguised', { why: effect.why }, step.index)]
              : [],
          ),
        ]
      }),
  },
]

function onOtherKind({ intent, inputs }: PlanInput, say: Say<'V-013'>): readonly Finding[] {
  const { recipient } = intent
  const { recipient: found } = inputs
  return [
    say.info('on-other-chain', { recipient, chain: destinationChainOf(intent).name }),
    ...(found?.is === 'program' ? [say.warn('program', { recipient, program: found.program })] : []),
    ...(found?.is === 'unknown' ? [say.info('unchecked-recipient', { recipient, why: found.why })] : []),
  ]
}

/**
 * Whether two requests are for the same deposit: same account, same position and the same amount of one token. The other
 * amount depends on the price and the deadline on the clock, so neither is compared.
 */
function isDuplicateDeposit(asked: LiquidityIntent, other: PayingIntent): boolean {
  return (
    asked.kind !== 'withdraw' &&
    sameAddress(asked.sender, other.sender) &&
    sameAddress(asked.recipient, other.recipient) &&
    sameAddress(asked.pool.positionManager, other.pool.positionManager) &&
    asked.pool.token0.chain.chainId === other.pool.token0.chain.chainId &&
    isSamePosition(asked, other) &&
    asked.pay.some(({ token, units }) =>
      other.pay.some((paid) => units > 0n && units === paid.units && sameToken(token, paid.token)),
    )
  )
}

/** An existing position has an id; a new one is identified by its pool and range. */
function isSamePosition(asked: PayingIntent, other: PayingIntent): boolean {
  if (asked.kind === 'increase') return other.kind === 'increase' && asked.position === other.position
  return (
    other.kind === 'deposit' &&
    sameToken(asked.pool.token0, other.pool.token0) &&
    sameToken(asked.pool.token1, other.pool.token1) &&
    asked.pool.feePpm === other.pool.feePpm &&
    asked.range.tickLower === other.range.tickLower &&
    asked.range.tickUpper === other.range.tickUpper
  )
}
