import { type Address, encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { tokenAbi } from '../evm/contracts'
import { fundingCall } from '../evm/funding'
import type { AccountCall, ImpersonatedAccount } from '../evm/impersonatedAccount'
import type { ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'

/** The escrow contract of one EVM chain, and the account of the relayer that pays out there. */
export type EvmEscrow = {
  readonly evm: LocalEvmExchange
  /** The contract that holds deposits until they are released or refunded, and that pays out. */
  readonly crossRouter: Address
  readonly relayer: ImpersonatedAccount
  /** The token that is escrowed on the source chain, and paid out or swapped on the destination chain. */
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

/** Whole bridge tokens that the relayer holds at the start. */
const initialStock = 5_000_000n

/** Funds the relayer and approves the escrow contract, unless an earlier start did. */
export async function openEvmEscrow(evm: LocalEvmExchange): Promise<EvmEscrow> {
  const { chain, treasury, contracts, tokens, relayer } = evm
  const { crossRouter } = contracts
  const bridgeToken = tokens.find(({ asset, kind }) => asset === 'USDC' && kind === 'token')!
  const token = { address: bridgeToken.address, abi: tokenAbi } as const
  const owner = relayer.address
  const [balance, allowance] = await Promise.all([
    chain.client.readContract({ ...token, functionName: 'balanceOf', args: [owner] }),
    chain.client.readContract({ ...token, functionName: 'allowance', args: [owner, crossRouter] }),
  ])
  const full = initialStock * 10n ** BigInt(bridgeToken.decimals)
  if (balance < full / 2n)
    await treasury.send(fundingCall(contracts, owner, [{ token: bridgeToken, units: full - balance }]))
  if (allowance < full) await relayer.send(approval(bridgeToken, crossRouter))
  return { evm, crossRouter, relayer, bridgeToken }
}

function approval({ address, symbol }: ListedToken, spender: Address): AccountCall {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] })
  return { label: `approve ${symbol}`, to: address, data }
}
