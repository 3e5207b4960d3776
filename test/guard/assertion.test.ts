import {
  type Address,
  concat,
  decodeErrorResult,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  getCreate2Address,
  type Hex,
  isHex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revertDataOf } from '../../src/chain/rpc'
import artifact from '../../src/exchange/contracts/artifacts/BatchAssertion.json'
import { native } from '../../src/guard/decode/evm/address'
import {
  assertionAbi,
  assertionAddress,
  assertionCodeHash,
  type BatchCall,
  boundsBy,
  withAssertion,
} from '../../src/guard/decode/evm/assertion'
import { batchAccountAddress } from '../../src/wallets/evm/demo/demoBatches'
import { compile } from './contracts/compile'
import { type LocalExchange, type Receipt, startLocalExchange } from './localExchange'

/*
 * Opaque routers in one atomic transaction of a delegating account (EIP-7702), between the two assertion calls: the
 * chain enforces the limits.
 */

const harbor = 741_001
const tricks = [
  'Honest',
  'KeepOutput',
  'PayThief',
  'PayHalf',
  'TakeAllowance',
  'LeaveAllowance',
  'TakeOther',
  'SnapshotAgain',
  'KeepChange',
] as const
type Trick = (typeof tricks)[number]

const routerAbi = parseAbi([
  'function x(address sold, uint256 amount, address bought, uint256 out, address recipient) payable',
])
const accountAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])

let local: LocalExchange
const owner = privateKeyToAccount(generatePrivateKey())
const me = owner.address
const friend = privateKeyToAccount(generatePrivateKey()).address
const routers = new Map<Trick, Address>()

beforeAll(async () => {
  local = await startLocalExchange()
  await local.exchange.fund('evm', me)
  await local.exchange.fund('evm', friend)
  const code = compile('OpaqueRouter')
  for (const [index, trick] of tricks.entries()) {
    const args = encodeAbiParameters(parseAbiParameters('uint8 trick, address other, address assertion'), [
      index,
      token('WBTC'),
      assertionAddress,
    ])
    const router = await deployed(concat([code, args]))
    await local.exchange.fund('evm', router)
    routers.set(trick, router)
  }
  await delegate(batchAccountAddress)
})

afterAll(() => local.exchange.stop())

function token(symbol: string): Address {
  return getAddress(local.token(symbol).address)
}

async function deployed(data: Hex): Promise<Address> {
  const { contractAddress } = await local.send(harbor, { from: friend, data })
  return getAddress(contractAddress!)
}

/** Lets the account run batches, as a wallet that speaks EIP-7702 does. */
async function delegate(executor: Address): Promise<void> {
  const nonce = Number(await local.rpc(harbor)('eth_getTransactionCount', [me, 'latest']))
  const authorization = await owner.signAuthorization({ chainId: harbor, address: executor, nonce: nonce + 1 })
  await sendRaw({ to: me, data: '0x', authorizationList: [authorization] })
}

async function sendRaw(more: {
  to: Address
  data: Hex
  authorizationList?: [Awaited<ReturnType<typeof owner.signAuthorization>>]
}): Promise<Receipt> {
  const node = local.rpc(harbor)
  const nonce = Number(await node('eth_getTransactionCount', [me, 'latest']))
  const fees = { gas: 3_000_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const { authorizationList, ...call } = more
  const common = { chainId: harbor, nonce, ...fees, ...call }
  const signed = authorizationList
    ? await owner.signTransaction({ type: 'eip7702', ...common, authorizationList })
    : await owner.signTransaction({ type: 'eip1559', ...common })
  const hash = await node('eth_sendRawTransaction', [signed])
  for (let tries = 0; tries < 200; tries++) {
    const receipt = (await node('eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt) return receipt
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('The transaction was not mined.')
}

function batchData(calls: readonly BatchCall[]): Hex {
  const args = calls.map(({ to, value, data }) => ({ to: getAddress(to), value, data: hexOf(data) }))
  return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [args] })
}

/** Carries a batch out from the account and returns its gas. */
async function carryOut(calls: readonly BatchCall[]) {
  const receipt = await sendRaw({ to: me, data: batchData(calls) })
  return { went: receipt.status === '0x1', gas: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) }
}

/** The name of the error with which the chain undoes a batch. */
async function reasonOf(calls: readonly BatchCall[]): Promise<string> {
  try {
    await local.rpc(harbor)('eth_call', [{ from: me, to: me, data: batchData(calls) }, 'latest'])
    return 'none'
  } catch (error) {
    const data = revertDataOf(error)
    return isHex(data) ? decodeErrorResult({ abi: assertionAbi, data }).errorName : String(error)
  }
}

async function balanceOf(address: string, account: string): Promise<bigint> {
  const node = local.rpc(harbor)
  if (address === native) return BigInt(String(await node('eth_getBalance', [account, 'latest'])))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(account)] })
  return BigInt(String(await node('eth_call', [{ to: address, data }, 'latest'])))
}

const holdings = async () => {
  const [usdc, wbtc, weth, coin] = await Promise.all(
    [token('USDC'), token('WBTC'), token('WETH'), native].map((each) => balanceOf(each, me)),
  )
  return { usdc: usdc!, wbtc: wbtc!, weth: weth!, coin: coin! }
}

function approveCall(address: Address, spender: Address, amount: bigint): BatchCall {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  return { to: address, data, value: 0n }
}

const amount = 500_000_000n
const out = 10n ** 17n

type Sale = {
  readonly recipient: string
  readonly sold: string
  readonly amount: bigint
  readonly fee: bigint
  readonly bought: string
  readonly minimum: bigint
  readonly guarded: readonly string[]
  readonly spenders: readonly { readonly token: string; readonly spender: string; readonly through?: string }[]
}

/** Sells 500 USDC for a tenth of a WETH at one of the routers, bounded. */
function sale(trick: Trick, more: Partial<Sale> = {}, withApproval = true) {
  const router = routers.get(trick)!
  const bounds: Sale = {
    recipient: me,
    sold: token('USDC'),
    amount,
    fee: 0n,
    bought: token('WETH'),
    minimum: out,
    guarded: [],
    spenders: [{ token: token('USDC'), spender: router }],
    ...more,
  }
  const coin = (address: string) => (address === native ? zeroAddress : getAddress(address))
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'x',
    args: [coin(bounds.sold), bounds.amount, coin(bounds.bought), out, getAddress(bounds.recipient)],
  })
  const value = bounds.sold === native ? bounds.amount + bounds.fee : bounds.fee
  const approves = withApproval && bounds.sold !== native
  const calls: BatchCall[] = [
    ...(approves ? [approveCall(getAddress(bounds.sold), router, bounds.amount)] : []),
    { to: router, data, value },
  ]
  const asserted = boundsBy({
    sender: me,
    pays: [
      { token: bounds.sold, units: bounds.amount },
      { token: native, units: bounds.fee },
    ],
    brings: [{ token: bounds.bought, account: bounds.recipient, least: bounds.minimum }],
    kept: [bounds.bought, ...bounds.guarded],
    allowances: bounds.spenders.map((spender) => ({ through: undefined, ...spender, most: 0n })),
  })
  return { calls, bounded: withAssertion(calls, asserted) }
}

function hexOf(data: string): Hex {
  if (!isHex(data)) throw new Error(`${data} is no data.`)
  return data
}

test('the contract is at the same address on every chain, with the code that was committed', async () => {
  const from = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  const address = getCreate2Address({ from, salt: toHex(0, { size: 32 }), bytecode: hexOf(artifact.bytecode) })
  expect(address).toBe(assertionAddress)
  for (const chainId of [741_001, 741_002]) {
    const code = await local.rpc(chainId)('eth_getCode', [assertionAddress, 'latest'])
    expect(keccak256(hexOf(String(code)))).toBe(assertionCodeHash)
  }
})

describe('an honest router that no one can read', () => {
  test('succeeds, and pays the bought token', async () => {
    const before = await holdings()
    expect(await carryOut(sale('Honest').bounded)).toMatchObject({ went: true })
    const after = await holdings()
    expect(before.usdc - after.usdc).toBe(amount)
    expect(after.weth - before.weth).toBe(out)
  })

  test('succeeds for another recipient', async () => {
    const before = await balanceOf(token('WETH'), friend)
    expect(await carryOut(sale('Honest', { recipient: friend }).bounded)).toMatchObject({ went: true })
    expect((await balanceOf(token('WETH'), friend)) - before).toBe(out)
  })

  test('succeeds when the native coin is sold, at any gas price', async () => {
    const coins = { sold: native, amount: 10n ** 17n, spenders: [] }
    const before = await holdings()
    const { went, gas } = await carryOut(sale('Honest', coins).bounded)
    const after = await holdings()
    expect(went).toBe(true)
    expect(before.coin - after.coin).toBe(10n ** 17n + gas)
  })

  test('succeeds when the coin is bought', async () => {
    expect(await carryOut(sale('Honest', { bought: native }).bounded)).toMatchObject({ went: true })
  })

  test('succeeds with a fee that was shown', async () => {
    expect(await carryOut(sale('KeepChange', { fee: 10n ** 15n }).bounded)).toMatchObject({ went: true })
  })

  test('costs less than 100,000 gas more', async () => {
    const { calls, bounded } = sale('Honest')
    const estimate = async (batch: readonly BatchCall[]) =>
      BigInt(String(await local.rpc(harbor)('eth_estimateGas', [{ from: me, to: me, data: batchData(batch) }])))
    expect((await estimate(bounded)) - (await estimate(calls))).toBeLessThan(100_000n)
  })
})

/** The loss by each trick in an unbounded batch, and the revert in a bounded one. */
const thefts: readonly (readonly [Trick, string, string, () => ReturnType<typeof sale>])[] = [
  ['KeepOutput', 'keeps what was bought', 'ChangedTooLittle', () => sale('KeepOutput')],
  ['PayThief', 'pays somebody else', 'ChangedTooLittle', () => sale('PayThief')],
  ['PayHalf', 'pays half', 'ChangedTooLittle', () => sale('PayHalf')],
  ['LeaveAllowance', 'leaves an allowance for later', 'AllowedTooMuch', () => sale('LeaveAllowance')],
  [
    'TakeAllowance',
    'takes an older, larger allowance',
    'ChangedTooLittle',
    () => sale('TakeAllowance', { spenders: [] }, false),
  ],
  [
    'TakeOther',
    'takes another token by an older allowance',
    'ChangedTooLittle',
    () => sale('TakeOther', { guarded: [token('WBTC')] }),
  ],
  [
    'SnapshotAgain',
    'reads the balances anew after keeping what was bought',
    'ChangedTooLittle',
    () => sale('SnapshotAgain'),
  ],
  ['KeepChange', 'keeps coins sent along', 'ChangedTooLittle', () => keptChange()],
]

/** Native value is sent along that the bounds do not contain. */
function keptChange() {
  const { calls } = sale('KeepChange', { fee: 10n ** 16n })
  const { bounded } = sale('KeepChange')
  return { calls, bounded: [bounded[0]!, ...calls, bounded.at(-1)!] }
}

describe('a router that steals', () => {
  beforeAll(async () => {
    await carryOut([
      approveCall(token('USDC'), routers.get('TakeAllowance')!, 2n * amount),
      approveCall(token('WBTC'), routers.get('TakeOther')!, 1_000_000n),
    ])
  })

  test.each(thefts)('%s: one that %s costs the gas and nothing else', async (_, __, reason, make) => {
    const { bounded } = make()
    expect(await reasonOf(bounded)).toBe(reason)
    const before = await holdings()
    const { went, gas } = await carryOut(bounded)
    expect(went).toBe(false)
    expect(await holdings()).toEqual({ ...before, coin: before.coin - gas })
  })

  test.each(thefts)('%s: one that %s gets away with it where nothing bounds it', async (_, __, ___, make) => {
    const { calls } = make()
    expect(await reasonOf(calls)).toBe('none')
  })

  test('a token that is not in the list is not seen', async () => {
    expect(await reasonOf(sale('TakeOther').bounded)).toBe('none')
  })
})

describe('the two calls belong together', () => {
  test('without the first the last undoes everything', async () => {
    expect(await reasonOf(sale('Honest').bounded.slice(1))).toBe('NotTaken')
  })

  test('balances are not read twice', async () => {
    const [first, ...rest] = sale('Honest').bounded
    expect(await reasonOf([first!, first!, ...rest])).toBe('AlreadyTaken')
  })

  test('in a transaction of its own the last call fails: nothing is kept between transactions', async () => {
    const [first, ...rest] = sale('Honest').bounded
    expect(await carryOut([first!])).toMatchObject({ went: true })
    expect(await reasonOf([rest.at(-1)!])).toBe('NotTaken')
  })

  test('two bounded batches fit into one transaction', async () => {
    const { bounded } = sale('Honest')
    expect(await reasonOf([...bounded, ...bounded])).toBe('none')
  })

  test('an account without code behind a token address is no balance', async () => {
    expect(await reasonOf(sale('Honest', { guarded: [friend] }).bounded)).toBe('Unreadable')
  })

  test.each([
    [0n, 'none'],
    [1n, 'AllowedTooMuch'],
  ])('an allowance of %d behind Permit2 ends with %s', async (rating, reason) => {
    const args = encodeAbiParameters(parseAbiParameters('uint160'), [rating])
    const through = await deployed(concat([compile('StandingPermit'), args]))
    const spender = routers.get('Honest')!
    const { bounded } = sale('Honest', { spenders: [{ token: token('USDC'), spender, through }] })
    expect(await reasonOf(bounded)).toBe(reason)
  })
})
