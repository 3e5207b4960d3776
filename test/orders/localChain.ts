import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import tokenArtifact from '../../src/exchange/contracts/artifacts/TestToken.json'
import wrappedArtifact from '../../src/exchange/contracts/artifacts/WrappedNative.json'
import { startAnvil } from '../../src/exchange/engine/anvil'
import type { EvmStep } from '../../src/guard/plan'
import type { DeploymentChain } from '../../src/protocol/deployment/deployment'
import { withAllowedMethods } from '../../src/wallets/evm/connection/provider'
import { createEvmExecutor } from '../../src/wallets/evm/executor'
import { createEvmNode, type EvmNode, type EvmNodeOptions } from '../../src/wallets/evm/node'
import { BadWallet } from '../badWallet'
import { receiptOf } from '../receipt'
import { stepOf } from './plans'

/** A real local chain with one token, one wrapped coin, and a wallet that has plenty of everything. */
export type OrderChain = Awaited<ReturnType<typeof startOrderChain>>

export const traderKey: Hex = `0x${'a1'.repeat(32)}`
export const strangerKey: Hex = `0x${'b2'.repeat(32)}`
export const trader = privateKeyToAccount(traderKey).address
export const stranger = privateKeyToAccount(strangerKey).address
export const spender: Hex = '0x00000000000000000000000000000000000c0ffe'

const erc20 = parseAbi([
  'function approve(address,uint256) returns (bool)',
  'function transfer(address,uint256) returns (bool)',
  'function mint(address,uint256)',
  'function deposit() payable',
  'function withdraw(uint256)',
])

export async function startOrderChain(chainId = 741_001) {
  const engine = await startAnvil({ chainId, genesisTime: 1_700_000_000 })
  const cheats = createTestClient({ mode: 'anvil', transport: http(engine.url), cacheTime: 0 })
  const reads = createPublicClient({ transport: http(engine.url), cacheTime: 0 })
  for (const address of [trader, stranger]) await cheats.setBalance({ address, value: 10n ** 24n })
  const deployer = createWalletClient({
    account: privateKeyToAccount(strangerKey),
    transport: http(engine.url),
  })
  const token = await deployed(tokenArtifact, ['Dollar', 'USDC', 6, stranger])
  const wrapped = await deployed(wrappedArtifact, ['Wrapped Ether', 'WETH'])
  for (const to of [trader, stranger]) await act(stranger, token, call('mint', [to, 1_000_000_000n]))

  const chain: DeploymentChain = {
    chainId,
    kind: 'evm',
    name: 'Harbor',
    rpcUrls: [engine.url],
    wsUrl: undefined,
    explorerUrl: undefined,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    wrappedNative: wrapped,
    trusted: [],
    positionManager: undefined,
    confirmations: 1,
    genesisHash: undefined,
  }

  return {
    engine,
    chain,
    cheats,
    reads,
    token,
    wrapped,
    openWallet,
    executorOf,
    approval,
    transfer,
    deposit,
    withdrawal,
    call,
    forgetWaiting,
    create: (bytecode: Hex) => deployed({ abi: [], bytecode }, []),
    send: (to: Hex, data: Hex) => act(stranger, to, data),
    close: engine.stop,
  }

  /** Drops all transactions that are not mined. */
  async function forgetWaiting() {
    await cheats.request({ method: 'anvil_dropAllTransactions' } as never)
  }

  function openWallet(chains: ReadonlyMap<number, string> = new Map([[chainId, engine.url]])) {
    return new BadWallet({ chains, chainId, keys: [traderKey, strangerKey] })
  }

  /** An executor for a wallet, as the app builds it. */
  function executorOf(
    wallet: ExecutorWallet,
    more: Partial<DeploymentChain> = {},
    options: EvmNodeOptions = {},
    others: readonly DeploymentChain[] = [],
  ) {
    return executorOn([{ ...chain, ...more }, ...others], wallet, options)
  }

  function approval(units: bigint): EvmStep {
    const purpose = { does: 'approve', token, spender, amount: units } as const
    return evmStep({ to: token, data: call('approve', [spender, units]), purpose })
  }

  /** A substitute for a swap: a call that moves tokens. */
  function transfer(to: Hex, units: bigint): EvmStep {
    return evmStep({ to: token, data: call('transfer', [to, units]), purpose: { does: 'swap' } })
  }

  function deposit(value: bigint): EvmStep {
    return evmStep({ to: wrapped, data: call('deposit', []), value, purpose: { does: 'wrap' } })
  }

  function withdrawal(units: bigint): EvmStep {
    return evmStep({ to: wrapped, data: call('withdraw', [units]), purpose: { does: 'unwrap' } })
  }

  function evmStep(wish: Partial<EvmStep>): EvmStep {
    return stepOf({ chainId, from: trader, ...wish })
  }

  async function deployed(
    { abi, bytecode }: { abi: unknown; bytecode: string },
    args: readonly unknown[],
  ): Promise<Hex> {
    const hash = await deployer.deployContract({ abi, bytecode: bytecode as Hex, args, chain: null } as never)
    const { contractAddress } = await receiptOf(reads, hash)
    return contractAddress!
  }

  async function act(_: Hex, to: Hex, data: Hex) {
    const hash = await deployer.sendTransaction({ to, data, chain: null } as never)
    await receiptOf(reads, hash)
    return hash
  }
}

type ExecutorWallet = Pick<BadWallet, 'provider' | 'address' | 'isLocked'>

/** An executor for a wallet on some chains of a deployment, as the app builds it. */
export function executorOn(chains: readonly DeploymentChain[], wallet: ExecutorWallet, options: EvmNodeOptions = {}) {
  const nodes = new Map<number, EvmNode>(
    chains.map((each) => [each.chainId, createEvmNode(each, { retryDelays: [], ...options })]),
  )
  const provider = withAllowedMethods(wallet.provider)
  return createEvmExecutor({
    chains,
    node: ({ chainId }) => nodes.get(chainId)!,
    origin: 'http://127.0.0.1:1',
    switchDeadline: 200,
    connection: {
      current: () => (wallet.isLocked ? undefined : { address: wallet.address, provider }),
      onChange: (listener) => {
        for (const event of ['accountsChanged', 'chainChanged']) provider.on?.(event, listener)
        return () => undefined
      },
    },
  })
}

function call(functionName: 'approve' | 'transfer' | 'mint' | 'deposit' | 'withdraw', args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: erc20, functionName, args } as never)
}
