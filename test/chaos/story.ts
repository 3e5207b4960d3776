import { encodeAbiParameters, type Hex, keccak256, numberToHex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EvmStep } from '../../src/guard/plan'
import { availableActions, type OfferedAction } from '../../src/orders/actions/orderActions'
import { currentTask, isComplete, isWithoutNode, type Order } from '../../src/orders/order'
import { orderPhase } from '../../src/orders/orderPhase'
import { hashesOf, unexpectedTransactions } from '../../src/orders/requests/unsettledRequests'
import { fundsLocation, orderStatus } from '../../src/signing/progress/orderStatus'
import { HeldWallet } from '../heldWallet'
import { type ChainTab, createChainBrowser, evmStepsOf, freshPlan } from '../orders/chainBrowser'
import type { OrderChain } from '../orders/localChain'
import {
  answersOldState,
  drops,
  inTurn,
  isBehind,
  isFrozen,
  isHonest,
  lags,
  limitsBatch,
  limitsRange,
  refuses,
  refusesTag,
  respondsWith,
  says,
  writesIdsAsText,
} from '../upstream/nodeFaults'
import { type NodeRule, startNodeProxy } from '../upstream/nodeProxy'

/*
 * One order with random faults. Pages are closed, reloaded and doubled at any moment. The wallet keeps its prompts and
 * answers them late, privately, or not at all. The node misbehaves, and the person clicks any offered action. Their
 * answers are true, unless the wallet uses the given nonce: then nothing depends on them.
 */

/** The screens' statements about money and transactions during the story; the chain must not contradict them later. */
export function createClaims() {
  const claims: { readonly text: string; readonly hash: string }[] = []
  const wrong = new Set<string>()
  return { observe, contradictedBy }

  /** `spent`: the chain's outflow before the order was read. */
  function observe(order: Order, spent: bigint) {
    const at = currentTask(order)?.progress.at
    if (spent > 0n && at !== 'signing' && fundsLocation(order).is === 'untouched')
      wrong.add(`the money was said to be untouched at "${at}", and it was spent`)
    const earlier = unexpectedTransactions(order).map(({ outcome }) => outcome)
    for (const progress of order.tasks.map((task) => task.progress)) {
      if (progress.at === 'reverted' || progress.at === 'expired' || progress.at === 'replaced')
        if (progress.hash !== undefined && (progress.at !== 'replaced' || progress.by !== progress.hash))
          claims.push({ text: progress.at, hash: progress.hash })
      if (progress.at === 'done') claims.push({ text: 'done', hash: progress.receipt.hash })
    }
    for (const outcome of earlier) if (outcome.is === 'done') claims.push({ text: 'done', hash: outcome.receipt.hash })
  }

  /** `isDone`: whether the chain carried a transaction out. */
  function contradictedBy(isDone: (hash: string) => boolean): readonly string[] {
    for (const { text, hash } of claims)
      if (isDone(hash) !== (text === 'done')) wrong.add(`${hash} was said to be ${text}, which the chain contradicts`)
    return [...wrong]
  }
}

export type Story = {
  /** The events, one line each; a failed run prints them. */
  readonly log: readonly string[]
  readonly violations: readonly string[]
}

/** Numbers that only depend on the seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const speedUp = 150

/** The clicks of a person who wants to finish the order, the most hopeful first. */
export const forward = [
  ...(['accept', 'resume', 'take over', 'retry', 'rejected it', 'not sent', 'dismiss', 'look'] as const),
] satisfies readonly OfferedAction[]
const sold = 1_000n

/** Plays one order. A story that has not ended after `limit` milliseconds is a violation too: something waits for ever. */
export async function tellStory(chain: OrderChain, seed: number, limit: number): Promise<Story> {
  const random = randomFrom(seed)
  const log: string[] = []
  const violations: string[] = []
  const chance = (share: number) => random() < share
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

  const key: Hex = keccak256(toHex(`chaos ${seed} ${process.pid} ${performance.now()}`))
  const account = privateKeyToAccount(key).address
  const recipient = privateKeyToAccount(keccak256(key)).address
  await fund(chain, account)

  const honoursNonce = chance(0.5)
  const wallet = new HeldWallet({ url: chain.engine.url, chainId: chain.chain.chainId, key, honoursNonce })
  const steps = chance(0.5) ? ['approve', 'swap'] : ['swap']
  const changesQuote = chance(0.5)
  let quotes = 0
  const stepsNow = (names: readonly string[]): EvmStep[] =>
    names.map((name) => {
      const step =
        name === 'approve'
          ? chain.approval(sold)
          : chain.transfer(recipient, changesQuote ? sold - BigInt(quotes) : sold)
      return { ...step, from: account }
    })
  const node = await startNodeProxy(chain.engine.url)
  const looks = Array<number>(60).fill(1_000 / speedUp)
  const browser = createChainBrowser({
    chain: { executorOf: (signer) => chain.executorOf(signer, { rpcUrls: [node.url] }, { behindDelays: looks }) },
    wallet,
    speedUp,
    checker: {
      requote: async ({ plan, tasks }) => {
        quotes++
        const done = new Set(
          tasks.filter(({ progress }) => progress.at === 'done').map(({ step }) => step.purpose.does),
        )
        const names = evmStepsOf(plan).flatMap(({ purpose }) => (done.has(purpose.does) ? [] : [purpose.does]))
        return { is: 'plan', plan: freshPlan(stepsNow(names), account), needsConfirmation: false }
      },
    },
  })
  const claims = createClaims()
  log.push(`wallet ${honoursNonce ? 'takes nonces' : 'counts by itself'}, ${steps.join(' and ')}`)

  const tabs: ChainTab[] = []
  const openTab = async () => {
    const tab = browser.openTab()
    tabs.push(tab)
    await tab.orders.load()
    return tab
  }
  let tab: ChainTab
  let id = ''
  let isOver = false
  if (!(await endsWithin(limit, play()))) note(`it does not end; the last thing it did was "${log.at(-1)}"`)
  isOver = true
  for (const open of tabs) open.close()
  await node.close()
  return { log, violations }

  async function play() {
    tab = await openTab()
    id = await tab.orders.open(freshPlan(stepsNow(steps), account))
    act(tab, { type: 'start' })
    if (chance(0.1)) await endAtOnce()
    await pause(40)
    for (let action = 0; action < 14 && !isOver; action++) {
      await disturb()
      await observe()
      await pause(random() * 80)
    }
    await bringToAnEnd()
    await judge()
  }

  function order(): Order {
    return tab.order(id)
  }

  function act(where: ChainTab, action: Parameters<ChainTab['orders']['act']>[1]) {
    // A click on what is gone a moment later is refused; it must still do no harm.
    void where.orders.act(id, action).catch(() => undefined)
  }

  async function disturb() {
    const turn = random()
    if (turn < 0.18) return reload()
    if (turn < 0.3) return anotherTab()
    if (turn < 0.36) return importHistory()
    if (turn < 0.64) return answerPrompt()
    if (turn < 0.78) return misbehave()
    return click()
  }

  /** The node answers as bad nodes do for some calls, or until the person sees it through. */
  async function misbehave() {
    const [name, rule] = pick(Object.entries(nodeFaults))
    const times = chance(0.6) ? Math.ceil(random() * 12) : Number.POSITIVE_INFINITY
    log.push(`the node ${name}${Number.isFinite(times) ? ` ${times} times` : ''}`)
    node.add({ ...rule, times })
    if (chance(0.3)) {
      log.push('the node is well again')
      node.heal()
    }
  }

  /** The person thinks better of it while the order is being prepared. */
  async function endAtOnce() {
    const delay = chance(0.5) ? 0 : random() * 25
    log.push(`click: dismiss, at once`)
    for (let tick = 0; tick < random() * 40; tick++) await Promise.resolve()
    if (delay > 0) await pause(delay)
    act(tab, { type: 'dismiss' })
  }

  /** Their own history from a file, with orders that another browser wrote of the same transactions. */
  async function importHistory() {
    log.push('imports a history')
    const own = tab.orders.getSnapshot().orders
    await tab.orders.importOrders([...own, ...own.map((each) => ({ ...each, id: `${each.id} elsewhere` }))])
  }

  async function reload() {
    log.push('reload')
    for (const open of tabs.splice(0)) open.close()
    tab = await openTab()
  }

  /** One more, up to three, or back to one that is open already; it takes over, or only watches. */
  async function anotherTab() {
    tab = tabs.length < 3 ? await openTab() : pick(tabs)
    log.push(`tab ${tabs.indexOf(tab) + 1} of ${tabs.length}`)
    if (chance(0.7) && tab.orders.getSnapshot().ownedByOtherTab.has(id)) {
      log.push('takes over')
      act(tab, { type: 'take over' })
    }
  }

  async function answerPrompt() {
    const prompt = wallet.open.length > 0 ? pick(wallet.open) : undefined
    if (!prompt) return
    if (chance(0.25)) {
      log.push('wallet rejects')
      return wallet.reject(prompt)
    }
    const delay = chance(0.25) ? 30 + random() * 150 : 0
    const isAnswered = chance(0.7)
    log.push(`wallet confirms${delay > 0 ? ' privately' : ''}${isAnswered ? '' : ', its answer is lost'}`)
    await wallet.confirm(prompt, { delay, isAnswered })
  }

  async function click() {
    const offered = offeredNow().filter(wouldSay)
    const choice = offered.length > 0 ? pick(offered) : undefined
    if (!choice || choice === 'paste hash' || (choice === 'dismiss' && chance(0.7))) return
    await choose(choice)
  }

  /**
   * After a confirmation the person does not choose "not sent" until the app has found the transaction; the nonce makes
   * a false answer harmless.
   */
  function wouldSay(choice: OfferedAction): boolean {
    if (honoursNonce || (choice !== 'rejected it' && choice !== 'not sent')) return true
    const known = new Set(hashesOf(order()))
    return wallet.prompts.every(({ isOnItsWay, hash }) => !isOnItsWay && (hash === undefined || known.has(hash)))
  }

  async function choose(choice: Exclude<OfferedAction, 'paste hash'>) {
    // The answer is true; with a wallet that uses nonces it may also be false.
    if (choice === 'rejected it' && !(honoursNonce && chance(0.5)))
      for (const prompt of wallet.open) wallet.reject(prompt)
    log.push(`click: ${choice}`)
    act(tab, { type: choice })
    if (choice === 'dismiss') {
      await pause(20)
      const { is } = orderStatus(order(), false)
      if (wallet.open.length > 0 && (is === 'dismissed' || is === 'done')) note(`it is "${is}" while a prompt is open`)
    }
  }

  function offeredNow() {
    return availableActions(order(), tab.orders.getSnapshot().ownedByOtherTab.has(id))
  }

  /** The person finishes the order: answers each prompt, and clicks the first offered action. */
  async function bringToAnEnd() {
    log.push('the node is well again')
    node.heal()
    for (let round = 0; round < 900 && !isOver; round++) {
      await pause(40)
      await observe()
      const current = order()
      for (const prompt of wallet.open) {
        if (prompt.page > 0 && chance(0.7)) await wallet.confirm(prompt, { isAnswered: chance(0.8) })
      }
      if (isComplete(current) && wallet.open.length === 0) return settle()
      if (current.isDismissed && wallet.open.length === 0 && orderPhase(current) === 'stopped') return settle()
      const offered = offeredNow()
      const next = forward.find((choice) => offered.includes(choice) && wouldSay(choice))
      // Nodes have less time here than the app gives them: a restart each time would never get an answer.
      const isPatient = isWithoutNode(current.blocked)
      if (next && round % (isPatient ? 200 : 3) === 2) await choose(next)
    }
    const { tasks, blocked, history } = order()
    note(`no way forward from ${JSON.stringify(tasks.map(({ progress }) => progress.at))} ${blocked}`)
    log.push(...history.map(({ what, note: said }) => `history: ${what} ${said ?? ''}`))
  }

  /** Late events get time to be found. */
  async function settle() {
    log.push('what is late is waited for')
    for (let look = 0; look < 60; look++) {
      await pause(50)
      const known = new Set(tab.orders.getSnapshot().orders.flatMap((each) => hashesOf(each)))
      const late = await landed()
      const isPending = order().tasks.some(({ progress }) => progress.at === 'sent' || progress.at === 'confirming')
      if (!isPending && late.every(({ hash }) => known.has(hash))) return
    }
  }

  async function landed() {
    const hashes = wallet.prompts.flatMap(({ hash }) => hash ?? [])
    const receipts = await Promise.all(
      hashes.map((hash) => chain.reads.getTransactionReceipt({ hash }).catch(() => undefined)),
    )
    return receipts.flatMap((receipt) =>
      receipt ? [{ hash: receipt.transactionHash, isDone: receipt.status === 'success', to: receipt }] : [],
    )
  }

  async function observe() {
    const spent = 10n ** 9n - (await balanceOf(chain, account))
    claims.observe(order(), spent)
  }

  async function judge() {
    const current = order()
    const sent = await landed()
    const done = new Set<string>(sent.flatMap(({ hash, isDone }) => (isDone ? [hash] : [])))
    for (const wrong of claims.contradictedBy((hash) => done.has(hash))) note(wrong)
    const known = new Set(hashesOf(current))
    for (const { hash } of sent) if (!known.has(hash)) note(`a transaction is not accounted for: ${hash}`)
    const swaps = sent.filter(({ isDone, to }) => isDone && to.logs.some(({ topics }) => topics[0] === transferTopic))
    const approvals = sent.filter(
      ({ isDone, to }) => isDone && to.logs.some(({ topics }) => topics[0] === approvalTopic),
    )
    if (swaps.length > 1) note(`${swaps.length} swaps of one order`)
    if (approvals.length > 1) note(`${approvals.length} approvals of one order`)
    const spent = 10n ** 9n - (await balanceOf(chain, account))
    const receipts = [
      ...current.tasks.flatMap(({ progress }) => (progress.at === 'done' ? (progress.receipt.changes ?? []) : [])),
      ...unexpectedTransactions(current).flatMap(({ outcome }) =>
        outcome.is === 'done' ? (outcome.receipt.changes ?? []) : [],
      ),
    ].filter(({ token }) => token !== 'native')
    const spentByReceipts = -receipts.reduce((sum, { delta }) => sum + delta, 0n)
    if (spentByReceipts !== spent) note(`the receipts tell of ${spentByReceipts}, the chain of ${spent}`)
    const { is } = fundsLocation(current)
    // The swap of this story brings nothing back: once it is mined, the receipt is short of the minimum.
    if (spent > 0n && !['arrived', 'moving', 'short'].includes(is))
      note(`the money is said to be "${is}", and it was spent`)
    if (spent === 0n && is === 'arrived') note('the money is said to have arrived, and nothing was spent')
  }

  function note(violation: string) {
    violations.push(violation)
  }
}

const nodeFaults: Readonly<Record<string, Pick<NodeRule, 'methods' | 'fault'>>> = {
  'is slow': { fault: lags(30) },
  'drops calls': { fault: drops },
  'answers 503': { fault: respondsWith(503, 'busy') },
  'answers in HTML': { fault: respondsWith(200, '<html>') },
  'limits in the body': { fault: refuses(-32_005, 'rate limit exceeded') },
  'refuses estimates': { methods: ['eth_estimateGas'], fault: refuses(-32_603, 'internal error') },
  'has no pending state': { fault: refusesTag('pending', refuses(-32_602, 'invalid block tag')) },
  'takes no batches': { fault: limitsBatch(1, refuses(-32_600, 'batch too large')) },
  'is a block behind': { fault: isBehind(() => 1) },
  'is two nodes of different heads': {
    fault: inTurn(
      isHonest,
      isBehind(() => 1),
    ),
  },
  'goes back some blocks now and then': {
    fault: inTurn(
      isHonest,
      isHonest,
      isBehind(() => 4),
    ),
  },
  'answers null': { fault: says(null) },
  'has an error in its result': { fault: says({ error: 'rate limit exceeded' }) },
  'sends nothing': { fault: respondsWith(200, '') },
  'writes ids as text': { fault: writesIdsAsText },
  'answers latest with older state': { fault: answersOldState(1) },
  'limits the range of logs': { fault: limitsRange(2, respondsWith(400, 'Bad Request')) },
  'knows no receipts': { methods: ['eth_getTransactionReceipt'], fault: says(null) },
  'knows no transactions': { methods: ['eth_getTransactionByHash', 'eth_getTransactionReceipt'], fault: says(null) },
  'counts too low': { methods: ['eth_getTransactionCount'], fault: isFrozen() },
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** Play money, written straight into the token: a thousand runs need no thousand transactions. */
async function fund(chain: OrderChain, account: Hex) {
  await chain.cheats.setBalance({ address: account, value: 10n ** 20n })
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 0n]))
  await chain.cheats.setStorageAt({ address: chain.token, index: slot, value: numberToHex(10n ** 9n, { size: 32 }) })
}

async function balanceOf(chain: OrderChain, account: Hex): Promise<bigint> {
  const data: Hex = `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`
  const { data: answer } = await chain.reads.call({ to: chain.token, data })
  return BigInt(answer ?? '0x0')
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Whether the work ends in time. Its error is passed on. */
export async function endsWithin(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), limit])
  } finally {
    clearTimeout(timer)
  }
}
