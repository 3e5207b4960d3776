import {
  type Address,
  encodeFunctionData,
  getAbiItem,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  stringToHex,
  toEventSelector,
} from 'viem'
import { toBase58 } from '../../domain/base58'
import { tokenAbi } from '../evm/contracts'
import { CallFailed } from '../evm/impersonatedAccount'
import { type EvmPool, type ListedToken, pooledToken, tokenByAddress } from '../evm/localEvmExchange'
import { encodePath, findPaths } from '../swap/path'
import { bestRoute } from '../swap/route'
import { crossRouterAbi, type EvmBridge } from './escrow'
import { PayoutImpossible, type Transfer, type TransferDestination, type TransferSource } from './transfer'

/** All transfers are counted with this many decimals, whatever the bridge token has on a chain. */
export const bridgeDecimals = 18

const states = ['open', 'open', 'released', 'refunded'] as const
const filled = toEventSelector(getAbiItem({ abi: crossRouterAbi, name: 'Filled' }))

/** Reads deposits off an EVM chain, and releases or refunds them. */
export function evmSource(bridge: EvmBridge): TransferSource {
  const { evm, router, relayer, bridgeToken } = bridge
  const { chain } = evm
  let next = 0n
  const found: Transfer[] = []

  return {
    async deposits() {
      const head = await chain.client.getBlockNumber()
      if (head < next) return found
      const where = { address: router, fromBlock: next, toBlock: head }
      const news = await chain.client.getContractEvents({
        ...where,
        abi: crossRouterAbi,
        eventName: 'Deposited',
        strict: true,
      })
      next = head + 1n
      found.push(...news.map(({ args }) => transferOf(args)))
      return found
    },
    async escrowState({ deposit }) {
      const [, , , , state] = await chain.client.readContract({
        address: router,
        abi: crossRouterAbi,
        functionName: 'escrows',
        args: [BigInt(deposit)],
      })
      return states[state] ?? 'open'
    },
    release: ({ deposit }) => settle('release', BigInt(deposit)),
    refund: ({ deposit }) => settle('refund', BigInt(deposit)),
  }

  async function settle(functionName: 'release' | 'refund', id: bigint) {
    const data = encodeFunctionData({ abi: crossRouterAbi, functionName, args: [id] })
    await relayer.send({ label: `${functionName} ${id}`, to: router, data })
  }

  function transferOf(args: DepositedArgs): Transfer {
    const { chainId } = chain.listing
    const token = tokenByAddress(evm, args.token)
    const amount = token?.address === bridgeToken.address ? args.amount : 0n
    return {
      key: `${chainId}:${args.id}`,
      source: chainId,
      deposit: `${args.id}`,
      sender: args.sender,
      amount: rescale(amount, bridgeToken.decimals, bridgeDecimals),
      destination: Number(args.chain),
      token: addressText(args.destinationToken),
      recipient: addressText(args.recipient),
      minOut: args.minOut,
      deadline: Number(args.deadline),
    }
  }
}

type DepositedArgs = {
  readonly id: bigint
  readonly sender: Address
  readonly token: Address
  readonly amount: bigint
  readonly deadline: bigint
  readonly chain: bigint
  readonly destinationToken: Hex
  readonly recipient: Hex
  readonly minOut: bigint
}

export type EvmTransferDestination = TransferDestination & {
  /** What would be paid out for so much of the bridge token now (18 decimals); `undefined` when nothing can. */
  readonly quote: (token: ListedToken, amount: bigint) => Promise<bigint | undefined>
}

/** Pays transfers out on an EVM chain: in the bridge token, or swapped into another. The contract pays each key once. */
export function evmDestination(bridge: EvmBridge, pools: () => Promise<readonly EvmPool[]>): EvmTransferDestination {
  const { evm, router, relayer, bridgeToken } = bridge
  const { chain } = evm

  return {
    async quote(token, amount) {
      const units = payout(amount)
      if (units > (await stock())) return undefined
      return isBridge(token) ? units : (await routeTo(token, units))?.amountOut
    },
    async prepare(transfer) {
      const token = listedAt(transfer.token)
      const recipient = recipientOf(transfer)
      const units = payout(transfer.amount)
      const key = keyOf(transfer)
      if (isBridge(token)) {
        if (units < transfer.minOut) throw new PayoutImpossible('It would be less than the minimum.')
        return encodeFunctionData({
          abi: crossRouterAbi,
          functionName: 'fill',
          args: [key, token.address, units, recipient],
        })
      }
      const route = await routeTo(token, units)
      if (!route || route.amountOut < transfer.minOut) throw new PayoutImpossible('It would be less than the minimum.')
      const out = pooledToken(evm, token).address
      const isNative = token.kind === 'native'
      return encodeFunctionData({
        abi: crossRouterAbi,
        functionName: 'fillWithSwap',
        args: [key, bridgeToken.address, units, encodePath(route), out, transfer.minOut, recipient, isNative],
      })
    },
    async send(transfer, payment) {
      try {
        await relayer.send({ label: `fill ${transfer.key}`, to: router, data: payment as Hex, gas: 900_000n })
      } catch (error) {
        if (error instanceof CallFailed) throw new PayoutImpossible('The payout failed on chain.', { cause: error })
        throw error
      }
    },
    async find(transfer) {
      const key = keyOf(transfer)
      const isFilled = await chain.client.readContract({
        address: router,
        abi: crossRouterAbi,
        functionName: 'filled',
        args: [key],
      })
      if (isFilled === 0n) return { is: 'not seen' }
      const [log] = await chain.client.request({
        method: 'eth_getLogs',
        params: [{ address: router, topics: [filled, key], fromBlock: '0x0', toBlock: 'latest' }],
      })
      return { is: 'paid', transaction: log?.transactionHash ?? key }
    },
  }

  /** What the relayer could pay out now. */
  function stock(): Promise<bigint> {
    const args = [relayer.address] as const
    return chain.client.readContract({ address: bridgeToken.address, abi: tokenAbi, functionName: 'balanceOf', args })
  }

  function payout(amount: bigint): bigint {
    return rescale(afterFee(amount), bridgeDecimals, bridgeToken.decimals)
  }

  function isBridge(token: ListedToken): boolean {
    return token.address === bridgeToken.address
  }

  async function routeTo(token: ListedToken, units: bigint) {
    return bestRoute(evm, findPaths(await pools(), bridgeToken, pooledToken(evm, token)), units, () => 0n)
  }

  function listedAt(token: string): ListedToken {
    const listed =
      token === 'native'
        ? evm.tokens.find(({ kind }) => kind === 'native')
        : isAddress(token) && tokenByAddress(evm, token)
    if (!listed) throw new PayoutImpossible(`${token} is not traded on ${chain.listing.name}.`)
    return listed
  }
}

function recipientOf({ recipient }: Transfer): Address {
  if (!isAddress(recipient)) throw new PayoutImpossible(`${recipient} is no address there.`)
  return recipient
}

/** A tenth of a percent for the carriage, rounded in favour of the relayer. */
export function afterFee(amount: bigint): bigint {
  return (amount * 9_990n) / 10_000n
}

/** Rounds down when digits are lost. */
export function rescale(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to)
}

/** 20 bytes are an EVM address, 32 bytes a Solana one, no bytes (or the zero address) the chain's own coin. */
function addressText(bytes: Hex): string {
  const raw = hexToBytes(bytes)
  if (raw.every((byte) => byte === 0)) return 'native'
  return raw.length === 20 ? getAddress(bytes) : toBase58(raw)
}

function keyOf({ key }: Transfer): Hex {
  return keccak256(stringToHex(key))
}
