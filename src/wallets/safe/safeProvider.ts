import { getAddress, isAddress } from 'viem'
import { hex, listOf, memberOf, quantity } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { isRecord } from '../../domain/record'
import type { Deployment } from '../../protocol/deployment/deployment'
import { ProviderError } from '../evm/connection/eip1193'
import type { Announcement, Provider } from '../evm/connection/provider'
import { isHash, readChainId } from '../evm/hex'
import { isInSafe } from './isInSafe'

/** Milliseconds for requests that need no owner. */
const answerTimeout = 5_000

/** The Safe that frames this page, if one does, listed next to the wallets that announced themselves. */
export function framingSafe(deployment: Deployment, page: Window): Announcement | undefined {
  const { safeOrigin } = deployment
  if (safeOrigin === undefined || !isInSafe(deployment, page)) return undefined
  const provider = createSafeProvider(openSafeMessages(safeOrigin, page))
  return { id: 'safe', name: 'Safe', icon: undefined, provider, isDuplicate: false }
}

/**
 * A Safe as an EIP-1193 provider. Its owners sign in the Safe wallet, maybe days later: the response to a request is
 * the `safeTxHash`, not the hash of a transaction. A Safe is on one network and has one account.
 */
export function createSafeProvider({ ask }: SafeMessages): Provider {
  return { request: ({ method, params = [] }) => answer(method, params) }

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [(await readSafe()).address]
      case 'eth_chainId':
        return hex((await readSafe()).chainId)
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return stayOn(params[0])
      case 'wallet_revokePermissions':
        return null
      case 'eth_sendTransaction':
        // A Safe would drop the nonce that keeps a repeated request from being carried out twice. A node mistook the
        // Safe for an account with a key: it is not deployed yet, or the node could not say.
        if (memberOf(params[0], 'nonce') !== undefined)
          throw new ProviderError(
            'A Safe numbers its transactions itself, and no node shows its contract: it was not asked.',
            4200,
          )
        return send(params[0], [params[0]])
      case 'wallet_getCapabilities':
        return { [hex((await readSafe()).chainId)]: { atomic: { status: 'supported' } } }
      case 'wallet_sendCalls':
        return { id: await send(params[0], listOf(memberOf(params[0], 'calls'))) }
      case 'wallet_getCallsStatus':
        return callsStatus(params[0])
      default:
        return ask('rpcCall', { call: method, params }, answerTimeout)
    }
  }

  async function readSafe(): Promise<{ readonly address: string; readonly chainId: number }> {
    const info = await ask('getSafeInfo', undefined, answerTimeout)
    const [address, chainId] = [memberOf(info, 'safeAddress'), Number(memberOf(info, 'chainId'))]
    if (typeof address !== 'string' || !isAddress(address, { strict: false }) || !Number.isSafeInteger(chainId))
      throw new ProviderError('No accounts available: the page around this one is no Safe wallet.')
    return { address: getAddress(address), chainId }
  }

  async function stayOn(target: unknown): Promise<null> {
    const { chainId } = await readSafe()
    if (readChainId(memberOf(target, 'chainId')) === chainId) return null
    throw safeStays(chainId)
  }

  /** The message names neither account nor network, so both are compared just before. */
  async function send(request: unknown, calls: readonly unknown[]): Promise<unknown> {
    const safe = await readSafe()
    if (!isSameAddress(memberOf(request, 'from'), safe.address))
      throw new ProviderError(`This frame belongs to the Safe ${safe.address}.`, 4100)
    if (readChainId(memberOf(request, 'chainId')) !== safe.chainId) throw safeStays(safe.chainId)
    const txs = calls.map((call) => ({
      to: getAddress(String(memberOf(call, 'to'))),
      value: quantity(memberOf(call, 'value') ?? '0x0').toString(),
      data: String(memberOf(call, 'data') ?? '0x'),
    }))
    // Without a gas limit for the inner call, a call that fails makes the whole transaction fail.
    return memberOf(await ask('sendTransactions', { txs }), 'safeTxHash')
  }

  /** In the words of EIP-5792. Callers confirm the Safe's report of its queue on chain. */
  async function callsStatus(id: unknown): Promise<unknown> {
    const details = await ask('getTxBySafeTxHash', { safeTxHash: id }, answerTimeout)
    const [status, hash] = [String(memberOf(details, 'txStatus')), memberOf(details, 'txHash')]
    const receipts = isHash(hash) ? [{ transactionHash: hash }] : []
    return { version: '2.0.0', id, atomic: true, status: statusCodes.get(status) ?? 100, receipts }
  }
}

/** A queued transaction waits for owners; one that failed inside was still mined. */
const statusCodes: ReadonlyMap<string, number> = new Map([
  ['AWAITING_CONFIRMATIONS', 100],
  ['AWAITING_EXECUTION', 100],
  ['SUCCESS', 200],
  ['CANCELLED', 400],
  ['FAILED', 500],
])

/** A Safe cannot move to another network. */
function safeStays(chainId: number): ProviderError {
  return new ProviderError(`This Safe is on the chain ${chainId} and stays there: open a Safe of the other one.`)
}

/**
 * The messages between a Safe App and the Safe wallet that frames it: the protocol of `@safe-global/safe-apps-sdk`
 * 9.1.0, whose library sends to any origin. Here both directions name the one origin of the deployment.
 */
type SafeMessages = {
  /** One request. Rejects with the wallet's error, or after `answerTimeout` milliseconds where some are given. */
  readonly ask: (method: SafeMethod, params: unknown, answerTimeout?: number) => Promise<unknown>
}

type SafeMethod = 'getSafeInfo' | 'sendTransactions' | 'getTxBySafeTxHash' | 'rpcCall'

/** The version of the protocol that is spoken. */
const sdkVersion = '9.1.0'

function openSafeMessages(safeOrigin: string, page: Pick<Window, 'addEventListener' | 'parent'>): SafeMessages {
  const waiting = new Map<string, (answer: Readonly<Record<string, unknown>>) => void>()
  page.addEventListener('message', ({ source, origin, data }) => {
    if (source !== page.parent || origin !== safeOrigin || !isRecord(data) || typeof data.id !== 'string') return
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })

  return {
    ask: (method, params, answerTimeout) =>
      new Promise((resolve, reject) => {
        const id = crypto.randomUUID()
        const giveUp = () => {
          waiting.delete(id)
          // The frame is no Safe wallet or does not answer: the code for disconnected.
          reject(new ProviderError(`The Safe wallet took too long to answer ${method}.`, 4900))
        }
        const alarm = answerTimeout === undefined ? undefined : setTimeout(giveUp, answerTimeout)
        waiting.set(id, ({ success, data, error }) => {
          clearTimeout(alarm)
          if (success === true) resolve(data)
          else reject(refusal(typeof error === 'string' ? error : method))
        })
        page.parent.postMessage({ id, method, params, env: { sdkVersion } }, safeOrigin)
      }),
  }
}

/** The Safe wallet refused a request. Its messages have no codes: these words are its rejection. */
function refusal(said: string): ProviderError {
  const isRejection = /^(User rejected transaction|Transaction was rejected)$/.test(said)
  return new ProviderError(`The Safe wallet refused: ${said}`, isRejection ? 4001 : undefined)
}
