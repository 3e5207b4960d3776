import {
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  isHex,
  pad,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem'
import type { SwapIntent } from '../../guard/intent'
import { memberOf, quantity } from '../../guard/simulate/rpc'
import { blockTime } from '../evm/receipt'
import type { Rpc } from '../wallets'
import type { Arrival } from './arrival'

/** A transaction that paid a bridge's contract. */
type Payment = { readonly hash: string; readonly block: bigint; readonly to: string }

const transfer = toEventSelector('event Transfer(address indexed from, address indexed to, uint256 value)')
const filled = toEventSelector('event Filled(bytes32 indexed key, address recipient, address token, uint256 amount)')
const deposited = toEventSelector(
  'event Deposited(uint256 indexed id, address indexed sender, address token, uint256 amount, uint64 deadline, uint256 chain, bytes destinationToken, bytes recipient, uint256 minOut)',
)
const refunded = toEventSelector('event Refunded(uint256 indexed id, address sender, uint256 amount)')
const escrows = parseAbi([
  'function escrows(uint256 id) view returns (address sender, address token, uint256 amount, uint64 deadline, uint8 state)',
])

export async function blockOnEvm(ask: Rpc): Promise<bigint> {
  return quantity(await ask('eth_blockNumber', []))
}

/**
 * Arrivals of a token for an account after a block, the likeliest delivery first: what a bridge that the deployment
 * vouches for says it has filled, then the smallest, because a gift may arrive in the same block. Native coins count only
 * from such bridges. Transfers between the person's own accounts are no delivery.
 */
export async function arrivalsOnEvm(
  ask: Rpc,
  { buy, sender, recipient }: Pick<SwapIntent, 'buy' | 'sender' | 'recipient'>,
  after: bigint,
  trusted: readonly string[],
): Promise<readonly Arrival[]> {
  const fills = await fillsOnEvm(ask, { buy, recipient }, after, trusted)
  if (buy.isNative) return fills
  const topics = [transfer, null, word(recipient)]
  const logs = await readLogs(ask, { address: [buy.address], topics, fromBlock: toHex(after) })
  const own = [recipient, sender].filter((each) => isAddress(each, { strict: false })).map(word)
  const others = logs.filter(({ topics: [, from] }) => from !== undefined && !own.some((each) => same(from, each)))
  const later = others.filter(({ block }) => block > after)
  const arrivals = together(later.map(({ data, hash }) => ({ token: buy.address, units: BigInt(data), hash })))
  const isFill = ({ hash }: Arrival) => fills.some((fill) => fill.hash === hash)
  return arrivals.toSorted((a, b) => Number(isFill(b)) - Number(isFill(a)) || (a.units < b.units ? -1 : 1))
}

/** What the vouched bridges say they have paid out to the recipient in this currency. */
async function fillsOnEvm(
  ask: Rpc,
  { buy, recipient }: Pick<SwapIntent, 'buy' | 'recipient'>,
  after: bigint,
  trusted: readonly string[],
): Promise<readonly Arrival[]> {
  if (trusted.length === 0) return []
  const logs = await readLogs(ask, { address: [...trusted], topics: [filled], fromBlock: toHex(after) })
  const later = logs.filter(({ block }) => block > after)
  return later.flatMap(({ data, hash }) => {
    const [to, token, units] = decodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
      data,
    )
    const isOurs =
      to.toLowerCase() === recipient.toLowerCase() && BigInt(token) === (buy.isNative ? 0n : BigInt(buy.address))
    return isOurs ? [{ token: buy.isNative ? 'native' : buy.address, units, hash }] : []
  })
}

/**
 * Refunds to the sender from the contract that was paid. For a deposit it holds in escrow, it logs the deposit's id.
 * Otherwise a transfer of the sold token counts if it is most of what was paid: anyone can make a contract send dust,
 * and the contract pays other orders too. Other tokens do not count, because anyone can create one.
 */
export async function returnsOnEvm(
  ask: Rpc,
  { sell, sender }: SwapIntent,
  payment: Payment,
): Promise<readonly Arrival[]> {
  const made = await depositOf(ask, payment)
  const fromBlock = toHex(payment.block)
  if (made) {
    const topics = [refunded, toHex(made.id, { size: 32 })]
    const logs = await readLogs(ask, { address: [getAddress(payment.to)], topics, fromBlock })
    return Promise.all(
      logs.map(async ({ data, hash, block }) => {
        const [, units] = decodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], data)
        return { token: made.token, units, hash, ...(await blockTime(ask, toHex(block))) }
      }),
    )
  }
  if (sell.token.isNative) return []
  const topics = [transfer, word(payment.to), word(sender)]
  const logs = await readLogs(ask, { address: [sell.token.address], topics, fromBlock })
  const later = logs.filter((log) => log.hash.toLowerCase() !== payment.hash.toLowerCase())
  const returns = together(later.map(({ address, data, ...log }) => ({ ...log, token: address, units: BigInt(data) })))
  const refunds = returns.filter(({ units }) => units * 2n > sell.units)
  return Promise.all(
    refunds.map(async ({ token, units, hash, block }) => ({
      ...{ token, units, hash },
      ...(await blockTime(ask, toHex(block))),
    })),
  )
}

/**
 * The escrow deposit made by a payment, if we know how to reclaim it; `undefined` otherwise. It expires by the chain's
 * clock or ours, whichever is ahead.
 */
export async function escrowOf(ask: Rpc, payment: Payment, now: number) {
  const made = await depositOf(ask, payment)
  if (!made) return undefined
  const data = encodeFunctionData({ abi: escrows, functionName: 'escrows', args: [made.id] })
  const [answer, head] = await Promise.all([
    ask('eth_call', [{ to: payment.to, data }, 'latest']),
    ask('eth_getBlockByNumber', ['latest', false]),
  ])
  if (!isHex(answer)) return undefined
  const [, , , deadline, state] = decodeFunctionResult({ abi: escrows, functionName: 'escrows', data: answer })
  const headTime = Number(quantity(memberOf(head, 'timestamp')))
  return { id: made.id, isOpen: state === 1, isOver: Math.max(now, headTime) > Number(deadline) }
}

/** The deposit as stored by the contract that was paid. */
async function depositOf(ask: Rpc, { hash, to }: Payment) {
  const logs = memberOf(await ask('eth_getTransactionReceipt', [hash]), 'logs')
  const made = (Array.isArray(logs) ? logs : [])
    .map(readLog)
    .find((log) => log.topics[0] === deposited && log.address.toLowerCase() === to.toLowerCase())
  const topic = made?.topics[1]
  if (!made || !topic) return undefined
  const [token] = decodeAbiParameters([{ type: 'address' }], made.data)
  return { id: BigInt(topic), token }
}

type Log = {
  readonly address: string
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly hash: string
  readonly block: bigint
}

type Filter = { readonly address: readonly string[]; readonly topics: readonly (Hex | null)[]; readonly fromBlock: Hex }

/** Keeps only the logs that match the filter, whatever else the node returns. */
async function readLogs(ask: Rpc, filter: Filter): Promise<readonly Log[]> {
  const answer = await ask('eth_getLogs', [{ toBlock: 'latest', ...filter }])
  if (!Array.isArray(answer)) throw new NoLogs()
  const addresses = filter.address.map((address) => address.toLowerCase())
  return answer
    .map(readLog)
    .filter(({ address }) => addresses.includes(address.toLowerCase()))
    .filter(({ topics }) => filter.topics.every((topic, index) => topic === null || same(topics[index], topic)))
}

function same(a: Hex | undefined, b: Hex): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}

function readLog(log: unknown): Log {
  const topics = memberOf(log, 'topics')
  const [address, data, hash] = ['address', 'data', 'transactionHash'].map((name) => memberOf(log, name))
  if (!isHex(address) || !isHex(data) || !isHex(hash) || !Array.isArray(topics)) throw new NoLogs()
  const block = quantity(memberOf(log, 'blockNumber'))
  return { address: getAddress(address), topics: topics.filter((topic) => isHex(topic)), data, hash, block }
}

/** Merges several transfers of one transaction into one arrival. */
function together<Each extends Arrival>(arrivals: readonly Each[]): readonly Each[] {
  const sums = new Map<string, Each>()
  for (const arrival of arrivals) {
    const key = `${arrival.hash} ${arrival.token}`
    sums.set(key, { ...arrival, units: (sums.get(key)?.units ?? 0n) + arrival.units })
  }
  return [...sums.values()]
}

function word(address: string): Hex {
  return pad(getAddress(address), { size: 32 }).toLowerCase() as Hex
}

/** The node's answer to `eth_getLogs` could not be decoded. */
class NoLogs extends Error {
  override readonly name = 'NoLogs'

  constructor() {
    super('The node answered with no logs.')
  }
}
