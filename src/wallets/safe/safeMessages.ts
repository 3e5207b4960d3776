import { isRecord } from '../../domain/record'
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
          reject(new SafeSilent(method))
        }
        const alarm = answerTimeout === undefined ? undefined : setTimeout(giveUp, answerTimeout)
        waiting.set(id, ({ success, data, error }) => {
          clearTimeout(alarm)
          if (success === true) resolve(data)
          else reject(new SafeRefused(typeof error === 'string' ? error : method))
        })
        page.parent.postMessage({ id, method, params, env: { sdkVersion } }, safeOrigin)
      }),
  }
}

/** The Safe wallet refused a request, with its own words. Its messages have no codes: these words are its rejection. */
export class SafeRefused extends Error {
  override readonly name = 'SafeRefused'
  readonly code: number | undefined

  constructor(said: string) {
    super(`The Safe wallet refused: ${said}`)
    this.code = /^(User rejected transaction|Transaction was rejected)$/.test(said) ? 4001 : undefined
  }
}

/** The page is framed, but its frame is no Safe wallet or does not answer: the EIP-1193 code for disconnected. */
export class SafeSilent extends Error {
  override readonly name = 'SafeSilent'
  readonly code = 4900

  constructor(method: string) {
    super(`The Safe wallet took too long to answer ${method}.`)
  }
}
