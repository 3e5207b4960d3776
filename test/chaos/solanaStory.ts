import { Keypair, type VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { startSolanaNode } from '../../src/exchange/solana/node'
import type { Plan } from '../../src/guard/plan'
import { availableActions, type OfferedAction } from '../../src/orders/actions/orderActions'
import { isComplete, isWithoutNode, type Order } from '../../src/orders/order'
import { orderPhase } from '../../src/orders/orderPhase'
import { hashesOf, unexpectedTransactions } from '../../src/orders/requests/unsettledRequests'
import { fundsLocation } from '../../src/signing/progress/orderStatus'
import { createSolanaExecutor } from '../../src/wallets/solana/executor'
import { openSolanaNode } from '../../src/wallets/solana/node'
import { WalletError } from '../badWallet'
import { type ChainTab, createChainBrowser } from '../orders/chainBrowser'
import { solanaPayment } from '../orders/solanaPayment'
import {
  disagrees,
  drops,
  inTurn,
  isBehindSlots,
  isFrozen,
  isHonest,
  lags,
  refuses,
  respondsWith,
  says,
  writesIdsAsText,
} from '../upstream/nodeFaults'
import { type NodeRule, startNodeProxy } from '../upstream/nodeProxy'
import { createClaims, endsWithin, forward, pause, randomFrom, type Story } from './story'

/*
 * One order on its own Solana ledger with the same faults: pages that close, several tabs, a wallet that keeps its
 * prompts, and blocks that pass until a signature expires. The first of two nodes misbehaves. Answers of the nodes are
 * one-sided, late or missing; a node with wrong answers for every method is tested elsewhere.
 */

const speedUp = 150
const sold = 20_000_000n
type Prompt = {
  readonly page: number
  readonly transaction: VersionedTransaction
  readonly answer: (signed: VersionedTransaction) => void
  readonly refuse: (error: unknown) => void
}

export async function tellSolanaStory(seed: number, limit: number): Promise<Story> {
  const random = randomFrom(seed)
  const log: string[] = ['on Solana']
  const violations: string[] = []
  const chance = (share: number) => random() < share
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

  const engine = await startSolanaNode()
  const first = await startNodeProxy(engine.url)
  const second = await startNodeProxy(engine.url)
  const urls = chance(0.5) ? [first.url, second.url] : [first.url]
  const [trader, recipient] = [Keypair.generate(), Keypair.generate().publicKey]
  const owner = trader.publicKey.toBase58()
  for (const address of [owner, recipient.toBase58()]) engine.ledger.airdrop(address, 1_000_000_000n)
  const before = lamports()

  let open: Prompt[] = []
  const signed: string[] = []
  const gone = new Set<number>()
  let pages = 0
  const looks = { retryDelays: [5], behindDelays: Array<number>(20).fill(5) }
  const nodeOf = (rpcUrls: readonly string[]) =>
    openSolanaNode({ name: 'Reef', rpcUrls, genesisHash: undefined }, fetch, looks)
  const rpc = Object.assign(nodeOf(urls), { each: async () => each })
  const each = urls.map((url) => nodeOf([url]))
  const browser = createChainBrowser({
    speedUp,
    wallet: {
      address: '0x0000000000000000000000000000000000000000',
      enter: () => {
        const page = ++pages
        return { provider: { request: () => new Promise(() => undefined) }, leave: () => void gone.add(page) }
      },
    },
    chain: {
      executorOf: () => {
        const page = pages
        const sign = (transaction: VersionedTransaction) =>
          new Promise<VersionedTransaction>((answer, refuse) => open.push({ page, transaction, answer, refuse }))
        return createSolanaExecutor({ address: () => owner, sign, onChange: () => () => undefined }, () => rpc)
      },
    },
    checker: { requote: async () => ({ is: 'plan', plan: plan(), needsConfirmation: false }) },
  })
  const claims = createClaims()
  const tabs: ChainTab[] = []
  let tab: ChainTab
  let id = ''
  let isOver = false
  if (!(await endsWithin(limit, play()))) note(`it does not end; the last thing it did was "${log.at(-1)}"`)
  isOver = true
  for (const each of tabs) each.close()
  await Promise.all([first.close(), second.close()])
  await engine.stop()
  return { log, violations }

  async function play() {
    tab = await openTab()
    id = await tab.orders.open(plan())
    act({ type: 'start' })
    await pause(40)
    for (let action = 0; action < 14 && !isOver; action++) {
      await disturb()
      observe()
      await pause(random() * 80)
    }
    await bringToAnEnd()
    await judge()
  }

  async function disturb() {
    const turn = random()
    if (turn < 0.15) return reload()
    if (turn < 0.25) return anotherTab()
    if (turn < 0.55) return answerPrompt()
    if (turn < 0.75) return misbehave()
    if (turn < 0.83) return passBlocks(chance(0.5) ? 20 : 160)
    return click()
  }

  function misbehave() {
    const [name, rule] = pick(Object.entries(faults))
    const times = chance(0.6) ? Math.ceil(random() * 12) : Number.POSITIVE_INFINITY
    log.push(`the node ${name}${Number.isFinite(times) ? ` ${times} times` : ''}`)
    first.add({ ...rule(), times })
    if (chance(0.3)) {
      log.push('the node is well again')
      first.heal()
    }
  }

  function passBlocks(count: number) {
    log.push(`${count} blocks`)
    for (let block = 0; block < count; block++) engine.ledger.airdrop(recipient.toBase58(), 1_000_000n)
  }

  async function reload() {
    log.push('reload')
    for (const each of tabs.splice(0)) each.close()
    tab = await openTab()
  }

  async function anotherTab() {
    tab = tabs.length < 3 ? await openTab() : pick(tabs)
    log.push(`tab ${tabs.indexOf(tab) + 1} of ${tabs.length}`)
    if (chance(0.7) && tab.orders.getSnapshot().ownedByOtherTab.has(id)) act({ type: 'take over' })
  }

  function answerPrompt() {
    const prompt = open.length > 0 ? pick(open) : undefined
    if (!prompt) return
    if (chance(0.75)) return confirm(prompt, chance(0.8))
    log.push('wallet rejects')
    open = open.filter((each) => each !== prompt)
    if (!gone.has(prompt.page)) prompt.refuse(new WalletError(4001, 'User rejected the request.'))
  }

  function confirm(prompt: Prompt, isAnswered: boolean) {
    log.push(`wallet signs${isAnswered ? '' : ', its answer is lost'}`)
    open = open.filter((each) => each !== prompt)
    prompt.transaction.sign([trader])
    signed.push(bs58.encode(prompt.transaction.signatures[0]!))
    if (isAnswered && !gone.has(prompt.page)) prompt.answer(prompt.transaction)
  }

  function click() {
    const offered = offeredNow()
    const choice = offered.length > 0 ? pick(offered) : undefined
    if (!choice || choice === 'paste hash' || (choice === 'dismiss' && chance(0.7))) return
    choose(choice)
  }

  function choose(choice: Exclude<OfferedAction, 'paste hash'>) {
    log.push(`click: ${choice}`)
    act({ type: choice })
  }

  function offeredNow() {
    return availableActions(order(), tab.orders.getSnapshot().ownedByOtherTab.has(id))
  }

  function act(action: Parameters<ChainTab['orders']['act']>[1]) {
    void tab.orders.act(id, action).catch(() => undefined)
  }

  async function bringToAnEnd() {
    log.push('the node is well again')
    first.heal()
    for (let round = 0; round < 900 && !isOver; round++) {
      await pause(40)
      observe()
      const current = order()
      for (const prompt of [...open]) if (!gone.has(prompt.page) && chance(0.7)) confirm(prompt, true)
      const isStill = open.every(({ page }) => gone.has(page))
      if (isComplete(current) && isStill) return settle()
      if (current.isDismissed && isStill && orderPhase(current) === 'stopped') return settle()
      // A signed transaction that no node accepted has to expire before it is offered again.
      const isWaiting = current.tasks.some(({ progress }) => progress.at === 'sent' || progress.at === 'unknown')
      if (isWaiting && round % 40 === 39) passBlocks(160)
      const offered = offeredNow()
      const next = forward.find((choice) => offered.includes(choice))
      if (next && round % (isWithoutNode(current.blocked) ? 200 : 3) === 2) choose(next)
    }
    const { tasks, blocked, history } = order()
    note(`no way forward from ${JSON.stringify(tasks.map(({ progress }) => progress.at))} ${blocked}`)
    log.push(...history.map(({ what, note: said }) => `history: ${what} ${said ?? ''}`))
  }

  async function settle() {
    log.push('what is late is waited for')
    for (let look = 0; look < 60; look++) {
      await pause(50)
      const isPending = order().tasks.some(({ progress }) => progress.at === 'sent' || progress.at === 'confirming')
      const known = new Set(tab.orders.getSnapshot().orders.flatMap((each) => hashesOf(each)))
      if (!isPending && landed().every((hash) => known.has(hash))) return
    }
  }

  function observe() {
    claims.observe(order(), landed().length > 0 ? sold : 0n)
  }

  async function judge() {
    const current = order()
    const sent = landed()
    const known = new Set(hashesOf(current))
    for (const hash of sent) if (!known.has(hash)) note(`a transaction is not accounted for: ${hash}`)
    if (sent.length > 1) note(`${sent.length} swaps of one order`)
    for (const wrong of claims.contradictedBy((hash) => sent.includes(hash))) note(wrong)
    const receipts = [
      ...current.tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.receipt] : [])),
      ...unexpectedTransactions(current).flatMap(({ outcome }) => (outcome.is === 'done' ? [outcome.receipt] : [])),
    ]
    const reported = receipts.reduce(
      (sum, { fee, changes = [] }) =>
        changes.reduce((rest, { account, delta }) => rest - (account === owner ? delta : 0n), sum + fee),
      0n,
    )
    const spent = before - lamports()
    if (reported !== spent) note(`the receipts tell of ${reported}, the chain of ${spent}`)
    const { is } = fundsLocation(current)
    if (spent > 0n && !['arrived', 'moving', 'short'].includes(is))
      note(`the money is said to be "${is}", and it was spent`)
    if (spent === 0n && is === 'arrived') note('the money is said to have arrived, and nothing was spent')
  }

  async function openTab() {
    const next = browser.openTab()
    tabs.push(next)
    await next.orders.load()
    return next
  }

  function order(): Order {
    return tab.order(id)
  }

  function landed(): readonly string[] {
    return [...new Set(signed)].filter((hash) => engine.ledger.entry(hash)?.error === null)
  }

  function lamports(): bigint {
    return engine.ledger.lookup(owner)?.lamports() ?? 0n
  }

  function note(violation: string) {
    violations.push(violation)
  }

  function plan(): Plan {
    return solanaPayment(engine.ledger, trader, recipient, sold)
  }
}

const nothing = () => ({ context: { slot: 1 }, value: [null] })

const faults: Readonly<Record<string, () => Pick<NodeRule, 'methods' | 'fault'>>> = {
  'is slow': () => ({ fault: lags(30) }),
  'drops calls': () => ({ fault: drops }),
  'answers 503': () => ({ fault: respondsWith(503, 'busy') }),
  'answers in HTML': () => ({ fault: respondsWith(200, '<html>') }),
  'limits in the body': () => ({ fault: refuses(429, 'Too many requests') }),
  'is unhealthy': () => ({ fault: refuses(-32_005, 'Node is behind by 42 slots') }),
  'has no statuses': () => ({ methods: ['getSignatureStatuses'], fault: says(nothing()) }),
  'has statuses that stay at processed': () => ({
    methods: ['getSignatureStatuses'],
    fault: disagrees((answer) => {
      const [status] = Object(answer).value
      return { ...Object(answer), value: [status && { ...status, confirmationStatus: 'processed' }] }
    }),
  }),
  'refuses statuses': () => ({ methods: ['getSignatureStatuses'], fault: refuses(-32_601, 'Method not found') }),
  'answers null': () => ({ fault: says(null) }),
  'writes ids as text': () => ({ fault: writesIdsAsText }),
  'has no transactions': () => ({ methods: ['getTransaction'], fault: says(null) }),
  'has neither': () => ({
    methods: ['getSignatureStatuses', 'getTransaction'],
    fault: ({ method }) => ({ result: method === 'getTransaction' ? null : nothing() }),
  }),
  'has no history': () => ({ methods: ['getSignaturesForAddress'], fault: says([]) }),
  'repeats old balances': () => ({ methods: ['getBalance'], fault: isFrozen() }),
  'repeats old answers': () => ({ fault: isFrozen() }),
  'loses what is sent': () => ({ methods: ['sendTransaction'], fault: says('1'.repeat(64)) }),
  'refuses what is sent': () => ({
    methods: ['sendTransaction'],
    fault: refuses(-32_002, 'Transaction simulation failed: Blockhash not found'),
  }),
  'is behind': () => ({ fault: isBehindSlots(() => 50) }),
  'is two nodes of different slots': () => ({
    fault: inTurn(
      isHonest,
      isBehindSlots(() => 200),
    ),
  }),
}
