import { encodeAbiParameters, encodeEventTopics, type Hex, pad, parseAbi, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../src/domain/chain'
import type { Token } from '../../src/domain/token'
import type { SwapIntent } from '../../src/guard/intent'
import type { Plan, Step } from '../../src/guard/plan'
import { bitcoinDeliveryTimeout, type DeliveryStatus, deliveryTimeout, type PaidOrder } from '../../src/orders/delivery'
import { createDeliveryTracker } from '../../src/wallets/delivery/deliveryTracker'
import { SolanaNodeError } from '../../src/wallets/solana/node'
import type { Rpc } from '../../src/wallets/wallets'
import { chainWith, deployment, walletsWith } from '../services'

/* Reports of chains about a crossing, and their interpretation: true ones, those of other people, and missing ones. */

const harbor: Chain = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true }
const delta: Chain = { ...harbor, id: 2, chainId: 741_002, name: 'Delta' }
const reef: Chain = { id: 3, chainId: 741_003, name: 'Reef', kind: 'solana', isEnabled: true }
const bitcoin: Chain = { id: 9, chainId: 740_900, name: 'Bitcoin', kind: 'bitcoin', isEnabled: true }

const me = '0x00000000000000000000000000000000000000aa'
const friend = '0x00000000000000000000000000000000000000bb'
const bridge = '0x00000000000000000000000000000000000000cc'
const farBridge = '0x00000000000000000000000000000000000000dd'
const stranger = '0x00000000000000000000000000000000000000ee'
const relayer = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const someone = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

const token = (symbol: string, chain: Chain, address: string, more: Partial<Token> = {}): Token => ({
  id: address.length + chain.id,
  chain,
  address,
  symbol,
  name: symbol,
  decimals: 6,
  isNative: false,
  price: '1',
  imagePath: undefined,
  ...more,
})
const usdc = token('USDC', harbor, '0x0000000000000000000000000000000000000501')
const farUsdc = token('USDC', delta, '0x0000000000000000000000000000000000000502')
const farCoin = token('BNB', delta, '0x0000000000000000000000000000000000000000', { isNative: true })
const reefUsdc = token('USDC', reef, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
const btc = token('BTC', bitcoin, 'btc', { isNative: true, decimals: 8 })

const events = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Filled(bytes32 indexed key, address recipient, address token, uint256 amount)',
  'event Refunded(uint256 indexed id, address sender, uint256 amount)',
  'event Deposited(uint256 indexed id, address indexed sender, address token, uint256 amount, uint64 deadline, uint256 chain, bytes destinationToken, bytes recipient, uint256 minOut)',
])

type Log = { address: string; topics: (Hex | null)[]; data: Hex; transactionHash: string; blockNumber: Hex }

const hashOf = (name: string) => toHex(name, { size: 32 })

function transfer(of: Token, from: string, to: string, units: bigint, more: { block?: number; tx?: string } = {}): Log {
  const topics = encodeEventTopics({ abi: events, eventName: 'Transfer', args: { from: from as Hex, to: to as Hex } })
  return {
    address: of.address,
    topics: topics as Hex[],
    data: pad(toHex(units), { size: 32 }),
    transactionHash: hashOf(more.tx ?? 'delivery'),
    blockNumber: toHex(more.block ?? 11),
  }
}

function filled(units: bigint, by = farBridge, to = friend, of = farCoin, tx = 'fill'): Log {
  const args = [to as Hex, of.address as Hex, units] as const
  return {
    address: by,
    topics: encodeEventTopics({ abi: events, eventName: 'Filled', args: { key: hashOf('key') } }) as Hex[],
    data: encodeAbiParameters([{ type: 'address' }, { type: 'address' }, { type: 'uint256' }], args),
    transactionHash: hashOf(tx),
    blockNumber: toHex(11),
  }
}

function refunded(id: bigint, units: bigint, by = bridge): Log {
  return {
    address: by,
    topics: encodeEventTopics({ abi: events, eventName: 'Refunded', args: { id } }) as Hex[],
    data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [me as Hex, units]),
    transactionHash: hashOf('refund'),
    blockNumber: toHex(22),
  }
}

function deposited(id: bigint): Log {
  const types = ['address', 'uint256', 'uint64', 'uint256', 'bytes', 'bytes', 'uint256'].map((type) => ({ type }))
  return {
    address: bridge,
    topics: encodeEventTopics({ abi: events, eventName: 'Deposited', args: { id, sender: me } }) as Hex[],
    data: encodeAbiParameters(types, [usdc.address, 100n, 5_000n, 741_002n, '0x', '0x', 1n]),
    transactionHash: hashOf('payment'),
    blockNumber: toHex(20),
  }
}

type Node = {
  readonly logs?: readonly Log[]
  /** Of the payment's own transaction. */
  readonly receipt?: readonly Log[]
  /** 1 open, 2 released, 3 refunded. */
  readonly escrow?: bigint
  readonly balance?: bigint
  readonly time?: number
}

/** A node of an EVM chain; one that does not look at the filter is one that lies. */
function evmNode({ logs = [], receipt = [], escrow = 1n, balance = 0n, time = 0 }: Node, isLying = false): Rpc {
  return async (method, params) => {
    switch (method) {
      case 'eth_blockNumber':
        return toHex(10)
      case 'eth_getBalance':
        return toHex(balance)
      case 'eth_getLogs':
        return isLying ? logs : logs.filter((log) => matches(log, params[0] as Filter))
      case 'eth_getTransactionReceipt':
        return { logs: receipt }
      case 'eth_getBlockByNumber':
        return { timestamp: toHex(time) }
      case 'eth_call':
        return encodeAbiParameters(
          [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }, { type: 'uint64' }, { type: 'uint8' }],
          [me, usdc.address as Hex, 100n, 5_000n, Number(escrow)],
        )
      default:
        throw new Error(`Nobody told of ${method}.`)
    }
  }
}

type Filter = { address: string[]; topics: (Hex | null)[] }

function matches({ address, topics }: Log, { address: wanted, topics: asked }: Filter): boolean {
  return (
    wanted.map((one) => one.toLowerCase()).includes(address.toLowerCase()) &&
    asked.every((topic, index) => topic === null || topics[index] === topic)
  )
}

const silent: Rpc = async (method) => {
  throw new Error(`Nobody should ask for ${method}.`)
}

type Story = {
  readonly buy?: Token
  readonly sell?: Token
  readonly recipient?: string
  readonly near?: Rpc
  readonly far?: Rpc
  readonly age?: number
  readonly claimed?: readonly string[]
  readonly hasBeginning?: boolean
  readonly now?: number
  readonly to?: string | undefined
  readonly minimum?: bigint
  readonly counted?: bigint
}

function paidFor({ buy = farUsdc, sell = usdc, recipient = friend, age = 1_000, hasBeginning = true, ...rest }: Story) {
  const intent: SwapIntent = {
    kind: 'swap',
    sell: { token: sell, units: 100n },
    buy,
    slippageBps: 50,
    sender: me,
    recipient,
    skipNonSwapTransactions: false,
  }
  const quote = { minimumReceived: undefined, expectedOut: undefined, path: [], dex: undefined, gasUsd: undefined }
  const plan: Plan = { intent, steps: [{ purpose: { does: 'swap' } } as Step], quote, receivedAt: 0, hash: '' }
  const to = 'to' in rest ? rest.to : bridge
  const payment = { chainId: sell.chain.chainId, hash: hashOf('payment'), block: 20n, to }
  const delivery: DeliveryStatus = { at: 'awaited' }
  const since = hasBeginning ? { block: 10n, balance: 5n } : undefined
  const { minimum: minimumReceived = 50n, counted = 0n } = rest
  return { plan, destination: { since, delivery }, payment, minimumReceived, age, counted } satisfies PaidOrder
}

function looked(story: Story): Promise<DeliveryStatus> {
  return watching(story)()
}

/** The same is looked at again and again. */
function watching(story: Story): () => Promise<DeliveryStatus> {
  const { near = evmNode({}), far = evmNode({}), claimed = [], now = 1_000_000 } = story
  const paid = paidFor(story)
  const wallets = walletsWith({ rpc: (chainId) => (chainId === paid.payment.chainId ? near : far) })
  const chains = [
    chainWith(741_002, 'Delta', { trusted: [farBridge] }),
    chainWith(741_003, 'Reef', { trusted: [relayer] }),
  ]
  const { getStatus } = createDeliveryTracker(wallets, { ...deployment, chains }, () => now)
  return () => getStatus(paid, new Set(claimed))
}

const arriving = (...logs: Log[]) => looked({ far: evmNode({ logs }) })

describe('deliveries on an EVM chain', () => {
  test('enough of the bought token, from someone else, since the order began, is the delivery', async () => {
    expect(await arriving(transfer(farUsdc, stranger, friend, 50n))).toEqual({
      at: 'filled',
      units: 50n,
      hash: hashOf('delivery'),
    })
    expect(
      await arriving(transfer(farUsdc, stranger, friend, 30n), transfer(farUsdc, stranger, friend, 20n)),
    ).toMatchObject({ at: 'filled', units: 50n })
  })

  test.each([
    ['too little', transfer(farUsdc, stranger, friend, 49n)],
    ['nothing at all, which anybody can send', transfer(farUsdc, stranger, friend, 0n)],
    ['what was there before', transfer(farUsdc, stranger, friend, 90n, { block: 10 })],
    ['what the recipient sent to themselves', transfer(farUsdc, friend, friend, 90n)],
    ['what the payer sent there by hand', transfer(farUsdc, me, friend, 90n)],
    ['something for somebody else', transfer(farUsdc, stranger, me, 90n)],
    ['another token of the same name', transfer({ ...farUsdc, address: stranger }, stranger, friend, 90n)],
  ])('%s is not', async (_, log) => {
    expect(await arriving(log)).toEqual({ at: 'awaited' })
    expect(await looked({ far: evmNode({ logs: [log] }, true) })).toEqual({ at: 'awaited' })
  })

  test('a transaction that is another order’s is not', async () => {
    const far = evmNode({ logs: [transfer(farUsdc, stranger, friend, 90n)] })
    expect(await looked({ far, claimed: [hashOf('delivery')] })).toEqual({ at: 'awaited' })
  })

  test('native coin is detected by a trusted bridge, or only by the balance', async () => {
    const story = (logs: Log[], balance = 5n) => looked({ buy: farCoin, far: evmNode({ logs, balance }) })
    expect(await story([filled(60n)])).toEqual({ at: 'filled', units: 60n, hash: hashOf('fill') })
    expect(await story([filled(60n, stranger)])).toEqual({ at: 'awaited' })
    expect(await story([filled(60n, farBridge, me)])).toEqual({ at: 'awaited' })
    expect(await story([], 55n)).toEqual({ at: 'filled', units: 50n, hash: undefined })
    expect(await story([], 54n)).toEqual({ at: 'awaited' })
  })
})

describe('gift-in-block', () => {
  const delivery = transfer(farUsdc, stranger, friend, 60n)
  const gift = (units: bigint) => transfer(farUsdc, stranger, friend, units, { tx: 'gift' })

  test.each([5n, 49n, 61n, 5_000n])('a gift of %s next to the delivery is not counted as part of it', async (units) => {
    for (const logs of [
      [gift(units), delivery],
      [delivery, gift(units)],
    ])
      expect(await arriving(...logs)).toEqual({ at: 'filled', units: 60n, hash: hashOf('delivery') })
  })

  test("a gift nearer to the minimum than the delivery is distinguished by the bridge's fill event", async () => {
    const said = filled(60n, farBridge, friend, farUsdc, 'delivery')
    expect(await arriving(gift(55n), delivery, said)).toMatchObject({ units: 60n, hash: hashOf('delivery') })
    const another = filled(55n, stranger, friend, farUsdc, 'gift')
    expect(await arriving(gift(55n), delivery, said, another)).toMatchObject({ units: 60n })
  })

  test('gifts are not a delivery', async () => {
    expect(await arriving(gift(30n), transfer(farUsdc, stranger, friend, 30n, { tx: 'another' }))).toEqual({
      at: 'awaited',
    })
  })
})

describe('two-crossings', () => {
  const large = transfer(farUsdc, stranger, friend, 110n, { tx: 'large' })
  const small = transfer(farUsdc, stranger, friend, 60n, { tx: 'small' })

  test('two crossings to one token get their own transactions, in either order of checks', async () => {
    const both = evmNode({ logs: [large, small] })
    const first = await looked({ far: both, minimum: 50n })
    expect(first).toEqual({ at: 'filled', units: 60n, hash: hashOf('small') })
    expect(await looked({ far: both, minimum: 100n, claimed: [hashOf('small')] })).toMatchObject({ units: 110n })
    expect(await looked({ far: both, minimum: 100n })).toMatchObject({ hash: hashOf('large') })
  })

  test('the native balance contains both deliveries, so that the amount of the other one is not counted again', async () => {
    const story = (balance: bigint, counted: bigint) => looked({ buy: farCoin, far: evmNode({ balance }), counted })
    expect(await story(55n, 50n)).toEqual({ at: 'awaited' })
    expect(await story(104n, 50n)).toEqual({ at: 'awaited' })
    expect(await story(105n, 50n)).toEqual({ at: 'filled', units: 50n, hash: undefined })
  })

  test('the second waits while only the first has arrived', async () => {
    const far = evmNode({ logs: [small] })
    expect(await looked({ far, minimum: 50n, claimed: [hashOf('small')] })).toEqual({ at: 'awaited' })
  })
})

describe('still-chain', () => {
  test('a crossing paid out on a halted chain is awaited, then late, and found when the chain continues', async () => {
    const logs: Log[] = []
    const moves = evmNode({ logs })
    const near = evmNode({ receipt: [deposited(7n)], time: 6_000, escrow: 2n })
    const look = (now: number) => looked({ far: moves, near, now })
    expect(await look(4_000_000)).toMatchObject({ at: 'late', escrow: undefined })
    logs.push(transfer(farUsdc, stranger, friend, 60n))
    expect(await look(9_000_000)).toEqual({ at: 'filled', units: 60n, hash: hashOf('delivery') })
  })

  test('one whose height is the same as before the payment is still waited for', async () => {
    const far = evmNode({ logs: [transfer(farUsdc, stranger, friend, 90n, { block: 10 })] })
    expect(await looked({ far, near: evmNode({ receipt: [deposited(7n)], time: 20 }) })).toEqual({ at: 'awaited' })
  })
})

describe('refunds on an EVM chain', () => {
  test('F-72 a deposit is given back by its own number, at the time of its block', async () => {
    const near = evmNode({ receipt: [deposited(7n)], logs: [refunded(7n, 100n)], time: 1_700_000_000 })
    expect(await looked({ near })).toEqual({
      at: 'refunded',
      token: usdc.address,
      units: 100n,
      hash: hashOf('refund'),
      minedAt: 1_700_000_000_000,
    })
  })

  test.each([
    ['another deposit of the same person', refunded(6n, 100n)],
    ['another contract that says so', refunded(7n, 100n, stranger)],
    ['a payout of the bridge for another order', transfer(usdc, bridge, me, 100n, { block: 22 })],
    ['a transfer of nothing that anybody can write', transfer(usdc, bridge, me, 0n, { block: 22 })],
  ])('%s is no refund', async (_, log) => {
    const receipt = [deposited(7n)]
    for (const isLying of [false, true])
      expect(await looked({ near: evmNode({ receipt, logs: [log] }, isLying) })).toEqual({ at: 'awaited' })
  })

  test('from an unknown bridge, most of the payment counts as a refund, and dust does not', async () => {
    const story = (units: bigint, tx = 'back') =>
      looked({ near: evmNode({ logs: [transfer(usdc, bridge, me, units, { block: 22, tx })] }) })
    expect(await story(99n)).toMatchObject({ at: 'refunded', units: 99n })
    for (const dust of [0n, 1n, 50n]) expect(await story(dust)).toEqual({ at: 'awaited' })
    expect(await story(100n, 'payment')).toEqual({ at: 'awaited' })
  })
})

describe('when time goes by', () => {
  const open = { receipt: [deposited(7n)], escrow: 1n }

  test('a deposit that is kept past its deadline can be taken back', async () => {
    expect(await looked({ near: evmNode(open), now: 5_000_000 })).toEqual({ at: 'awaited' })
    const late = { at: 'late', escrow: { contract: bridge, id: 7n } }
    expect(await looked({ near: evmNode(open), now: 5_001_000 })).toEqual(late)
    expect(await looked({ near: evmNode({ ...open, time: 5_001 }), now: 0 })).toEqual(late)
  })

  test('a deposit past its deadline can be taken back even if the destination chain could not be read, or is never read', async () => {
    const late = { at: 'late', escrow: { contract: bridge, id: 7n } }
    expect(await looked({ near: evmNode(open), now: 5_001_000, hasBeginning: false })).toEqual(late)
    expect(await looked({ near: evmNode(open), now: 5_001_000, buy: btc, far: silent })).toEqual(late)
  })

  test('a deposit past its deadline can be taken back even if the destination chain does not answer or reports no returns', async () => {
    const deaf = evmNode(open)
    const near: Rpc = async (method, params) => {
      if (method === 'eth_getLogs') throw new Error('The range is too wide.')
      return deaf(method, params)
    }
    const late = { at: 'late', escrow: { contract: bridge, id: 7n } }
    for (const story of [{ near: deaf, far: silent }, { near }]) {
      expect(await looked({ ...story, now: 5_001_000 })).toEqual(late)
      await expect(looked({ ...story, now: 5_000_000 })).rejects.toThrow()
    }
    // A released deposit may have been paid out on the unreadable chain.
    const released = { near: evmNode({ ...open, escrow: 2n }), now: 5_001_000 }
    await expect(looked({ ...released, far: silent })).rejects.toThrow()
    expect(await looked(released)).toEqual({ at: 'late', escrow: undefined })
    await expect(looked({ near: silent, now: 5_001_000 })).rejects.toThrow()
  })

  test('a partial delivery is reported; dust is not', async () => {
    const short = (...units: bigint[]) =>
      looked({
        age: deliveryTimeout + 1,
        far: evmNode({
          logs: units.map((each, index) => transfer(farUsdc, stranger, friend, each, { tx: `${index}` })),
        }),
      })
    expect(await short(20n)).toEqual({ at: 'late', escrow: undefined, short: 20n })
    expect(await short(20n, 9n)).toEqual({ at: 'late', escrow: undefined, short: 29n })
    expect(await short(0n)).toEqual({ at: 'late', escrow: undefined })
  })

  test('a bridge that names no deadline is late after half an hour', async () => {
    expect(await looked({ age: deliveryTimeout })).toEqual({ at: 'awaited' })
    expect(await looked({ age: deliveryTimeout + 1 })).toEqual({ at: 'late', escrow: undefined })
    expect(await looked({ age: deliveryTimeout + 1, hasBeginning: false })).toEqual({ at: 'unknown' })
  })

  test('a destination that could not be read before is unknown immediately, not after half an hour', async () => {
    expect(await looked({ age: 1, hasBeginning: false })).toEqual({ at: 'unknown' })
    expect(await looked({ age: 1, hasBeginning: false, far: silent })).toEqual({ at: 'unknown' })
  })

  test('one that released is not to be taken from', async () => {
    const released = evmNode({ ...open, escrow: 2n })
    expect(await looked({ near: released, now: 5_001_000 })).toEqual({ at: 'late', escrow: undefined })
  })
})

describe('deliveries on Solana', () => {
  const memo = (text: string) => ({ program: 'spl-memo', parsed: text })

  type Transaction = { slot?: number; owner?: string; units?: number; payer?: string; memo?: string; mint?: string }

  type Asked = { readonly limit: number; readonly before?: string; readonly until?: string }

  function reefNode(transactions: Record<string, Transaction & { err?: unknown }>): Rpc & { asked: string[] } {
    const asked: string[] = []
    const answer: Rpc = async (method, params) => {
      asked.push(method)
      switch (method) {
        case 'getTokenAccountsByOwner': {
          const { programId } = params[1] as { programId: string }
          const info = { mint: reefUsdc.address, tokenAmount: { amount: '0' } }
          const account = { pubkey: 'Tokens', account: { data: { parsed: { info } } } }
          return { value: programId.startsWith('TokenkegQ') ? [account] : [] }
        }
        case 'getSignaturesForAddress': {
          const { limit, before, until } = params[1] as Asked
          const all = Object.entries(transactions).map(([signature, { slot = 11, err = null }]) => ({
            signature,
            slot,
            err,
          }))
          const place = (signature: string | undefined) => all.findIndex((each) => each.signature === signature)
          const end = place(until)
          return all.slice(place(before) + 1, end === -1 ? undefined : end).slice(0, limit)
        }
        case 'getFirstAvailableBlock':
          return 0
        case 'getTransaction': {
          const found = transactions[params[0] as string]
          if (!found) return null
          const { owner = someone, units = 50, payer = relayer, mint = reefUsdc.address } = found
          const held = (amount: number) => [{ accountIndex: 1, owner, mint, uiTokenAmount: { amount: `${amount}` } }]
          return {
            slot: found.slot ?? 11,
            transaction: {
              message: { accountKeys: [{ pubkey: payer }], instructions: found.memo ? [memo(found.memo)] : [] },
            },
            meta: {
              fee: 5_000,
              preBalances: [9],
              postBalances: [4],
              preTokenBalances: held(1),
              postTokenBalances: held(1 + units),
            },
          }
        }
        default:
          throw new Error(`Nobody told of ${method}.`)
      }
    }
    return Object.assign(answer, { asked })
  }

  /** A number of unrelated transactions, the latest first. */
  const others = (count: number, name = 'other') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, { units: 1 }]))
  const count = (node: { asked: string[] }, method: string) => node.asked.filter((each) => each === method).length

  test('a delivery is found behind all later transactions, back to the start of the order', async () => {
    const far = reefNode({ ...others(120), sig: {}, old: { slot: 9 } })
    expect(await looked({ buy: reefUsdc, recipient: someone, far })).toMatchObject({ at: 'filled', hash: 'sig' })
    expect(count(far, 'getSignaturesForAddress')).toBe(3)
    expect(count(far, 'getTransaction')).toBe(121)
  })

  test('each transaction is requested once: later checks read only new ones', async () => {
    const transactions: Record<string, Transaction> = others(60)
    const far = reefNode(transactions)
    const look = watching({ buy: reefUsdc, recipient: someone, far })
    expect(await look()).toEqual({ at: 'awaited' })
    expect(await look()).toEqual({ at: 'awaited' })
    expect(count(far, 'getTransaction')).toBe(60)
    expect(count(far, 'getSignaturesForAddress')).toBe(3)
    const known = { ...transactions }
    for (const name of Object.keys(transactions)) delete transactions[name]
    Object.assign(transactions, { sig: {} }, known)
    expect(await look()).toMatchObject({ at: 'filled', hash: 'sig' })
    expect(count(far, 'getTransaction')).toBe(61)
  })

  test('one check searches a limited range, which is reported, and the next one goes further', async () => {
    const far = reefNode({ ...others(500), sig: {} })
    const look = watching({ buy: reefUsdc, recipient: someone, far })
    let looks = 1
    for (let seen = await look(); seen.at !== 'filled' && looks < 10; seen = await look(), looks++) {
      expect(seen).toEqual({ at: 'awaited', isPartial: true })
      expect(count(far, 'getSignaturesForAddress')).toBeLessThanOrEqual(4 * looks)
      expect(count(far, 'getTransaction')).toBeLessThanOrEqual(150 * looks)
    }
    expect(looks).toBeLessThan(10)
    expect(count(far, 'getTransaction')).toBe(501)
    const late = { buy: reefUsdc, recipient: someone, age: deliveryTimeout + 1, near: evmNode({ escrow: 2n }) }
    expect(await looked({ ...late, far })).toMatchObject({ at: 'late', isPartial: true })
  })

  test('a delivery is found in the end by a rate-limited node, because listed signatures are kept', async () => {
    const far = reefNode({ ...others(120), sig: {} })
    let left = 0
    const node: Rpc = async (method, params) => {
      if (left-- <= 0) throw new Error('HTTP 429')
      return far(method, params)
    }
    const look = watching({ buy: reefUsdc, recipient: someone, far: node })
    const seen: DeliveryStatus[] = []
    for (let looks = 0; looks < 20 && seen.at(-1)?.at !== 'filled'; looks++) {
      left = 12
      await look().then(
        (delivery) => seen.push(delivery),
        () => undefined,
      )
    }
    expect(seen.at(-1)).toMatchObject({ at: 'filled', hash: 'sig' })
    left = 3
    const strict = watching({ buy: reefUsdc, recipient: someone, far: node })
    await expect(strict()).rejects.toThrow('429')
    const listed = count(far, 'getSignaturesForAddress')
    left = 4
    await strict().catch(() => undefined)
    expect(count(far, 'getSignaturesForAddress')).toBe(listed + 2)
  })

  test('transactions are requested a few at a time, and one account after the other', async () => {
    const far = reefNode(Object.fromEntries(Object.keys(others(60)).map((name) => [name, { slot: 25 }])))
    const tokenAccounts = Array.from({ length: 5 }, (_, index) => ({
      pubkey: `account${index}`,
      account: { data: { parsed: { info: { mint: reefUsdc.address, tokenAmount: { amount: '0' } } } } },
    }))
    const running: string[] = []
    const most: Record<string, number> = {}
    const node: Rpc = async (method, params) => {
      if (method === 'getTokenAccountsByOwner') return { value: tokenAccounts }
      running.push(method)
      most[method] = Math.max(most[method] ?? 0, running.filter((each) => each === method).length)
      await Promise.resolve()
      running.splice(running.indexOf(method), 1)
      return far(method, params)
    }
    await looked({ sell: reefUsdc, buy: farUsdc, to: undefined, near: node })
    expect(most).toMatchObject({ getSignaturesForAddress: 1, getTransaction: 2 })
  })

  test('a delivery is found behind a page that a lagging node could not list', async () => {
    const far = reefNode({ ...others(60), sig: {} })
    let isLagging = true
    const node: Rpc = async (method, params) =>
      isLagging && method === 'getSignaturesForAddress' && (params[1] as Asked).before ? [] : far(method, params)
    const look = watching({ buy: reefUsdc, recipient: someone, far: node })
    expect(await look()).toEqual({ at: 'awaited', isPartial: true })
    isLagging = false
    expect(await look()).toMatchObject({ at: 'filled', hash: 'sig' })
  })

  test('signatures are not listed again by a node that does not have the last listed one yet', async () => {
    const transactions = others(120)
    const far = reefNode(transactions)
    const look = watching({ buy: reefUsdc, recipient: someone, far })
    expect(await look()).toEqual({ at: 'awaited' })
    const known = { ...transactions }
    for (const name of Object.keys(transactions)) delete transactions[name]
    Object.assign(transactions, { sig: { slot: 12, units: 1 } }, known)
    expect(await look()).toEqual({ at: 'awaited' })
    const listed = count(far, 'getSignaturesForAddress')
    delete transactions.sig
    expect(await look()).toEqual({ at: 'awaited' })
    expect(count(far, 'getSignaturesForAddress')).toBe(listed + 1)
  })

  test('an empty list does not count as a missing delivery', async () => {
    const far = reefNode({ sig: {} })
    let isOdd = true
    const node: Rpc = async (method, params) =>
      isOdd && method === 'getSignaturesForAddress' ? null : far(method, params)
    const look = watching({ buy: reefUsdc, recipient: someone, far: node })
    await expect(look()).rejects.toThrow('no list')
    isOdd = false
    expect(await look()).toMatchObject({ at: 'filled', hash: 'sig' })
  })

  test("a delivery may be older than a node's history, and that is reported", async () => {
    const remembering = (first: unknown, transactions: Record<string, Transaction>) => {
      const far = reefNode(transactions)
      const node: Rpc = async (method, params) => (method === 'getFirstAvailableBlock' ? first : far(method, params))
      return looked({ buy: reefUsdc, recipient: someone, far: node })
    }
    expect(await remembering(10, others(3))).toEqual({ at: 'awaited' })
    expect(await remembering(11, others(3))).toEqual({ at: 'awaited', isPartial: true })
    expect(await remembering(null, others(3))).toEqual({ at: 'awaited', isPartial: true })
    expect(await remembering(11, { ...others(3), old: { slot: 9 } })).toEqual({ at: 'awaited' })
  })

  test('a listed transaction that the node does not have yet is requested again', async () => {
    const far = reefNode({ sig: {} })
    let isKnown = false
    const node: Rpc = async (method, params) => (method === 'getTransaction' && !isKnown ? null : far(method, params))
    const look = watching({ buy: reefUsdc, recipient: someone, far: node })
    expect(await look()).toEqual({ at: 'awaited', isPartial: true })
    isKnown = true
    expect(await look()).toMatchObject({ at: 'filled', hash: 'sig' })
  })

  const unsupported = new SolanaNodeError(
    'getTransaction',
    -32_015,
    'Transaction version (1) is not supported',
    undefined,
  )

  test.each([
    ['refused', unsupported],
    ['not told', new Error('HTTP 500')],
  ])('a delivery is found behind a transaction that is %s, and without one the gap is reported', async (_, error) => {
    const gappy = (transactions: Record<string, Transaction>): Rpc => {
      const far = reefNode(transactions)
      return async (method, params) => {
        if (method === 'getTransaction' && String(params[0]).startsWith('gap')) throw error
        return far(method, params)
      }
    }
    const behind = watching({
      buy: reefUsdc,
      recipient: someone,
      far: gappy({ ...others(9), gap: {}, ...others(3, 'more'), sig: {} }),
    })
    await behind()
    expect(await behind()).toMatchObject({ at: 'filled', hash: 'sig' })
    const story = { buy: reefUsdc, recipient: someone, far: gappy({ ...others(9), ...others(3, 'gap') }) }
    expect(await looked(story)).toEqual({ at: 'awaited', isPartial: true })
    const near = evmNode({ receipt: [deposited(7n)], escrow: 1n })
    const late = { at: 'late', escrow: { contract: bridge, id: 7n }, isPartial: true }
    expect(await looked({ ...story, near, now: 5_001_000 })).toMatchObject(late)
  })

  const story = (transactions: Parameters<typeof reefNode>[0]) =>
    looked({ buy: reefUsdc, recipient: someone, far: reefNode(transactions) })

  test('enough of the bought token since the order began is the delivery', async () => {
    expect(await story({ sig: {} })).toEqual({ at: 'filled', units: 50n, hash: 'sig' })
  })

  test.each<[string, Transaction & { err?: unknown }]>([
    ['too little', { units: 49 }],
    ['what left', { units: -90 }],
    ['what was there before', { slot: 9 }],
    ['what failed', { err: { InstructionError: [0, 'Custom'] } }],
    ['somebody else’s', { owner: relayer }],
    ['another token', { mint: someone }],
  ])('%s is not', async (_, transaction) => {
    expect(await story({ sig: transaction })).toEqual({ at: 'awaited' })
  })

  test('a refund names the payment, and is paid by a trusted account', async () => {
    const sold = { sell: reefUsdc, buy: farUsdc, to: undefined }
    const back = (change: Transaction) =>
      looked({
        ...sold,
        near: reefNode({ back: { owner: me, slot: 25, memo: `refund ${hashOf('payment')}`, ...change } }),
      })
    expect(await back({})).toEqual({ at: 'refunded', token: reefUsdc.address, units: 50n, hash: 'back' })
    expect(await back({ payer: someone })).toEqual({ at: 'awaited' })
    expect(await back({ memo: 'refund of something else' })).toEqual({ at: 'awaited' })
    expect(await back({ slot: 19 })).toEqual({ at: 'awaited' })
  })
})

describe('where no one looks', () => {
  test('a delivery in bitcoin counts as not observable immediately, without a node request', async () => {
    expect(await looked({ buy: btc, far: silent })).toEqual({ at: 'unknown' })
  })

  test('a payment in bitcoin is detected only on the destination chain, with time for its blocks', async () => {
    const story = (more: Story) => looked({ sell: btc, near: silent, ...more })
    expect(await story({ far: evmNode({ logs: [transfer(farUsdc, stranger, friend, 50n)] }) })).toMatchObject({
      at: 'filled',
    })
    expect(await story({ age: bitcoinDeliveryTimeout })).toEqual({ at: 'awaited' })
    expect(await story({ age: bitcoinDeliveryTimeout + 1 })).toEqual({ at: 'late', escrow: undefined })
  })

  test('the beginning asks the destination chain for its height and the balance, and Bitcoin for nothing', async () => {
    const begin = (buy: Token, far: Rpc) => {
      const wallets = walletsWith({ rpc: () => far })
      return createDeliveryTracker(wallets, deployment, () => 0).readBaseline(paidFor({ buy }).plan)
    }
    expect(await begin(farCoin, evmNode({ balance: 8n }))).toEqual({ block: 10n, balance: 8n })
    expect(await begin(btc, silent)).toBeUndefined()
    await expect(begin(farUsdc, silent)).rejects.toThrow()
  })
})
