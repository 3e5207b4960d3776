import {
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  decodeEventLog,
  defineChain,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  isHex,
  pad,
  parseAbi,
  size,
  toHex,
  zeroAddress,
} from 'viem'
import {
  entryPoint08Abi,
  formatUserOperationRequest,
  getUserOperationHash,
  toPackedUserOperation,
  toSimple7702SmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionsIn } from '../../../src/wallets/evm/smartAccount'
import { isDeep } from '../../depth'
import contracts from '../../fixtures/venues/accountContracts.json' with { type: 'json' }
import { type Arena, harbor, judge, openArena } from '../attacks/adversary'
import { record } from '../fixtures'
import type { Receipt } from '../localExchange'
import { type Bundler, startBundler } from './bundler'
import { deploy, hexOf, place } from './realUniswap'
import { quoted } from './routerCalls'
import { statedPlans } from './statedPlans'

/*
 * Plans of accounts that are contracts: a Safe 1.4.1, and an account that delegates (EIP-7702) to Simple7702Account behind
 * the entry point 0.8. The published contracts carry out all steps in one transaction that someone else sends.
 */

const abi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
  'event ProxyCreation(address indexed proxy, address singleton)',
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function multiSend(bytes transactions) payable',
  'function depositTo(address account) payable',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
  'function enableModule(address module)',
])

type Call = { readonly target: Address; readonly value: bigint; readonly data: Hex }
type Account = {
  readonly address: Address
  /** Carries out the calls, under the hash that the account's wallet would return. */
  readonly act: (calls: readonly Call[]) => Promise<{ readonly own: Hex; readonly receipt: Receipt }>
}

const entryPoint = getAddress('0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108')
const delegate = getAddress('0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9')

let arena: Arena
let bundler: Bundler | undefined
let accounts: Readonly<Record<'Safe' | 'delegated', Account>>

beforeAll(async () => {
  arena = await openArena()
  accounts = { Safe: await openSafe(), delegated: await openDelegated(privateKeyToAccount(generatePrivateKey())) }
  for (const { address } of Object.values(accounts)) await arena.exchange.fund('evm', address)
  const folder = process.env.TIDEGATE_BUNDLER
  if (folder) bundler = await startBundler(folder, arena.chains[0]!.rpcUrls[0]!, arena.rpc(harbor), entryPoint)
})
afterAll(async () => {
  await bundler?.stop()
  await arena.exchange.stop()
})

function reads() {
  const url = arena.chains.find(({ chainId }) => chainId === harbor)!.rpcUrls[0]!
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id: harbor, name: 'Harbor', nativeCurrency, rpcUrls: { default: { http: [url] } } })
  return createPublicClient({ chain, transport: http() })
}

function packed(calls: readonly Call[]): Hex {
  const each = ['uint8', 'address', 'uint256', 'uint256', 'bytes'] as const
  return concat(
    calls.map(({ target, value, data }) => encodePacked(each, [0, target, value, BigInt(size(data)), data])),
  )
}

/** Safe accepts that an owner sends the transaction. */
function signatureOf(owner: Address): Hex {
  return concat([pad(owner), pad('0x', { size: 32 }), '0x01'])
}

async function openSafe(): Promise<Account> {
  const [singleton, factory, multiSend, handler] = [
    await deploy(arena, contracts.safe.creationCode),
    await deploy(arena, contracts.safeProxyFactory.creationCode),
    await deploy(arena, contracts.multiSendCallOnly.creationCode),
    await deploy(arena, contracts.fallbackHandler.creationCode),
  ]
  const owner = arena.me
  const initializer = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [[owner], 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
  })
  const create = encodeFunctionData({ abi, functionName: 'createProxyWithNonce', args: [singleton, initializer, 7n] })
  const { logs } = await arena.send(harbor, { from: owner, to: factory, data: create })
  const [first, ...rest] = logs.at(-1)!.topics.map(hexOf)
  const { args } = decodeEventLog({
    abi,
    eventName: 'ProxyCreation',
    topics: [first!, ...rest],
    data: hexOf(logs.at(-1)!.data),
  })
  const address = args.proxy
  return {
    address,
    act: async (calls) => {
      const data = encodeFunctionData({ abi, functionName: 'multiSend', args: [packed(calls)] })
      const content = [multiSend, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
      const nonce = await reads().readContract({ address, abi, functionName: 'nonce' })
      const hashed = [...content, nonce] as const
      const own = await reads().readContract({ address, abi, functionName: 'getTransactionHash', args: hashed })
      const sent = encodeFunctionData({ abi, functionName: 'execTransaction', args: [...content, signatureOf(owner)] })
      return { own, receipt: await arena.send(harbor, { from: owner, to: address, data: sent }) }
    },
  }
}

async function openDelegated(key: PrivateKeyAccount): Promise<Account> {
  const { address } = key
  const node = arena.rpc(harbor)
  await place(node, entryPoint, contracts.entryPoint.creationCode)
  await place(node, delegate, contracts.account7702.creationCode)
  await node('anvil_setBalance', [address, toHex(10n ** 18n)])
  const wallet = createWalletClient({ account: key, transport: http(arena.chains[0]?.rpcUrls[0]) })
  const authorization = await wallet.signAuthorization({ contractAddress: delegate, executor: 'self', chainId: harbor })
  const sent = { chain: null, authorizationList: [authorization], to: address, gas: 200_000n } as const
  await reads().waitForTransactionReceipt({ hash: await wallet.sendTransaction(sent) })
  await payDeposit(address)
  const account = await toSimple7702SmartAccount({ client: reads(), owner: key, implementation: delegate })
  return {
    address,
    act: async (calls) => {
      const operation = {
        ...({ sender: address, nonce: await account.getNonce(), signature: '0x' } as const),
        callData: await account.encodeCalls(calls.map(({ target: to, value, data }) => ({ to, value, data }))),
        ...{ callGasLimit: 2_000_000n, verificationGasLimit: 300_000n, preVerificationGas: 100_000n },
        ...{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n },
      } as const
      const own = hashOf(operation)
      const signed = { ...operation, signature: await account.signUserOperation({ ...operation, chainId: harbor }) }
      return { own, receipt: await (bundler ? throughBundler(bundler, signed) : sendDirectly(signed)) }
    },
  }
}

/** From which the entry point pays for the operations of an account. */
async function payDeposit(account: Address): Promise<void> {
  const deposit = encodeFunctionData({ abi, functionName: 'depositTo', args: [account] })
  await arena.rpc(harbor)('anvil_setBalance', [arena.thief, toHex(10n ** 20n)])
  await arena.act(arena.thief, entryPoint, deposit, 10n ** 18n)
}

const version = { entryPointAddress: entryPoint, entryPointVersion: '0.8' } as const

const hashOf = (userOperation: UserOperation<'0.8'>) =>
  getUserOperationHash({ chainId: harbor, ...version, userOperation })

/** As a bundler does. */
function sendDirectly(signed: UserOperation<'0.8'>): Promise<Receipt> {
  const args = [[toPackedUserOperation(signed)], arena.thief] as const
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
  return arena.send(harbor, { from: arena.thief, to: entryPoint, data })
}

async function throughBundler({ client }: Bundler, signed: UserOperation<'0.8'>): Promise<Receipt> {
  const hash = await client.request({
    method: 'eth_sendUserOperation',
    params: [formatUserOperationRequest(signed), entryPoint],
  })
  const { receipt } = await client.waitForUserOperationReceipt({ hash })
  const found = await arena.rpc(harbor)('eth_getTransactionReceipt', [receipt.transactionHash])
  return found as Receipt
}

const swaps = [
  ['USDC', 'WETH'],
  ['USDC', 'ETH'],
  ['ETH', 'USDC'],
  ['ETH', 'WETH'],
  ['WETH', 'USDC'],
  ['WETH', 'ETH'],
  ['USDC', 'USDT'],
  ['USDT', 'USDC'],
  ['USDC', 'WBTC'],
  ['DAI', 'USDC'],
  ['ETH', 'USDT'],
] as const

test.each(['Safe 1.4.1', 'delegated account'])('docs/venues.md counts the plans of a %s', (account) => {
  expect(statedPlans(account)).toEqual({ proven: swaps.length, consent: 0, blocked: 0 })
})

describe.each(['Safe', 'delegated'] as const)('a %s account', (kind) => {
  test.each(isDeep ? swaps : swaps.slice(0, 4))(
    'sells %s for %s: the plan is proven, and the account carries it out in one transaction',
    async (sell, buy) => {
      const account = accounts[kind]
      const { intent, answer } = await quoted({ ...arena, me: account.address }, arena.token(sell), arena.token(buy))
      const { rating, codes, plan } = await judge(arena, intent, answer)
      expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
      const calls = plan!.steps.map((step): Call => {
        if (step.kind !== 'evm' || !isHex(step.data))
          throw new Error('Only calls of an EVM chain are carried out here.')
        return { target: getAddress(step.to), value: step.value, data: step.data }
      })
      const held = await arena.value(account.address)
      const { own, receipt } = await account.act(calls)
      expect(executionsIn(receipt.logs, account.address)).toMatchObject([{ own, isDone: true, isTrusted: true }])
      expect(Math.abs(held - (await arena.value(account.address)))).toBeLessThan(15)
    },
  )
})

const grab = {
  Safe: () => encodeFunctionData({ abi, functionName: 'enableModule', args: [arena.thief] }),
  delegated: () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [arena.thief, 10n ** 9n] })
    const target = getAddress(arena.token('USDC').address)
    return encodeFunctionData({ abi, functionName: 'executeBatch', args: [[{ target, value: 0n, data }]] })
  },
}

test.each(['Safe', 'delegated'] as const)(
  'a call of the %s account to itself is blocked next to a swap',
  async (kind) => {
    const { address } = accounts[kind]
    const { intent, answer } = await quoted({ ...arena, me: address }, arena.token('USDC'), arena.token('WETH'))
    const transactions = [...(answer.transactions ?? []), record({ to: address, data: grab[kind](), order: 9 })]
    expect(await judge(arena, intent, { ...answer, transactions })).toMatchObject({ rating: 'blocked' })
  },
)

test('an operation whose call fails inside is not done, though its transaction succeeded', async () => {
  const { address, act } = accounts.delegated
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [arena.thief, 10n ** 30n] })
  const { own, receipt } = await act([{ target: getAddress(arena.token('USDC').address), value: 0n, data }])
  expect(receipt.status).toBe('0x1')
  expect(executionsIn(receipt.logs, address)).toMatchObject([{ own, isDone: false, isTrusted: true }])
})

test('the Safe gets the bytes that @safe-global/protocol-kit 8.0.7 writes', () => {
  const [token, router, owner] = (['a1', 'c3', 'e5'] as const).map((byte) => getAddress(`0x${byte.repeat(20)}`))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router!, 1_000_000n] })
  const calls: readonly Call[] = [
    { target: token!, value: 0n, data },
    { target: router!, value: 1000n, data: '0x414bf38901' },
  ]
  expect(packed(calls)).toBe(contracts.protocolKit.batch)
  expect(signatureOf(owner!).toLowerCase()).toBe(contracts.protocolKit.signature)
})

test('an operation is done by the transaction that the bundler @pimlico/alto 0.0.20 sent', async () => {
  const { account, operation: own, transaction } = contracts.alto
  const node = arena.rpc(harbor)
  await node('anvil_setCode', [account, concat(['0xef0100', delegate])])
  await node('anvil_setBalance', [account, toHex(10n ** 18n)])
  await payDeposit(getAddress(account))
  const { logs } = await arena.send(harbor, { from: arena.thief, to: entryPoint, data: transaction })
  expect(executionsIn(logs, account)).toMatchObject([{ own, isDone: true, isTrusted: true }])
})
