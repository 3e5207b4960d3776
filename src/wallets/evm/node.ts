import { memberOf } from '../../guard/simulate/rpc'
import type { DeploymentChain } from '../../protocol/deployment'
import { readChainId } from './hex'
import type { Provider } from './provider'

/** The nodes of one chain. */
export type EvmNode = {
  /** Rejects with a `NodeError` when a node refuses, with `NoNode` when none answers. */
  readonly ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Answers in the order of the questions; what was refused is a `NodeError` in its place. */
  readonly askAll: (questions: readonly RpcCall[]) => Promise<readonly unknown[]>
}

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

export type EvmNodeOptions = {
  readonly fetch?: typeof globalThis.fetch
  /** The connected wallet's own provider: asked when none of the deployment's nodes answers. */
  readonly wallet?: () => Provider | undefined
  /** Milliseconds before an answer is given up. */
  readonly patience?: number
  /** Milliseconds before the same questions are put once more. */
  readonly pauses?: readonly number[]
}

type Waiting = {
  readonly question: RpcCall
  readonly answer: (answer: unknown) => void
  readonly fail: (error: unknown) => void
}

/** Reads that take a node no time. */
const small: ReadonlySet<string> = new Set([
  ...['eth_call', 'eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'],
  ...['eth_blockNumber', 'eth_gasPrice', 'eth_chainId'],
])
const mostTogether = 50

/** A place that answers, and whether what it says is about our chain. */
type Source = {
  readonly isOfChain: () => Promise<boolean>
  readonly askAll: (questions: readonly RpcCall[]) => Promise<readonly unknown[]>
}

/**
 * The deployment's nodes of a chain in their order, then the wallet's own. A node is believed only after it has
 * answered the chain's id. Questions nobody could answer are put twice more.
 */
export function createEvmNode(
  chain: Pick<DeploymentChain, 'chainId' | 'name' | 'rpcUrls'>,
  options: EvmNodeOptions = {},
): EvmNode {
  const { patience = 10_000, pauses = [500, 2_000], wallet } = options
  const post: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const sources: readonly Source[] = [...chain.rpcUrls.map(overHttp), throughWallet()]
  /** The source that answered last is asked first. */
  let favourite = 0
  const loners = new Set<string>()

  /** Small reads asked for in the same breath travel together. */
  let waiting: Waiting[] = []

  return { ask, askAll }

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = small.has(method) ? await together({ method, params }) : (await askAll([{ method, params }]))[0]
    if (answer instanceof EvmNodeError) throw answer
    return answer
  }

  function together(question: RpcCall): Promise<unknown> {
    return new Promise((answer, fail) => {
      waiting.push({ question, answer, fail })
      if (waiting.length === 1) queueMicrotask(leave)
    })
  }

  function leave() {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += mostTogether) {
      const group = all.slice(start, start + mostTogether)
      askAll(group.map(({ question }) => question)).then(
        (answers) => group.forEach(({ answer }, index) => void answer(answers[index])),
        (error: unknown) => group.forEach(({ fail }) => void fail(error)),
      )
    }
  }

  async function askAll(questions: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (questions.length === 0) return []
    for (const pause of [...pauses, undefined]) {
      const answers = await firstAnswers(questions)
      if (answers) return answers
      if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    throw new NoEvmNode(chain.name)
  }

  async function firstAnswers(questions: readonly RpcCall[]): Promise<readonly unknown[] | undefined> {
    for (let turn = 0; turn < sources.length; turn++) {
      const index = (favourite + turn) % sources.length
      const answers = await answersOf(sources[index]!, questions)
      if (!answers) continue
      favourite = index
      return answers
    }
    return undefined
  }

  /** `undefined` when the source cannot be reached, has had enough of us, or is of another chain. */
  async function answersOf(source: Source, questions: readonly RpcCall[]): Promise<readonly unknown[] | undefined> {
    try {
      if (!(await source.isOfChain())) return undefined
      const answers = await source.askAll(questions)
      return answers.some(isBusy) ? undefined : answers
    } catch {
      // The next source is asked. When none is left, the caller hears of it.
      return undefined
    }
  }

  function overHttp(url: string): Source {
    let isOurs: boolean | undefined
    return {
      askAll: (questions) => postTo(url, questions),
      isOfChain: async () => {
        if (isOurs === undefined) {
          const [answer] = await postTo(url, [{ method: 'eth_chainId', params: [] }])
          isOurs = readChainId(answer) === chain.chainId
        }
        return isOurs
      },
    }
  }

  async function postTo(url: string, questions: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (questions.length > 1 && loners.has(url)) return Promise.all(questions.map((one) => postOne(url, one)))
    const body = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const response = await post(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body.length === 1 ? body[0] : body),
      signal: AbortSignal.timeout(patience),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (!response.ok) throw new EvmNodeError(response.status, `HTTP ${response.status}`, undefined)
    const said: unknown = await response.json()
    if (questions.length > 1 && !Array.isArray(said)) {
      // Not every node takes questions together.
      loners.add(url)
      return postTo(url, questions)
    }
    const answers: readonly unknown[] = Array.isArray(said) ? said : [said]
    const byId = new Map(answers.map((answer) => [memberOf(answer, 'id'), answer]))
    return questions.map((_, id) => resultOf(byId.get(id)))
  }

  async function postOne(url: string, question: RpcCall): Promise<unknown> {
    return (await postTo(url, [question]))[0]
  }

  /** A wallet can be on any chain, and moves: it is asked where it stands every time. */
  function throughWallet(): Source {
    return {
      isOfChain: async () =>
        readChainId(await inTime(Promise.resolve(wallet?.()?.request({ method: 'eth_chainId' })))) === chain.chainId,
      askAll: (questions) =>
        inTime(
          Promise.all(
            questions.map(({ method, params }) =>
              Promise.resolve(wallet?.()?.request({ method, params })).catch((error: unknown) => errorOf(error)),
            ),
          ),
        ),
    }
  }

  /** A wallet that has gone to sleep is not waited for any longer than a node. */
  async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
    let alarm: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      alarm = setTimeout(() => reject(new NoEvmNode(chain.name)), patience)
    })
    try {
      return await Promise.race([answer, silence])
    } finally {
      clearTimeout(alarm)
    }
  }
}

function resultOf(answer: unknown): unknown {
  const error = memberOf(answer, 'error')
  if (error !== undefined && error !== null) return errorOf(error)
  const result = memberOf(answer, 'result')
  return result === undefined ? new EvmNodeError(0, 'The answer has no result.', undefined) : result
}

function errorOf(error: unknown): EvmNodeError {
  const code = memberOf(error, 'code')
  const message = memberOf(error, 'message')
  return new EvmNodeError(
    typeof code === 'number' ? code : 0,
    String(message ?? error).slice(0, 500),
    memberOf(error, 'data'),
  )
}

/** Limits are told in many ways; all of them mean: ask somebody else, or later. */
function isBusy(answer: unknown): boolean {
  if (!(answer instanceof EvmNodeError)) return false
  return [429, -32005, -32029, -32097].includes(answer.code) || /rate limit|too many requests/i.test(answer.message)
}

/** A node understood the question and refused it. */
export class EvmNodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** None of a chain's nodes answers. */
export class NoEvmNode extends Error {
  override readonly name = 'NoNode'

  constructor(chain: string) {
    super(`No node of ${chain} answers at the moment.`)
  }
}
