import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { fromUnits } from '../../../src/domain/amount'
import type { Token } from '../../../src/domain/token'
import type { CheckedPlan, CheckOptions } from '../../../src/guard/check/checkedPlan'
import { native } from '../../../src/guard/decode/evm/address'
import type { AmountFact } from '../../../src/guard/findings/factTypes'
import type { Finding } from '../../../src/guard/findings/finding'
import type { SwapIntent } from '../../../src/guard/intent'
import type { EvmStep } from '../../../src/guard/plan'
import { planSwap } from '../../../src/guard/plan/planSwap'
import type { ChainNode } from '../../../src/guard/simulate/evm/gather'
import { newsOfRenewal } from '../../../src/preparation/recheckChanges'
import { permit2 } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { compile } from '../contracts/compile'
import { approveData, record } from '../fixtures'
import { type Receipt, swapOf, type TestNode } from '../localExchange'
import { permit2Approval } from '../soundness/calldata'
import { sendTogether } from '../soundness/world'
import {
  deployPeriphery,
  deployUniswap,
  openPair,
  openPool as openV4Pool,
  poolOf,
  type RealUniswap,
} from '../venues/realUniswap'
import { type Arena, harbor, openArena, periphery, type Rating, ratingOf, statedMinimum } from './adversary'

/*
 * A second day as the enemy: lists against the contracts that Uniswap publishes, judged, signed and carried out. The outcome
 * is measured in every asset of the sender and of the recipient, and in every right that remains.
 */

export type Stage = Arena & {
  readonly routers: Awaited<ReturnType<typeof deployPeriphery>>['routers']
  readonly pairs: Address
  readonly uniswap: RealUniswap
  /** A thief's token, worth a dollar, whose transfers keep a share and make calls. */
  readonly trap: Address
  /** A contract that a pool of v4 calls before each swap. */
  readonly hook: Address
  /** Another account, which receives. */
  readonly friend: Address
  readonly at: (symbol: string) => Address
  readonly deploy: (contract: string, file: string, types: string, ...args: readonly unknown[]) => Promise<Address>
}

const words = parseAbi([
  'function createPair(address a, address b) returns (address pair)',
  'function getPair(address a, address b) view returns (address pair)',
  'function mint(address to) returns (uint256 liquidity)',
  'function sync()',
  'struct Call { address to; bytes data; }',
  'function arm(uint256 feeBps, Call[] calls)',
])

const million = 10n ** 6n

export async function openStage(): Promise<Stage> {
  const arena = await openArena()
  const { rpc, act, send, thief, me } = arena
  const at = (symbol: string) => getAddress(arena.token(symbol).address)
  const { pairs, routers } = await deployPeriphery(arena)
  const uniswap = await deployUniswap(arena)
  await rpc(harbor)('anvil_setBalance', [thief, toHex(10n ** 27n)])
  await act(thief, at('WETH'), encodeFunctionData({ abi: periphery, functionName: 'deposit' }), 10n ** 26n)
  for (const symbol of ['USDC', 'USDT', 'WBTC', 'DAI'])
    await rpc(harbor)('anvil_dealERC20', [thief, at(symbol), toHex(10n ** 27n)])
  for (const [one, other] of [
    ['USDC', 'WETH'],
    ['WBTC', 'USDC'],
    ['WBTC', 'WETH'],
  ] as const)
    await openPair(arena, { pairs }, arena.token(one), arena.token(other))
  const pools = [
    ['USDC', 'WETH'],
    ['ETH', 'USDC'],
  ] as const
  for (const [one, other] of pools)
    await openV4Pool(arena, uniswap, poolOf(arena.token(one), arena.token(other)), 10n ** 19n)
  // Its last bits say when it is called; it returns the selector it was called with, and no changes.
  const hook = getAddress(`0x${'d4'.repeat(18)}0080`)
  await rpc(harbor)('anvil_setCode', [hook, `0x6000357fffffffff${'00'.repeat(28)}1660005260606000f3`])
  await openV4Pool(arena, uniswap, { ...poolOf(arena.token('USDC'), arena.token('WETH')), hooks: hook }, 10n ** 19n)

  const deploy: Stage['deploy'] = async (contract, file, types, ...args) => {
    const path = new URL(`../contracts/${file}.sol`, import.meta.url).pathname
    const given = types === '' ? '0x' : encodeAbiParameters(parseAbiParameters(types), args)
    const data = concat([compile(contract, path), given])
    const { contractAddress } = await send(harbor, { from: thief, data })
    return getAddress(contractAddress!)
  }
  const trap = await deploy('TrapToken', 'TrapToken', 'uint256', 10n ** 30n)
  for (const [symbol, units] of [
    ['USDC', million * 10n ** 6n],
    // A little dearer than elsewhere, so that the way over it pays the most.
    ['WETH', (million * 102n * 10n ** 16n) / BigInt(Math.round(Number(arena.token('WETH').price)))],
  ] as const)
    for (const factory of [pairs, uniswap.pairs]) await openTrapPair(arena, { pairs: factory, trap }, at(symbol), units)
  const friend = getAddress(`0x${'f1'.repeat(20)}`)
  await act(me, at('WETH'), encodeFunctionData({ abi: periphery, functionName: 'deposit' }), 2n * 10n ** 18n)
  return { ...arena, routers, pairs, uniswap, trap, hook, friend, at, deploy }
}

/** A v2 pair of the thief's token and as many dollars of another one. */
async function openTrapPair(
  { act, thief, rpc }: Arena,
  { pairs, trap }: { readonly pairs: Address; readonly trap: Address },
  other: Address,
  units: bigint,
): Promise<void> {
  const args = [trap, other] as const
  await act(thief, pairs, encodeFunctionData({ abi: words, functionName: 'createPair', args }))
  const find = encodeFunctionData({ abi: words, functionName: 'getPair', args })
  const found = String(await rpc(harbor)('eth_call', [{ to: pairs, data: find }, 'latest']))
  const pair = getAddress(`0x${found.slice(-40)}`)
  for (const [token, amount] of [
    [trap, million * 10n ** 18n],
    [other, units],
  ] as const)
    await act(thief, token, encodeFunctionData({ abi: periphery, functionName: 'transfer', args: [pair, amount] }))
  await act(thief, pair, encodeFunctionData({ abi: words, functionName: 'mint', args: [thief] }))
  await rpc(harbor)('evm_increaseTime', [1])
  await act(thief, pair, encodeFunctionData({ abi: words, functionName: 'sync' }))
}

export type Call = { readonly to: Address; readonly data: Hex }

/** The next transfer of the thief's token keeps a share, and each one makes these calls first. */
export function arm({ act, thief, trap }: Stage, feeBps: bigint, ...calls: readonly Call[]): Promise<void> {
  return act(thief, trap, encodeFunctionData({ abi: words, functionName: 'arm', args: [feeBps, calls] }))
}

export type Quoted = {
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly minimum: bigint
  readonly units: bigint
  /** Of the chain, in seconds. */
  readonly time: bigint
}

type List = (quoted: Quoted) => readonly TransactionRecord[] | Promise<readonly TransactionRecord[]>

export type Row = {
  readonly name: string
  readonly intent: () => SwapIntent
  readonly list: List
  /** The figures that the service states instead. */
  readonly says?: (quoted: Quoted) => Partial<SwapAnswer>
  /** Other contracts that the deployment names. */
  readonly trusts?: () => readonly Address[]
  readonly before?: () => Promise<unknown>
  /** The moves of the thief between the check and the first signature, and before each later one. */
  readonly after?: (quoted: Quoted) => Promise<unknown>
  readonly between?: (done: number) => Promise<unknown>
  readonly isBatched?: true
  /** The list that the person agreed to a week before. */
  readonly accepted?: List
  readonly node?: (ask: ChainNode['ask']) => TestNode
  /** The code that blocks it, or the level, for what is then carried out. */
  readonly expected: string
}

/** The verdict on a row, and what the review did not say of the outcome. */
export async function tried(stage: Stage, row: Row) {
  const { rpc } = stage
  const snapshot = await rpc(harbor)('evm_snapshot', [])
  try {
    await row.before?.()
    const intent = row.intent()
    const answer = await stage.ask(intent)
    const quoted = async () => {
      const minimum = statedMinimum(answer, intent.buy)
      return { intent, answer, minimum, units: intent.sell.units, time: await timeOf(stage) }
    }
    const agreed = row.accepted && (await look(stage, row, await quoted(), row.accepted))
    if (agreed && !isChecked(agreed)) throw new Error(JSON.stringify(agreed))
    if (agreed) await pass(stage, 604_800)
    const checked = await look(stage, row, await quoted(), row.list)
    if (!isChecked(checked)) return { rating: 'blocked' as Rating, codes: codesOf(checked), hidden: [] }
    const news = agreed ? newsOfRenewal(agreed, checked) : []
    const rating = ratingOf(checked)
    const codes = codesOf([...checked.verdict.findings, ...news])
    if (rating === 'blocked') return { rating, codes, hidden: [] }
    await row.after?.(await quoted())
    const hidden = await carriedOut(stage, checked, row, news.length > 0)
    return { rating: news.length > 0 && rating === 'green' ? 'amber' : rating, codes, hidden }
  } finally {
    await rpc(harbor)('evm_revert', [snapshot])
  }
}

function look(stage: Stage, { trusts, isBatched, node, says }: Row, quoted: Quoted, list: List) {
  return (async () => {
    const records = await list(quoted)
    const transactions = records.map((each, order) => ({ ...each, order }))
    const now = Number(quoted.time) * 1_000
    const natives = stage.tokens.filter(({ isNative }) => isNative)
    const answer = { ...quoted.answer, ...says?.(quoted), transactions }
    const planned = planSwap(quoted.intent, answer, { receivedAt: now, chains: stage.chains, natives })
    if (planned.is === 'refused') {
      return planned.findings
    }
    const named = [...(trusts?.() ?? []), ...Object.values(stage.routers), ...Object.values(stage.uniswap.routers)]
    const chains = stage.chains.map((chain) => ({ ...chain, trusted: [...chain.trusted, ...named] }))
    const options: Partial<CheckOptions> = { now, chains, ...(isBatched && { batches: 'supported' as const }) }
    return stage.check(planned.plan, options, node?.(stage.rpc(harbor)))
  })()
}

function isChecked(found: CheckedPlan | readonly Finding[]): found is CheckedPlan {
  return 'verdict' in found
}

function codesOf(findings: readonly Finding[]): readonly string[] {
  return [
    ...new Set(findings.flatMap(({ code, severity }) => (severity === 'block' || severity === 'warn' ? [code] : []))),
  ]
}

async function timeOf({ rpc }: Arena): Promise<bigint> {
  const block = await rpc(harbor)('eth_getBlockByNumber', ['latest', false])
  return typeof block === 'object' && block !== null && 'timestamp' in block ? BigInt(String(block.timestamp)) : 0n
}

async function pass({ rpc }: Arena, seconds: number): Promise<void> {
  await rpc(harbor)('evm_increaseTime', [seconds])
  await rpc(harbor)('evm_mine', [])
}

type Asset = { readonly id: string; readonly token: Token | undefined }

function assetsOf(stage: Stage): readonly Asset[] {
  const listed = stage.tokens.filter(({ chain }) => chain.chainId === harbor)
  return [...listed.map((token) => ({ id: idOf(token), token })), { id: stage.trap, token: undefined }]
}

function idOf({ isNative, address }: Token): string {
  return isNative ? native : getAddress(address)
}

type Held = ReadonlyMap<string, bigint>

async function held(stage: Stage, account: Address): Promise<Held> {
  const all = assetsOf(stage).map(async ({ id }) => {
    const units =
      id === native
        ? BigInt(String(await stage.rpc(harbor)('eth_getBalance', [account, 'latest'])))
        : await stage.balance(id, account)
    return [id, units] as const
  })
  return new Map(await Promise.all(all))
}

/** Signs and sends everything, and returns what the person lost, or others may still take, without a word of the review. */
async function carriedOut(stage: Stage, checked: CheckedPlan, row: Row, hasNews: boolean): Promise<readonly string[]> {
  const { plan, verdict } = checked
  const { sell, buy, sender, recipient } = plan.intent
  const people = [...new Set([sender, recipient])].map((account) => getAddress(account))
  const spenders = await rightsOf(stage, checked)
  const before = await Promise.all(people.map((account) => held(stage, account)))
  const receipts = plan.assertion
    ? (await sendTogether(stage, plan)).map(({ receipt }) => receipt)
    : await inOrder(stage, checked, row)
  const after = await Promise.all(people.map((account) => held(stage, account)))
  const left = await rightsOf(stage, checked)

  const gas = receipts.reduce((sum, each) => sum + BigInt(each.gasUsed) * BigInt(each.effectiveGasPrice), 0n)
  const changeOf = (id: string) =>
    people.reduce((sum, _, place) => sum + after[place]!.get(id)! - before[place]!.get(id)!, id === native ? gas : 0n)
  const findings = verdict.findings
  const isTyped = findings.some(({ severity, facts }) => severity === 'warn' && 'acknowledge' in facts)
  // Then the review states that everything with an approval is at risk.
  if (findings.some(({ kind }) => kind === 'rights-unread')) return []
  const said = saidIn(findings)
  const hidden: string[] = []
  for (const { id, token } of assetsOf(stage)) {
    const lost = -changeOf(id)
    const most = (id === idOf(sell.token) ? sell.units : 0n) + (said.get(id) ?? 0n)
    // A plan that only names a smaller loss than that does not hide it.
    if (lost > most + (id === native ? 0n : 1n)) hidden.push(`${token?.symbol ?? 'trap'} ${lost} of ${most}`)
  }
  const dollarsOf = (token: Token, units: bigint) => Number(fromUnits(units, token.decimals)) * Number(token.price ?? 0)
  const loss = assetsOf(stage).reduce((sum, { id, token }) => sum - (token ? dollarsOf(token, changeOf(id)) : 0), 0)
  const least = checked.decodedMinimum ?? plan.quote.minimumReceived?.units ?? 0n
  const shown = Math.max(0, dollarsOf(sell.token, sell.units) - dollarsOf(buy, least))
  // An amount that the person types may be lost.
  if (!isTyped && !hasNews && loss > shown + 1 + dollarsSaid(stage, findings))
    hidden.push(`$${loss.toFixed(2)} of $${shown.toFixed(2)}`)
  const isDone = receipts.every(({ status }) => status === '0x1')
  for (const [right, units] of left) {
    const grown = units - (spenders.get(right) ?? 0n)
    const isSaid = findings.some(({ kind }) => kind === 'stays-allowed')
    if (grown > (isDone && !isSaid ? 0n : sell.units)) hidden.push(`${right} may take ${units}`)
  }
  return hidden
}

/** The amounts that the review names beyond the typed one. */
function saidIn(findings: readonly Finding[]): ReadonlyMap<string, bigint> {
  const said = new Map<string, bigint>()
  const add = ({ address, units }: AmountFact) => {
    const id = address === undefined || address === native ? native : getAddress(address)
    said.set(id, (said.get(id) ?? 0n) + BigInt(units))
  }
  for (const { kind, facts } of findings)
    if ((kind === 'also-at-risk' || kind === 'coins-instead') && 'amount' in facts) add(facts.amount as AmountFact)
    else if (kind === 'coins-on-top' && 'fee' in facts) add(facts.fee as AmountFact)
  return said
}

function dollarsSaid({ token }: Stage, findings: readonly Finding[]): number {
  return findings.reduce((sum, { kind, facts }) => {
    if (kind !== 'coins-on-top' || !('fee' in facts)) return sum
    const { units } = facts.fee as AmountFact
    return sum + Number(fromUnits(BigInt(units), 18)) * Number(token('ETH').price)
  }, 0)
}

async function inOrder(stage: Stage, { plan: { steps } }: CheckedPlan, { between }: Row): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = []
  for (const step of steps) {
    if (step.kind !== 'evm') throw new Error('Only transactions of an EVM chain are carried out here.')
    if (await isAllowed(stage, step)) continue
    if (receipts.length > 0) await between?.(receipts.length)
    const { from, to, data, value } = step
    const receipt = await stage.send(harbor, { from, to, data, value })
    receipts.push(receipt)
    // An order stops where a transaction fails.
    if (receipt.status !== '0x1') break
  }
  return receipts
}

/** An order does not ask for an allowance that is there. */
async function isAllowed({ rpc, me }: Stage, { purpose }: EvmStep): Promise<boolean> {
  if (purpose.does !== 'approve') return false
  const args = [me, getAddress(purpose.spender)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return BigInt(String(await rpc(harbor)('eth_call', [{ to: purpose.token, data }, 'latest']))) >= purpose.amount
}

/** The allowances of the sold token, of every contract that the plan calls or names. */
async function rightsOf(stage: Stage, { plan: { intent, steps } }: CheckedPlan): Promise<ReadonlyMap<string, bigint>> {
  const { me, at, uniswap, routers } = stage
  const token = intent.sell.token.isNative ? at('WETH') : getAddress(intent.sell.token.address)
  const called = steps.flatMap((step) => (step.kind === 'evm' ? [getAddress(step.to)] : []))
  const spenders = [
    ...new Set([...called, ...Object.values(routers), ...Object.values(uniswap.routers), permit2Address]),
  ]
  const read = async (to: Address, data: Hex) =>
    BigInt(String(await stage.rpc(harbor)('eth_call', [{ to, data }, 'latest'])).slice(0, 66))
  const found = await Promise.all(
    spenders.flatMap((spender) => [
      read(token, encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [me, spender] })).then(
        (units) => [spender, units] as const,
      ),
      read(
        permit2Address,
        encodeFunctionData({ abi: behind, functionName: 'allowance', args: [me, token, spender] }),
      ).then((units) => [`${spender} behind Permit2`, units] as const),
    ]),
  )
  return new Map(found)
}

const behind = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])
export const permit2Address = getAddress(permit2)

/* Words of the lists. */

export function asked(stage: Stage, sell: string, amount: string, buy: string, more: Partial<SwapIntent> = {}) {
  return () => swapOf(stage.token(sell), amount, stage.token(buy), stage.me, more)
}

export const approve = (token: Address, units: bigint, spender: Address) =>
  record({ type: 'approve', to: token, data: approveData(spender, units) })
export const call = (to: Address, data: Hex, value = 0n) => record({ to, data, value: `${value}` })

export function behindPermit2({ units, time }: Quoted, token: Address, router: Address, amount = units) {
  return [
    approve(token, amount, permit2Address),
    record({ type: 'approve', to: permit2, data: permit2Approval(token, router, amount, Number(time) + 1_500) }),
  ]
}

export function path(...tokens: readonly Address[]): Hex {
  return concat(tokens.flatMap((token, place) => (place === 0 ? [token] : [encodePacked(['uint24'], [3000]), token])))
}
