import { getAddress, type Hex, isAddress, parseAbi, parseAbiItem, parseEventLogs } from 'viem'
import { getBlock, getLogs, readContract } from 'viem/actions'
import { hex, quantity } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import type { SwapIntent } from '../../guard/intent'
import { blockTime } from '../evm/receipt'
import { viemClient } from '../viemClient'
import type { Rpc } from '../wallets'

/** A transaction that paid a bridge's contract. */
type Payment = { readonly hash: string; readonly block: bigint; readonly to: string }

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const filled = parseAbiItem('event Filled(bytes32 indexed key, address recipient, address token, uint256 amount)')
const refunded = parseAbiItem('event Refunded(uint256 indexed id, address sender, uint256 amount)')
const escrow = parseAbi([
  'event Deposited(uint256 indexed id, address indexed sender, address token, uint256 amount, uint64 deadline, uint256 chain, bytes destinationToken, bytes recipient, uint256 minOut)',
  'function escrows(uint256 id) view returns (address sender, address token, uint256 amount, uint64 deadline, uint8 state)',
])

export async function blockOnEvm(ask: Rpc): Promise<bigint> {
  return quantity(await ask('eth_blockNumber', []))
}

/**
 * Arrivals of a token for an account after a block, the likeliest delivery first. Fills logged by a bridge that the
 * deployment vouches for come first, then the smallest arrivals, because a gift may arrive in the same block. The
 * native coin counts only from such bridges. Transfers between the person's own accounts are no delivery.
 */
export async function arrivalsOnEvm(
  ask: Rpc,
  { buy, sender, recipient }: Pick<SwapIntent, 'buy' | 'sender' | 'recipient'>,
  after: bigint,
  trusted: readonly string[],
): Promise<readonly Arrival[]> {
  const fills = await fillsOnEvm(ask, { buy, recipient }, after, trusted)
  if (buy.isNative) return fills
  const address = getAddress(buy.address)
  const args = { to: getAddress(recipient) }
  const logs = await getLogs(viemClient(ask), {
    address: [address],
    event: transfer,
    args,
    fromBlock: after,
    strict: true,
  })
  const own = [recipient, sender].filter((each) => isAddress(each, { strict: false }))
  const later = logs.filter(
    (log) => isIn(log, [address]) && log.blockNumber > after && !own.some((each) => isSameAddress(log.args.from, each)),
  )
  const arrivals = together(
    later.map(({ args, transactionHash }) => ({ token: buy.address, units: args.value, hash: transactionHash })),
  )
  const isFill = ({ hash }: Arrival) => fills.some((fill) => fill.hash === hash)
  return arrivals.toSorted((a, b) => Number(isFill(b)) - Number(isFill(a)) || (a.units < b.units ? -1 : 1))
}

/** Payouts to the recipient in this currency, from the logs of the vouched bridges. */
async function fillsOnEvm(
  ask: Rpc,
  { buy, recipient }: Pick<SwapIntent, 'buy' | 'recipient'>,
  after: bigint,
  trusted: readonly string[],
): Promise<readonly Arrival[]> {
  if (trusted.length === 0) return []
  const address = trusted.map((each) => getAddress(each))
  const logs = await getLogs(viemClient(ask), { address, event: filled, fromBlock: after, strict: true })
  const [wanted, token] = buy.isNative ? [0n, 'native'] : [BigInt(buy.address), buy.address]
  return logs
    .filter((log) => isIn(log, trusted) && log.blockNumber > after)
    .filter(({ args }) => isSameAddress(args.recipient, recipient) && BigInt(args.token) === wanted)
    .map(({ args, transactionHash }) => ({ token, units: args.amount, hash: transactionHash }))
}

/**
 * Refunds to the sender from the contract that was paid. For a deposit it holds in escrow, it logs the deposit's id.
 * Otherwise a transfer of the sold token counts if it is most of the payment: anyone can make a contract send dust, and
 * the contract pays other orders too. Other tokens do not count, because anyone can create one.
 */
export async function returnsOnEvm(
  ask: Rpc,
  { sell, sender }: SwapIntent,
  payment: Payment,
): Promise<readonly Arrival[]> {
  const made = await depositOf(ask, payment)
  const client = viemClient(ask)
  const fromBlock = payment.block
  const paid = getAddress(payment.to)
  if (made) {
    const { id, token } = made
    const logs = await getLogs(client, { address: [paid], event: refunded, args: { id }, fromBlock, strict: true })
    const own = logs.filter((log) => isIn(log, [paid]))
    return Promise.all(own.map(({ args: { amount }, ...log }) => refundOf(ask, { ...log, token, units: amount })))
  }
  if (sell.token.isNative) return []
  const address = getAddress(sell.token.address)
  const args = { from: paid, to: getAddress(sender) }
  const logs = await getLogs(client, { address: [address], event: transfer, args, fromBlock, strict: true })
  const later = logs.filter((log) => isIn(log, [address]) && !isSameAddress(log.transactionHash, payment.hash))
  const returns = together(
    later.map(({ args: { value }, blockNumber, transactionHash }) => {
      return { token: address, units: value, hash: transactionHash, blockNumber, transactionHash }
    }),
  )
  return Promise.all(returns.filter(({ units }) => units * 2n > sell.units).map((each) => refundOf(ask, each)))
}

type Refund = Pick<Arrival, 'token' | 'units'> & { readonly transactionHash: string; readonly blockNumber: bigint }

async function refundOf(ask: Rpc, { token, units, transactionHash, blockNumber }: Refund): Promise<Arrival> {
  return { token, units, hash: transactionHash, ...(await blockTime(ask, hex(blockNumber))) }
}

/**
 * The escrow deposit made by a payment, if we know how to reclaim it; `undefined` otherwise. It expires by the chain's
 * clock or ours, the later of both.
 */
export async function escrowOf(ask: Rpc, payment: Payment, now: number) {
  const made = await depositOf(ask, payment)
  if (!made) return undefined
  const client = viemClient(ask)
  const address = getAddress(payment.to)
  const [[, , , deadline, state], head] = await Promise.all([
    readContract(client, { address, abi: escrow, functionName: 'escrows', args: [made.id] }),
    getBlock(client),
  ])
  return { id: made.id, isOpen: state === 1, isOver: Math.max(now, Number(head.timestamp)) > Number(deadline) }
}

/** The deposit as stored by the contract that was paid. */
async function depositOf(ask: Rpc, { hash, to }: Payment) {
  const receipt = await viemClient(ask).request({ method: 'eth_getTransactionReceipt', params: [hash as Hex] })
  const made = parseEventLogs({ abi: escrow, eventName: 'Deposited', logs: receipt?.logs ?? [] })
  return made.find((log) => isIn(log, [to]))?.args
}

/** Whether a log is of these contracts, even if the node returns more. */
function isIn({ address }: { readonly address: string }, contracts: readonly string[]): boolean {
  return contracts.some((contract) => isSameAddress(address, contract))
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

/** A transfer received by an account in one transaction; `minedAt` in milliseconds since the epoch. */
export type Arrival = {
  readonly token: string
  readonly units: bigint
  readonly hash: string
  readonly minedAt?: number
}
