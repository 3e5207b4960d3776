import { encodeFunctionData, type GetContractEventsReturnType, getAddress, type Hex, hexToBytes } from 'viem'
import { toBase58 } from '../../domain/base58'
import { tokenByAddress } from '../evm/localEvmExchange'
import { bridgeDecimals, rescale } from './amounts'
import { crossRouterAbi, type EvmEscrow } from './escrow'
import type { Transfer, TransferSource } from './transfer'

/** Indexed by the contract's numbers; an escrow that does not exist yet (0) counts as open. */
const escrowStates = ['open', 'open', 'released', 'refunded'] as const

/** Reads the deposits of an EVM chain, and releases or refunds them. */
export function evmSource({ evm, crossRouter, relayer, bridgeToken }: EvmEscrow): TransferSource {
  const { chain } = evm
  const known: Transfer[] = []
  let nextBlock = 0n

  return {
    async deposits() {
      const head = await chain.client.getBlockNumber()
      if (head < nextBlock) return known
      const events = await chain.client.getContractEvents({
        address: crossRouter,
        abi: crossRouterAbi,
        eventName: 'Deposited',
        strict: true,
        fromBlock: nextBlock,
        toBlock: head,
      })
      nextBlock = head + 1n
      known.push(...events.map(({ args }) => transferOf(args)))
      return known
    },
    async escrowState({ deposit }) {
      const [, , , , state] = await chain.client.readContract({
        address: crossRouter,
        abi: crossRouterAbi,
        functionName: 'escrows',
        args: [BigInt(deposit)],
      })
      return escrowStates[state] ?? 'open'
    },
    release: ({ deposit }) => settle('release', BigInt(deposit)),
    refund: ({ deposit }) => settle('refund', BigInt(deposit)),
  }

  async function settle(functionName: 'release' | 'refund', id: bigint) {
    const data = encodeFunctionData({ abi: crossRouterAbi, functionName, args: [id] })
    await relayer.send({ label: `${functionName} ${id}`, to: crossRouter, data })
  }

  /** Tokens other than the bridge token get an amount of zero, so that the relayer refunds them. */
  function transferOf(deposited: DepositedArgs): Transfer {
    const { chainId } = chain.listing
    const token = tokenByAddress(evm, deposited.token)
    const amount = token?.address === bridgeToken.address ? deposited.amount : 0n
    return {
      key: `${chainId}:${deposited.id}`,
      source: chainId,
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
}

type DepositedArgs = GetContractEventsReturnType<typeof crossRouterAbi, 'Deposited', true>[number]['args']

/** 20 bytes are an EVM address, 32 bytes a Solana address; no bytes, or only zeros, are the native coin. */
function addressText(bytes: Hex): string {
  const raw = hexToBytes(bytes)
  if (raw.every((byte) => byte === 0)) return 'native'
  return raw.length === 20 ? getAddress(bytes) : toBase58(raw)
}
