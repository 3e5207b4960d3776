import { errorClass } from '../../../domain/errorClass'
import { withTimeout } from '../../waiting'
import type { Provider } from '../connection/provider'
import { readChainId } from '../hex'
import { isRateLimit, nodeErrorIn, RateLimited } from './nodeRefusal'

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

/** A source that answers RPC calls: a node over HTTP, or the connected wallet. */
export type RpcSource = {
  /** Whether the source is on the expected chain. Rejects when it does not say. */
  readonly isOnChain: () => Promise<boolean>
  /**
   * Answers in the order of the calls; a refused call is an `EvmNodeError` in its place, and one that was refused by its
   * HTTP status an `HttpRefusal`. Rejects when nothing was answered, with `RateLimited` when that was a limit.
   */
  readonly askAll: (calls: readonly RpcCall[]) => Promise<readonly unknown[]>
}

/** The connected wallet. It may switch chains at any time, so its chain id is read every time. */
export function walletSource(
  wallet: () => Provider | undefined,
  chainId: number,
  timeout: number,
): RpcSource & { readonly isElsewhere: () => Promise<boolean> } {
  return {
    isOnChain: async () => (await currentChain()) === chainId,
    /** True only if the wallet reports another chain; a silent or disconnected wallet does not count. */
    isElsewhere: async () => {
      const current = await currentChain().catch(() => undefined)
      return current !== undefined && current !== chainId
    },
    askAll: async (calls) => {
      const answers = await withTimeout(timeout, Promise.all(calls.map(askOne)), silent)
      const limit = answers.find((answer) => isRateLimit(answer))
      if (limit instanceof Error) throw new RateLimited(limit.message, undefined)
      return answers
    },
  }

  async function currentChain(): Promise<number | undefined> {
    return readChainId(
      await withTimeout(timeout, Promise.resolve(wallet()?.request({ method: 'eth_chainId' })), silent),
    )
  }

  function askOne({ method, params }: RpcCall): Promise<unknown> {
    return Promise.resolve(wallet()?.request({ method, params })).catch(nodeErrorIn)
  }
}

function silent(): never {
  throw new SourceTimeout()
}

const SourceTimeout = errorClass('SourceTimeout', () => 'The wallet did not answer in time.')
