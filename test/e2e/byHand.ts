import { createWalletClient, type Hex, http, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { receiptOf } from '../receipt'
import type { Stage } from './stage'
import type { TestWallet } from './wallet'

type ByHand = {
  readonly to?: Hex
  readonly data?: Hex
  readonly value?: bigint
  /** Replaces a pending transaction with this nonce. */
  readonly nonce?: number
}

/** The owner of a wallet acts on chain outside the app: signs and sends, without waiting for a block. */
export function sendByHand(
  stage: Stage,
  wallet: TestWallet,
  chainId: number,
  { nonce, ...call }: ByHand,
): Promise<Hex> {
  const chain = stage.exchange.chains.find((each) => each.chainId === chainId)
  const account = privateKeyToAccount(wallet.privateKey)
  const client = createWalletClient({ account, transport: http(chain?.rpcTarget) })
  // A replacement must pay higher fees than the transaction it replaces.
  const fees = { maxFeePerGas: parseGwei('90'), maxPriorityFeePerGas: parseGwei('30') }
  return client.sendTransaction({
    ...call,
    ...fees,
    chain: null,
    gas: 3_000_000n,
    ...(nonce === undefined ? {} : { nonce }),
  })
}

/** The same, but waits for the block. */
export async function doByHand(stage: Stage, wallet: TestWallet, chainId: number, call: ByHand) {
  const hash = await sendByHand(stage, wallet, chainId, call)
  return receiptOf(stage.chain(chainId), hash)
}
