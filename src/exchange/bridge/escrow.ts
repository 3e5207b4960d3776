import { type Address, encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { tokenAbi } from '../evm/contracts'
import { fundingCall } from '../evm/funding'
import type { AccountCall, ImpersonatedAccount } from '../evm/impersonatedAccount'
import type { ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'

/** The end of a transfer on one EVM chain: the escrow contract, and the relayer's account with its stock. */
export type EvmBridge = {
  readonly evm: LocalEvmExchange
  readonly router: Address
  readonly relayer: ImpersonatedAccount
  /** What travels between chains. */
  readonly bridgeToken: ListedToken
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

/** Whole coins of the bridge token the relayer starts with. */
const stock = 5_000_000n

/** Fills the relayer's purse and lets the escrow pay out of it, unless that was done at an earlier start. */
export async function openEvmBridge(evm: LocalEvmExchange): Promise<EvmBridge> {
  const { chain, treasury, contracts, tokens, relayer } = evm
  const bridgeToken = tokens.find(({ asset, kind }) => asset === 'USDC' && kind === 'token')!
  const router = contracts.crossRouter
  const reading = { address: bridgeToken.address, abi: tokenAbi } as const
  const owner = relayer.address
  const [held, allowed] = await Promise.all([
    chain.client.readContract({ ...reading, functionName: 'balanceOf', args: [owner] }),
    chain.client.readContract({ ...reading, functionName: 'allowance', args: [owner, router] }),
  ])
  const full = stock * 10n ** BigInt(bridgeToken.decimals)
  if (held < full / 2n) await treasury.send(fundingCall(contracts, owner, [{ token: bridgeToken, units: full - held }]))
  if (allowed < full) await relayer.send(approval(bridgeToken, router))
  return { evm, router, relayer, bridgeToken }
}

function approval({ address, symbol }: ListedToken, spender: Address): AccountCall {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] })
  return { label: `approve ${symbol}`, to: address, data }
}
