import type { Page } from 'playwright-core'
import { formatUnits, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { deepDescribe, deepTest } from '../depth'
import { agreeToAll } from './consents'
import { Provider } from './provider'
import { setStage, type Visit } from './stage'
import { harbor, ofAnOrder } from './trader'
import type { TestWallet } from './wallet'

const stage = setStage()

async function held(provider: Provider, wallet: TestWallet) {
  const tokens = [await provider.token('WETH'), await provider.token('USDC')]
  const [weth, usdc] = await Promise.all(tokens.map((token) => stage.balance(harbor, wallet.address, token)))
  return { weth: weth ?? 0n, usdc: usdc ?? 0n }
}

/** The value of both in USDC, at the pool's price. */
async function worth(provider: Provider, { weth, usdc }: { weth: bigint; usdc: bigint }): Promise<number> {
  const price = await provider.sqrtPriceOf('WETH/USDC')
  const isFirst = BigInt(await provider.token('WETH')) < BigInt(await provider.token('USDC'))
  const square = price * price
  return Number(formatUnits(usdc + (isFirst ? (weth * square) >> 192n : (weth << 192n) / square), 6))
}

/** Confirms the step that is shown, and goes on to the next when it is done. */
async function through(provider: Provider, confirm: string, isLast = false): Promise<void> {
  await provider.decide(confirm)
  await expect.poll(() => provider.orderStatus(), ofAnOrder).toBe('done')
  await provider
    .button(isLast ? 'Close' : 'Continue with the next step')
    .first()
    .click()
}

deepDescribe('a deposit that is short of one token', () => {
  test('a missing token is swapped for first: two orders, each reviewed, and little of either token is left over', async () => {
    const { provider, visit, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    const before = await held(provider, wallet)
    // All of the WETH is typed, which takes far more USDC than there is.
    await provider.amount('WETH').fill(formatUnits(before.weth, 18))
    await provider.page.getByText('Not enough USDC?').waitFor()
    await visit.expectAccessible()
    await provider.button('Swap first').click()
    await provider.page.getByRole('list', { name: 'Steps' }).waitFor()
    await through(provider, 'Confirm swap')
    await provider.agree('Confirm deposit')
    await through(provider, 'Confirm deposit', true)

    const after = await held(provider, wallet)
    const left = await worth(provider, after)
    const had = await worth(provider, before)
    expect(left / had).toBeLessThan(0.01)
    expect((await provider.newest(wallet.address)).liquidity > 0n).toBe(true)
    expect(await provider.page.getByText(/^Unfinished/).count()).toBe(0)
  })
})

describe('a position that is moved into another range', () => {
  async function provided() {
    const opened = await Provider.open(stage)
    const { provider, visit, wallet } = opened
    await provider.choosePool('WETH/USDC')
    await provider.amount('WETH').fill('1')
    await provider.review()
    await provider.confirm()
    await provider.done()
    const position = await provider.newest(wallet.address)
    await provider.sell('WETH', 'USDC', '4')
    await visit.goto('/positions')
    const card = provider.page.getByRole('listitem').filter({ hasText: `#${position.id}` })
    await card.getByRole('link', { name: 'Move range' }).click()
    await provider.page.getByRole('list', { name: 'Steps' }).waitFor()
    return { ...opened, position }
  }

  test('a moved position is withdrawn, balanced and deposited in one go, and little is left over', async () => {
    const { provider, visit, wallet, position } = await provided()
    await visit.expectAccessible()
    const before = await held(provider, wallet)
    const range = await provider.ticks()
    await provider.button('Review move').click()
    await through(provider, 'Confirm withdrawal')
    const withdrawn = await held(provider, wallet)
    await through(provider, 'Confirm swap')
    await provider.agree('Confirm deposit')
    await through(provider, 'Confirm deposit', true)

    const moved = await provider.newest(wallet.address)
    expect(moved.id).not.toBe(position.id)
    expect([moved.tickLower, moved.tickUpper]).toEqual(range)
    const after = await held(provider, wallet)
    const from = await worth(provider, { weth: withdrawn.weth - before.weth, usdc: withdrawn.usdc - before.usdc })
    const over = await worth(provider, { weth: after.weth - before.weth, usdc: after.usdc - before.usdc })
    expect(Math.abs(over) / from).toBeLessThan(0.01)
  })

  deepTest(
    'and stopped between by a rejection and a reload, says where the money is and goes on from there',
    async () => {
      const { provider, visit, wallet } = await provided()
      await provider.button('Review move').click()
      await through(provider, 'Confirm withdrawal')
      await provider.page
        .getByRole('list', { name: 'Steps' })
        .getByText(/^Withdrawn, with fees: /)
        .waitFor()
      wallet.arrange('reject')
      await provider.decide('Confirm swap')
      await expect.poll(() => provider.orderStatus(), ofAnOrder).toBe('rejected')
      await provider.button('Close').first().click()
      await provider.page.getByText(/are in your wallet, ready for the deposit/).waitFor()
      const stopped = await held(provider, wallet)

      await visit.page.reload()
      await provider.page.getByText(/^Unfinished move of position #/).waitFor()
      await provider.page.getByText(/are in your wallet, ready for the deposit/).waitFor()
      await visit.expectAccessible()
      // The price moves while no one goes on: the rest is worked out again.
      await provider.sell('WETH', 'USDC', '3')
      await provider.button('Continue').click()
      await through(provider, 'Confirm swap')
      await provider.agree('Confirm deposit')
      await through(provider, 'Confirm deposit', true)
      const after = await held(provider, wallet)
      expect(stopped.weth + stopped.usdc > after.weth + after.usdc).toBe(true)
      expect((await provider.newest(wallet.address)).liquidity > 0n).toBe(true)
      expect(await provider.page.getByText(/^Unfinished/).count()).toBe(0)
    },
  )

  // Nine reloads of four orders. Reloads of one order are in `test/orders/reload.test.ts`.
  if (process.env.TIDEGATE_DEEP)
    test(
      'a move that is interrupted at every prompt and every review happens once and sends nothing twice',
      ofManyVisits,
      async () => {
        const { provider, visit, wallet, position } = await provided()
        const before = await held(provider, wallet)
        await provider.button('Review move').click()
        const read = { address: provider.managerOf(), abi: ownedPositions } as const
        const isMoved = async () =>
          (await stage.chain(harbor).readContract({ ...read, functionName: 'balanceOf', args: [wallet.address] })) ===
          2n

        let open: Visit = visit
        const sentBefore = wallet.sent.length
        const reviewed = new Set<string>()
        let breaks = 0
        while (!(await isMoved())) {
          // Every transaction breaks off twice: while its prompt is open, and when it was sent and no one has heard of it.
          for (const answer of ['hang', 'send and hang'] as const) {
            const [asked, sent] = [wallet.asked('eth_sendTransaction'), wallet.sent.length]
            const isBroken = () =>
              answer === 'hang' ? wallet.asked('eth_sendTransaction') > asked : wallet.sent.length > sent
            wallet.arrange(answer)
            while (!isBroken()) {
              const pressed = await pressNext(open.page, { canReject: answer === 'send and hang', reviewed })
              if (pressed === 'reviewed') open = await broken(open, ++breaks)
            }
            open = await broken(open, ++breaks)
          }
        }
        // The last deposit is found again after its reload, and nothing is unfinished then.
        await open.page.waitForLoadState('networkidle')
        await expect.poll(() => open.page.getByText(/^Unfinished/).count(), ofAnOrder).toBe(0)
        expect([...reviewed]).toEqual(['Confirm withdrawal', 'Confirm swap', 'Confirm deposit'])

        const rest = new Provider(stage, open.page)
        const moved = await rest.newest(wallet.address)
        expect(moved.id).not.toBe(position.id)
        expect(moved.liquidity > 0n).toBe(true)
        const [, , , , , , , left] = await stage
          .chain(harbor)
          .readContract({ ...read, functionName: 'positions', args: [position.id] })
        expect(left).toBe(0n)
        expect(await isMoved()).toBe(true)
        // Each was sent once: a withdrawal, a swap and a deposit, with one approval for each token that they take.
        const calls = await Promise.all(
          wallet.sent.slice(sentBefore).map((hash) => stage.chain(harbor).getTransaction({ hash })),
        )
        expect(new Set(calls.map(({ input }) => input)).size).toBe(calls.length)
        expect(calls.length).toBeLessThanOrEqual(6)
        const receipts = await Promise.all(calls.map(({ hash }) => stage.chain(harbor).getTransactionReceipt({ hash })))
        expect(receipts.map(({ status }) => status)).toEqual(calls.map(() => 'success'))
        const after = await held(rest, wallet)
        const over = await worth(rest, { weth: after.weth - before.weth, usdc: after.usdc - before.usdc })
        expect(Math.abs(over) / (await worth(rest, before))).toBeLessThan(0.01)
      },
    )
})

const ownedPositions = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function positions(uint256 id) view returns (uint96, address, address, address, uint24, int24, int24, uint128, uint256, uint256, uint128, uint128)',
])

const ofManyVisits = { timeout: 240_000 }

/** Reloads the page, or, every third time, closes it and opens another. */
async function broken(visit: Visit, count: number): Promise<Visit> {
  if (count % 3 !== 0) {
    await visit.page.reload()
    return visit
  }
  const next = await stage.visit('/liquidity/add', { beside: visit })
  await visit.close()
  return next
}

type Pressing = {
  /** The last prompt was left open and nothing was sent: the person may say so. */
  readonly canReject: boolean
  /** The reviews that were broken off once. */
  readonly reviewed: Set<string>
}

/** Presses what a person would press to go on. `reviewed`: a review is ready for the first time, and nothing was pressed. */
async function pressNext(page: Page, { canReject, reviewed }: Pressing): Promise<'pressed' | 'reviewed' | 'nothing'> {
  const wait = { timeout: 2_000 }
  for (const name of ['Confirm withdrawal', 'Confirm swap', 'Confirm deposit']) {
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) })
    if ((await button.count()) === 0) continue
    await agreeToAll(page).catch(() => {})
    if (!(await button.isEnabled(wait).catch(() => false))) continue
    if (!reviewed.has(name)) {
      reviewed.add(name)
      return 'reviewed'
    }
    await button.click(wait).catch(() => {})
    return 'pressed'
  }
  const others = [
    ...(canReject ? ['I rejected it', 'Try again'] : []),
    ...['Continue with the next step', 'Accept and continue', 'Continue', 'Review move'],
  ]
  for (const name of others) {
    const button = page.getByRole('button', { name, exact: true }).first()
    if (!(await button.isVisible()) || !(await button.isEnabled(wait).catch(() => false))) continue
    await button.click(wait).catch(() => {})
    return 'pressed'
  }
  await page.waitForTimeout(100)
  return 'nothing'
}
