import { type Address, encodeFunctionData, type Hex, isAddress, keccak256, stringToHex } from 'viem'
import { tokenAbi } from '../evm/contracts'
import { CallFailed } from '../evm/impersonatedAccount'
import { type EvmPool, type ListedToken, pooledToken, tokenByAddress } from '../evm/localEvmExchange'
import { encodePath, findPaths } from '../pools/path'
import { bestRoute } from '../pools/route'
import { afterBridgeFee, bridgeDecimals, rescale } from './amounts'
import { crossRouterAbi, type EvmEscrow } from './escrow'
import { PayoutImpossible, type Transfer, type TransferDestination } from './transfer'

export type EvmTransferDestination = TransferDestination & {
  /** The payout for `amount` of the bridge token (18 decimals) now; `undefined` when nothing can be paid out. */
  readonly quote: (token: ListedToken, amount: bigint) => Promise<bigint | undefined>
}

const belowMinimum = 'It would be less than the minimum.'

/** Pays out in the bridge token, or swapped into another token. The contract pays each transfer once. */
export function evmDestination(escrow: EvmEscrow, pools: () => Promise<readonly EvmPool[]>): EvmTransferDestination {
  const { evm, crossRouter, relayer, bridgeToken } = escrow
  const { chain } = evm

  return {
    async quote(token, amount) {
      const units = payoutUnits(amount)
      if (units > (await stock())) return undefined
      return isBridgeToken(token) ? units : (await routeTo(token, units))?.amountOut
    },
    async isPaid(transfer) {
      const args = [contractKey(transfer)] as const
      const call = { address: crossRouter, abi: crossRouterAbi, functionName: 'filled', args } as const
      return (await chain.client.readContract(call)) !== 0n
    },
    async pay(transfer) {
      const token = listedToken(transfer.token)
      const recipient = recipientOf(transfer)
      const units = payoutUnits(transfer.amount)
      const data = isBridgeToken(token)
        ? fillData(transfer, units, recipient)
        : await fillWithSwapData(transfer, units, recipient, token)
      try {
        await relayer.send({ label: `fill ${transfer.key}`, to: crossRouter, data, gas: 900_000n })
      } catch (error) {
        if (error instanceof CallFailed) throw new PayoutImpossible('The payout failed on chain.', { cause: error })
        throw error
      }
    },
  }

  function fillData(transfer: Transfer, units: bigint, recipient: Address): Hex {
    if (units < transfer.minimumReceived) throw new PayoutImpossible(belowMinimum)
    const args = [contractKey(transfer), bridgeToken.address, units, recipient] as const
    return encodeFunctionData({ abi: crossRouterAbi, functionName: 'fill', args })
  }

  async function fillWithSwapData(transfer: Transfer, units: bigint, recipient: Address, token: ListedToken) {
    const { minimumReceived } = transfer
    const route = await routeTo(token, units)
    if (!route || route.amountOut < minimumReceived) throw new PayoutImpossible(belowMinimum)
    const tokenOut = pooledToken(evm, token).address
    const unwrap = token.kind === 'native'
    return encodeFunctionData({
      abi: crossRouterAbi,
      functionName: 'fillWithSwap',
      args: [
        contractKey(transfer),
        bridgeToken.address,
        units,
        encodePath(route),
        tokenOut,
        minimumReceived,
        recipient,
        unwrap,
      ],
    })
  }

  /** The relayer's balance of the bridge token. */
  function stock(): Promise<bigint> {
    const args = [relayer.address] as const
    return chain.client.readContract({ address: bridgeToken.address, abi: tokenAbi, functionName: 'balanceOf', args })
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

/** The contract's key of a transfer. */
function contractKey({ key }: Transfer): Hex {
  return keccak256(stringToHex(key))
}
