import { isRecord } from '../../domain/record'
import { ProviderError } from '../evm/connection/eip1193'

/**
 * The messages between a Safe App and the Safe wallet that frames it: the protocol of `@safe-global/safe-apps-sdk`
 * 9.1.0, whose library sends to any origin. Here both directions name the one origin of the deployment.
 */
export type SafeMessages = {
  /** One request. Rejects with the wallet's error, or after `answerTimeout` milliseconds where some are given. */
  readonly ask: (method: SafeMethod, params: unknown, answerTimeout?: number) => Promise<unknown>
}

type SafeMethod = 'getSafeInfo' | 'sendTransactions' | 'getTxBySafeTxHash' | 'rpcCall'

/** The version of the protocol that is spoken. */
const sdkVersion = '9.1.0'

/** A page, and the window that frames it. */
type FramedPage = Pick<Window, 'addEventListener' | 'parent'>

export function openSafeMessages(safeOrigin: string, page: FramedPage): SafeMessages {
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
