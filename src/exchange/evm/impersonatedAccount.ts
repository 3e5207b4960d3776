import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, getAddress, type Hex, keccak256, slice, toHex } from 'viem'
import { larger } from '../../domain/bigints'
import type { LocalChain } from './chain'

/**
 * An account of the exchange itself. It has no private key: anvil impersonates it, so nothing that is sent through a
 * proxy can spend from it. It sends one transaction at a time and counts its own nonce.
 */
export type ImpersonatedAccount = Awaited<ReturnType<typeof openImpersonatedAccount>>

export type AccountCall = {
  /** For error messages. */
  readonly label: string
  /** `undefined` for a contract deployment. */
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  /** Gas limit; at least 1.3 times the estimate when the call is the only one sent. */
  readonly gas?: bigint
}

/** Derives an address from a secret and a role, so that one seed gives the same accounts. */
export function accountAddress(secret: Hex, role: string): Address {
  return getAddress(slice(keccak256(toHex(`${secret} ${role}`)), 12))
}

/** Lets anvil accept transactions from an address without a key, and gives it plenty of native coins. */
export async function openImpersonatedAccount(chain: LocalChain, address: Address) {
  const { client, exclusive } = chain
  await client.impersonateAccount({ address })
  await client.setBalance({ address, value: 10n ** 27n })
  let nonce = await nextNonce()
  return { address, nonce: () => nonce, queue, send, burst }

  function nextNonce(): Promise<number> {
    return client.getTransactionCount({ address, blockTag: 'pending' })
  }

  /** Adds a call to the next block; only with manual mining. */
  function queue({ label: _, gas = 8_000_000n, ...call }: AccountCall): Promise<Hex> {
    return client.sendTransaction({ account: address, chain: null, ...call, gas, nonce: nonce++, ...fees })
  }

  function send(call: AccountCall): Promise<Hex> {
    return exclusive(async () => {
      const { label, gas = 0n, ...request } = call
      const estimate = await client.estimateGas({ account: address, ...request }).catch((cause: unknown) => {
        throw new CallFailed(label, cause)
      })
      try {
        const hash = await queue({ ...call, gas: larger(gas, (estimate * 13n) / 10n) })
        await confirmed(chain, [call], [hash], () => sleep(5))
        return hash
      } catch (cause) {
        // A nonce that was counted but never used would block every later transaction.
        nonce = await nextNonce()
        throw cause
      }
    })
  }

  /** Sends many calls in as few blocks as possible. */
  function burst(calls: readonly AccountCall[]): Promise<void> {
    return exclusive(() =>
      withManualMining(chain, async () =>
        confirmed(chain, calls, await Promise.all(calls.map(queue)), () => client.mine({ blocks: 1 })),
      ),
    )
  }
}

/** Mines on request only: with automatic mining anvil loses some of many transactions sent together. */
export async function withManualMining({ client }: LocalChain, task: () => Promise<void>): Promise<void> {
  await client.setAutomine(false)
  try {
    await task()
  } finally {
    await client.setAutomine(true)
  }
}

/** The base fee of the local chains does not rise, so this price is always enough. */
const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

/** Resolves when every call is in a block; `pause` comes before each look. */
async function confirmed(
  { client }: LocalChain,
  calls: readonly AccountCall[],
  hashes: readonly Hex[],
  pause: () => Promise<unknown>,
): Promise<void> {
  for (let look = 0; look < 400; look++) {
    await pause()
    const receipts = await Promise.all(
      hashes.map((hash) => client.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    const failed = receipts.findIndex((receipt) => receipt !== null && receipt.status !== '0x1')
    if (failed !== -1) throw new CallFailed(calls[failed]!.label)
    if (!receipts.includes(null)) return
  }
  throw new CallFailed(calls.map(({ label }) => label).join(', '), 'it was not mined')
}

/** The chain rejected a call of the exchange itself. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'

  constructor(label: string, cause?: unknown) {
    super(`The local chain turned down "${label}".`, { cause })
  }
}
