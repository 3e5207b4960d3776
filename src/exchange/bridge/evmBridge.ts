import {
  encodeFunctionData,
  type GetContractEventsReturnType,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  maxUint256,
  parseAbi,
  stringToHex,
} from 'viem'
import { toBase58 } from '../../domain/encodings'
import { tokenAbi } from '../evm/contracts'
import { fundingCall } from '../evm/funding'
import { CallFailed } from '../evm/impersonatedAccount'
import {
  type EvmPool,
  type ListedToken,
  type LocalEvmExchange,
  pooledToken,
  tokenByAddress,
} from '../evm/localEvmExchange'
import { bestRoute, encodePath, findPaths } from '../pools/route'
import { afterBridgeFee, type BridgeChain, bridgeDecimals, PayoutImpossible, rescale, type Transfer } from './relayer'

/** The bridge on one EVM chain: an escrow contract, and the relayer's account that pays out there. */
export type EvmBridge = BridgeChain & {
  /** The token that is escrowed on the source chain, and paid out or swapped on the destination chain. */
  readonly bridgeToken: ListedToken
  /** The payout for `amount` of the bridge token (18 decimals) now; `undefined` when nothing can be paid out. */
  readonly quote: (token: ListedToken, amount: bigint) => Promise<bigint | undefined>
}

export const crossRouterAbi = parseAbi([
  'struct Destination { uint256 chain; bytes token; bytes recipient; uint256 minOut; uint64 deadline; }',
  'function deposit(address token, uint256 amount, Destination destination) returns (uint256 id)',
  'function swapAndDeposit(address tokenIn, uint256 amountIn, bytes path, uint256 minMid, address midToken, Destination destination) returns (uint256 id)',
  'function swapNativeAndDeposit(bytes path, uint256 minMid, address midToken, Destination destination) payable returns (uint256 id)',
  'function release(uint256 id)',
  'function refund(uint256 id)',
  'function fill(bytes32 key, address token, uint256 amount, address recipient)',
  'function fillWithSwap(bytes32 key, address tokenIn, uint256 amountIn, bytes path, address tokenOut, uint256 minOut, address recipient, bool unwrap)',
  'function escrows(uint256 id) view returns (address sender, address token, uint256 amount, uint64 deadline, uint8 state)',
  'function filled(bytes32 key) view returns (uint256)',
  'event Deposited(uint256 indexed id, address indexed sender, address token, uint256 amount, uint64 deadline, uint256 chain, bytes destinationToken, bytes recipient, uint256 minOut)',
  'event Filled(bytes32 indexed key, address recipient, address token, uint256 amount)',
])

/** Indexed by the contract's numbers; an escrow that does not exist yet (0) counts as open. */
const escrowStates = ['open', 'open', 'released', 'refunded'] as const

/** Pays out in the bridge token, or swapped into another token. The contract pays each transfer once. */
export async function openEvmBridge(
  evm: LocalEvmExchange,
  pools: () => Promise<readonly EvmPool[]>,
): Promise<EvmBridge> {
  const { relayer, tokens } = evm
  const { client, listing } = evm.chain
  const router = { address: evm.contracts.crossRouter, abi: crossRouterAbi } as const
  const bridgeToken = tokens.find(({ asset, kind }) => asset === 'USDC' && kind === 'token')!
  const known: Transfer[] = []
  let nextBlock = 0n
  await fundRelayer(evm, bridgeToken)
  return {
    bridgeToken,
    async quote(token, amount) {
      const units = payoutUnits(amount)
      const stock = { address: bridgeToken.address, abi: tokenAbi, functionName: 'balanceOf' } as const
      if (units > (await client.readContract({ ...stock, args: [relayer.address] }))) return undefined
      return isBridgeToken(token) ? units : (await routeTo(token, units))?.amountOut
    },
    async deposits() {
      const toBlock = await client.getBlockNumber()
      if (toBlock < nextBlock) return known
      const deposited = { ...router, eventName: 'Deposited', strict: true } as const
      const events = await client.getContractEvents({ ...deposited, fromBlock: nextBlock, toBlock })
      nextBlock = toBlock + 1n
      known.push(...events.map(({ args }) => transferOf(args)))
      return known
    },
    async escrowState({ deposit }) {
      const args = [BigInt(deposit)] as const
      const [, , , , state] = await client.readContract({ ...router, functionName: 'escrows', args })
      return escrowStates[state] ?? 'open'
    },
    release: ({ deposit }) => settle('release', BigInt(deposit)),
    refund: ({ deposit }) => settle('refund', BigInt(deposit)),
    isPaid: async (transfer) =>
      (await client.readContract({ ...router, functionName: 'filled', args: [contractKey(transfer)] })) !== 0n,
    async pay(transfer) {
      const data = await payoutData(transfer)
      try {
        await relayer.send({ label: `fill ${transfer.key}`, to: router.address, data, gas: 900_000n })
      } catch (error) {
        if (error instanceof CallFailed) throw new PayoutImpossible('The payout failed on chain.', { cause: error })
        throw error
      }
    },
  }

  async function settle(functionName: 'release' | 'refund', id: bigint) {
    const data = encodeFunctionData({ abi: crossRouterAbi, functionName, args: [id] })
    await relayer.send({ label: `${functionName} ${id}`, to: router.address, data })
  }

  /** Tokens other than the bridge token get an amount of zero, so that the relayer refunds them. */
  function transferOf(deposited: DepositedArgs): Transfer {
    const token = tokenByAddress(evm, deposited.token)
    const amount = token && isBridgeToken(token) ? deposited.amount : 0n
    return {
      key: `${listing.chainId}:${deposited.id}`,
      source: listing.chainId,
      deposit: `${deposited.id}`,
      sender: deposited.sender,
      amount: rescale(amount, bridgeToken.decimals, bridgeDecimals),
      destination: Number(deposited.chain),
      token: addressText(deposited.destinationToken),
      recipient: addressText(deposited.recipient),
      minimumReceived: deposited.minOut,
      deadline: Number(deposited.deadline),
    }
  }

  async function payoutData(transfer: Transfer): Promise<Hex> {
    const { recipient, minimumReceived } = transfer
    const token = listedToken(transfer.token)
    if (!isAddress(recipient)) throw new PayoutImpossible(`${recipient} is no address there.`)
    const units = payoutUnits(transfer.amount)
    const key = contractKey(transfer)
    const route = isBridgeToken(token) ? undefined : await routeTo(token, units)
    const paid = isBridgeToken(token) ? units : route?.amountOut
    if (paid === undefined || paid < minimumReceived) throw new PayoutImpossible('It would be less than the minimum.')
    const abi = crossRouterAbi
    if (!route)
      return encodeFunctionData({ abi, functionName: 'fill', args: [key, bridgeToken.address, units, recipient] })
    const [path, bought, unwrap] = [
      encodePath(route),
      pooledToken(evm, token).address,
      token.kind === 'native',
    ] as const
    const args = [key, bridgeToken.address, units, path, bought, minimumReceived, recipient, unwrap] as const
    return encodeFunctionData({ abi, functionName: 'fillWithSwap', args })
  }

  function payoutUnits(amount: bigint): bigint {
    return rescale(afterBridgeFee(amount), bridgeDecimals, bridgeToken.decimals)
  }

  function isBridgeToken(token: ListedToken): boolean {
    return token.address === bridgeToken.address
  }

  async function routeTo(token: ListedToken, units: bigint) {
    return bestRoute(evm, findPaths(await pools(), bridgeToken, pooledToken(evm, token)), units, () => 0n)
  }

  function listedToken(token: string): ListedToken {
    const listed =
      token === 'native' ? tokens.find(({ kind }) => kind === 'native') : isAddress(token) && tokenByAddress(evm, token)
    if (!listed) throw new PayoutImpossible(`${token} is not traded on ${listing.name}.`)
    return listed
  }
}

/** Whole bridge tokens that the relayer holds at the start. */
const initialStock = 5_000_000n

/** Funds the relayer and approves the escrow contract, unless an earlier start did. */
async function fundRelayer({ chain, treasury, contracts, relayer }: LocalEvmExchange, bridgeToken: ListedToken) {
  const { crossRouter } = contracts
  const token = { address: bridgeToken.address, abi: tokenAbi } as const
  const owner = relayer.address
  const [balance, allowance] = await Promise.all([
    chain.client.readContract({ ...token, functionName: 'balanceOf', args: [owner] }),
    chain.client.readContract({ ...token, functionName: 'allowance', args: [owner, crossRouter] }),
  ])
  const full = initialStock * 10n ** BigInt(bridgeToken.decimals)
  if (balance < full / 2n)
    await treasury.send(fundingCall(contracts, owner, [{ token: bridgeToken, units: full - balance }]))
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [crossRouter, maxUint256] })
  if (allowance < full) await relayer.send({ label: `approve ${bridgeToken.symbol}`, to: token.address, data })
}

type DepositedArgs = GetContractEventsReturnType<typeof crossRouterAbi, 'Deposited', true>[number]['args']

/** 20 bytes are an EVM address, 32 bytes a Solana address; no bytes, or only zeros, are the native coin. */
function addressText(bytes: Hex): string {
  const raw = hexToBytes(bytes)
  if (raw.every((byte) => byte === 0)) return 'native'
  return raw.length === 20 ? getAddress(bytes) : toBase58(raw)
}

/** The contract's key of a transfer. */
function contractKey({ key }: Transfer): Hex {
  return keccak256(stringToHex(key))
}
