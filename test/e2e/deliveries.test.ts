import type { Locator } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { deepDescribe, deepTest } from '../depth'
import { knownJson } from '../knownJson'
import { Provider } from './provider'
import { setStage } from './stage'
import { TamperingProxy } from './tamperingProxy'

/*
 * A service can deliver a deposit in two ways: by executing it itself, with null as its answer, or by returning
 * transactions. Both are tested, with lost answers.
 */

const thief = '7415a54ec0ffee00000000000000000000001eaf'

/** Whether an element lies wholly within the window. */
function isSeen(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}

/** Ten dollars and as much PUFF into a new pool; returns the ticks of its range, in the pool's own order. */
async function startingPool(provider: Provider) {
  const [puff, dollar] = await provider.unpooled(['PUFF', 'DAI'], ['PUFF', 'USDT'])
  await provider.choosePair(puff, dollar)
  await provider.box('Starting price').fill('0.0000001234')
  await provider.amount(dollar).fill('10')
  const [low, high] = await provider.ticks()
  const isTurned = BigInt(await provider.token(dollar)) < BigInt(await provider.token(puff))
  return isTurned ? { lower: 0 - high, upper: 0 - low } : { lower: low, upper: high }
}

describe('a service that adds the liquidity itself', () => {
  const proxy = new TamperingProxy()
  beforeEach(() => proxy.forward())
  const stage = setStage({ settings: { TIDEGATE_ADD_DELIVERY: 'treasury' }, between: proxy.between })

  async function chosen(amount: string) {
    const opened = await Provider.open(stage)
    const { provider } = opened
    await provider.choosePool('WETH/USDC')
    await provider.amount('WETH').fill(amount)
    return { ...opened, ticks: await provider.ticks() }
  }

  /** Keeps the pools of Harbor unchanged for all requests, until the returned function is called. */
  async function freezePools({ page }: Provider) {
    const held = await (await page.request.get('/api/amm/pool/all/Harbor')).text()
    const { data } = JSON.parse(held) as { data: { address: string }[] }
    proxy.alter('pools', async (honest) => {
      const text = await honest.text()
      const isHarbor = text.includes(data[0]!.address)
      return new Response(isHarbor ? held : text, { headers: { 'content-type': 'application/json' } })
    })
  }

  test('F-83 a deposit that the service executes is accepted, stays pending through a reload, until the pool has the position; requested once', async () => {
    const { visit, provider, wallet, ticks } = await chosen('0.4')
    const asked = proxy.count('add')
    await provider.review()
    await provider.page.getByText(/we cannot check the deposit now/).waitFor()
    await visit.expectAccessible()
    await freezePools(provider)
    await provider.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await provider.button('Confirm deposit').dblclick()
    await provider.landing().getByText('Accepted, not on chain yet').waitFor()
    // It is scrolled into view and focused, and the form offers no second deposit.
    await expect.poll(() => isSeen(provider.landing())).toBe(true)
    expect(await provider.landing().evaluate((region) => document.activeElement?.contains(region))).toBe(true)
    await expect.poll(() => provider.amount('WETH').inputValue()).toBe('')
    expect(await provider.button('Review deposit').count()).toBe(0)
    await visit.page.reload()
    await provider.landing().getByText('Accepted, not on chain yet').waitFor()
    proxy.forward()
    await expect.poll(() => provider.landing().getAttribute('data-waiting')).toBe('seen')
    await provider
      .landing()
      .getByText(/grew by 100% of your deposit/)
      .waitFor()
    await visit.expectAccessible()

    const position = await provider.newest(wallet.address)
    expect([position.tickLower, position.tickUpper]).toEqual(ticks)
    expect(position.owner).toBe(wallet.address)
    expect(proxy.count('add') - asked).toBe(1)
    expect(wallet.asked('eth_sendTransaction')).toBe(0)

    await provider.button('Dismiss').click()
    await provider.landing().waitFor({ state: 'detached' })

    // Dismissing hides the notice; the deposit itself stays in Activity with its history.
    await visit.goto('/activity')
    const row = provider.page.getByRole('list', { name: 'Orders' }).getByRole('link')
    await row.getByText('Deposit arrived').waitFor()
    await visit.expectAccessible()
    await row.click()
    const timeline = provider.page.getByRole('list', { name: 'Timeline' })
    await timeline.getByText('Request saved and sent').waitFor()
    await timeline.getByText('Dismissed').waitFor()
    await visit.expectAccessible()

    // No position manager is known here, only the pool's record, so nothing can be withdrawn.
    await visit.goto('/positions')
    const card = provider.page.getByRole('listitem').filter({ hasText: `#${position.id}` })
    await card.getByText('Data: exchange').waitFor()
    await card.getByText(/^0\.3999\d+ WETH · [\d,.]+ USDC$|^0\.4 WETH · [\d,.]+ USDC$/).waitFor()
    await card.getByText(/position manager of this pool is unknown/).waitFor()
    await expect.poll(() => card.getByRole('button', { name: 'Remove liquidity' }).isDisabled()).toBe(true)
  })

  deepTest(
    'F-83 a deposit that is answered with a hash is accepted, and watched until it is seen; requested once',
    async () => {
      const data = `0x${'ab'.repeat(32)}`
      const { visit, provider, wallet } = await chosen('0.25')
      const asked = proxy.count('add')
      proxy.alter('add', async (honest) => Response.json({ ...knownJson(await honest.text()), data }, honest))
      await freezePools(provider)
      await provider.review()
      await provider.confirm()
      await provider.landing().getByText('Accepted, not on chain yet').waitFor()
      await expect.poll(() => provider.amount('WETH').inputValue()).toBe('')
      await visit.page.reload()
      await provider.landing().getByText('Accepted, not on chain yet').waitFor()
      proxy.forward()
      await expect.poll(() => provider.landing().getAttribute('data-waiting')).toBe('seen')
      expect(proxy.count('add') - asked).toBe(1)
      expect(wallet.asked('eth_sendTransaction')).toBe(0)
    },
  )

  deepTest(
    'F-83 answered with a word may have been accepted: that is said with the word, and it is watched until it is seen',
    async () => {
      const { visit, provider, wallet } = await chosen('0.25')
      const asked = proxy.count('add')
      proxy.alter('add', async (honest) => Response.json({ ...knownJson(await honest.text()), data: 'queued' }, honest))
      await freezePools(provider)
      await provider.review()
      await provider.confirm()
      const isUnclear = async () => {
        await provider.landing().getByText('It may have been accepted').waitFor()
        await provider
          .landing()
          .getByText(/The response does not say whether the deposit will happen, so we watch for it/)
          .waitFor()
        await provider.landing().getByText('The exchange answered “queued”.').waitFor()
      }
      await isUnclear()
      await expect.poll(() => provider.amount('WETH').inputValue()).toBe('')
      await visit.page.reload()
      await isUnclear()
      await visit.expectAccessible()
      proxy.forward()
      await expect.poll(() => provider.landing().getAttribute('data-waiting')).toBe('seen')
      expect(proxy.count('add') - asked).toBe(1)
      expect(wallet.asked('eth_sendTransaction')).toBe(0)
    },
  )

  deepTest(
    'F-81 with a lost answer has an unknown outcome: watched, and only requested again after a warning',
    async () => {
      const { visit, provider, wallet } = await chosen('0.3')
      visit.tolerate(/50[24]/)
      const asked = proxy.count('add')
      proxy.alter('add', () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
      await freezePools(provider)
      await provider.review()
      await provider.confirm()
      await provider
        .landing()
        .getByText(/The response was lost/)
        .waitFor()
      // The notice is in sight, and the form is empty: nothing invites to send the same again.
      await expect
        .poll(() => provider.landing().evaluate((notice) => notice.getBoundingClientRect().top >= 0))
        .toBe(true)
      await expect.poll(() => provider.amount('WETH').inputValue()).toBe('')

      await provider.amount('WETH').fill('0.3')
      const again = await provider.review()
      await again.getByRole('checkbox', { name: /the same deposit may already be pending/ }).waitFor()
      await expect.poll(() => provider.button('Confirm deposit').isDisabled()).toBe(true)
      await provider.page.keyboard.press('Escape')

      proxy.forward()
      await expect.poll(() => provider.landing().getAttribute('data-waiting')).toBe('seen')
      expect(proxy.count('add') - asked).toBe(1)
      expect((await provider.newest(wallet.address)).liquidity).toBeGreaterThan(0n)
    },
  )

  deepTest(
    'F-81 with a reload before the answer may have accepted it, and is only requested again after a consent',
    async () => {
      const { visit, provider } = await chosen('0.35')
      visit.tolerate(/./)
      const asked = proxy.count('add')
      proxy.alter('add', () => new Promise(() => {}))
      await freezePools(provider)
      await provider.review()
      await provider.confirm()
      await expect.poll(() => proxy.count('add') - asked).toBe(1)
      await visit.page.reload()
      await provider.landing().getByText('It may have been accepted').waitFor()
      await provider
        .landing()
        .getByText(/Check your positions before you deposit again/)
        .waitFor()

      const again = await provider.review()
      await again.getByRole('checkbox', { name: /the same deposit may already be pending/ }).waitFor()
      await expect.poll(() => provider.button('Confirm deposit').isDisabled()).toBe(true)
      await provider.page.keyboard.press('Escape')
      proxy.forward()
      await expect.poll(() => provider.landing().getAttribute('data-waiting')).toBe('seen')
      expect(proxy.count('add') - asked).toBe(1)
    },
  )

  deepTest('a second tab shows the pending deposit of the first, and sees it arrive; requested once', async () => {
    const { visit, provider } = await Provider.open(stage)
    const { page } = visit
    const other = await page.context().newPage()
    await other.goto(new URL('/liquidity/add', page.url()).href)
    await other.getByRole('heading', { name: 'Add liquidity' }).first().waitFor()
    const held = await (await page.request.get('/api/amm/pool/all/Harbor')).text()
    const headers = { 'content-type': 'application/json' }
    proxy.alter('pools', async (honest) => {
      const text = await honest.text()
      return new Response(text.includes('WETH') ? held : text, { headers })
    })
    await provider.choosePool('WETH/USDC')
    await provider.amount('WETH').fill('0.4')
    const asked = proxy.count('add')
    await provider.review()
    await provider.confirm()
    const there = other.getByRole('region', { name: 'Pending deposit' })
    await there.getByText('Accepted, not on chain yet').waitFor()
    await other.getByRole('link', { name: /^Activity.*1 in progress/ }).waitFor()
    await other.getByRole('link', { name: 'Details in Activity' }).click()
    await other.getByText('Request saved and sent').waitFor()
    await page.reload()
    await provider.landing().getByText('Accepted, not on chain yet').waitFor()
    proxy.forward()
    await there.getByText('Deposit arrived').waitFor()
    await other.goto(new URL('/activity', page.url()).href)
    await other.getByRole('list', { name: 'Orders' }).getByText('Deposit arrived').waitFor()
    expect(proxy.count('add') - asked).toBe(1)
  })

  deepTest('F-80 that refuses is shown with its message; nothing is requested again automatically', async () => {
    const { visit, provider } = await chosen('0.2')
    visit.tolerate(/4(00|29)/)
    const asked = proxy.count('add')
    const say = (status: number, message: string) =>
      proxy.alter('add', () => Response.json({ status: false, message, data: null }, { status }))
    say(429, 'Slow down')
    await provider.review()
    await provider.confirm()
    await provider.page.getByText('The exchange is busy. Its answer: Slow down').waitFor()
    expect(await provider.button('Confirm deposit').count()).toBe(0)
    say(400, 'The pool rests today')
    await provider.button('Try again').click()
    await provider.confirm()
    await provider.page.getByText('The exchange did not accept the request. Its answer: The pool rests today').waitFor()
    expect(await provider.landing().count()).toBe(0)
    expect(proxy.count('add') - asked).toBe(2)
    proxy.forward()
  })
})

deepDescribe('a service that leaves the deposit to the wallet', () => {
  const proxy = new TamperingProxy()
  beforeEach(() => proxy.forward())
  const stage = setStage({ between: proxy.between })

  test('F-83 continues after a reload once it was accepted: requested once, and the wallet signs what was reviewed', async () => {
    const { visit, provider, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    const { lower, upper } = await startingPool(provider)
    const asked = proxy.count('add')
    const held = await (await provider.page.request.get('/api/amm/pool/all/Harbor')).text()
    proxy.alter('pools', async (honest) => {
      const text = await honest.text()
      const isHarbor = text.includes('"PUFF"') || text.includes(held.slice(0, 60))
      return new Response(isHarbor ? held : text, { headers: { 'content-type': 'application/json' } })
    })
    await provider.review()
    await provider.confirm()
    await provider.page.getByText(/waiting for its first data/).waitFor()
    await visit.page.reload()
    proxy.forward()
    await provider.review()
    await provider.page.getByText(/The request was accepted. You signed nothing yet/).waitFor()
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
    await provider.agree('Confirm deposit')
    await provider.confirm()
    await provider.done()
    const position = await provider.newest(wallet.address)
    expect([position.tickLower, position.tickUpper]).toEqual([lower, upper])
    expect(proxy.count('add') - asked).toBe(1)
  })
})

deepDescribe('a service that answers with transactions', () => {
  const proxy = new TamperingProxy()
  beforeEach(() => proxy.forward())
  const stage = setStage({ settings: { TIDEGATE_ADD_DELIVERY: 'transactions' }, between: proxy.between })

  deepTest('they are checked again, then signed; the position is what was reviewed', async () => {
    const { provider, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    await provider.amount('WETH').fill('0.5')
    const ticks = await provider.ticks()
    await provider.review()
    await provider.confirm()
    await provider.page.getByText('The exchange sent its own transactions.').waitFor()
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
    await provider.agree('Confirm deposit')
    await provider.confirm()
    await provider.done()
    const position = await provider.newest(wallet.address)
    expect([position.tickLower, position.tickUpper]).toEqual(ticks)
    expect(position.owner).toBe(wallet.address)
    expect(wallet.asked('eth_sendTransaction')).toBe(3)
  })

  deepTest('a new pool is started first, and its transactions are checked against the request', async () => {
    const { provider, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    const { lower, upper } = await startingPool(provider)
    await provider.review()
    await provider.confirm()
    await provider.page.getByText('The exchange sent its own transactions.').waitFor()
    await provider.agree('Confirm deposit')
    await provider.confirm()
    await provider.done()
    const position = await provider.newest(wallet.address)
    expect([position.tickLower, position.tickUpper]).toEqual([lower, upper])
    expect(wallet.asked('eth_sendTransaction')).toBe(3)
  })

  deepTest(
    'V-040 a position for another recipient is red, cannot be confirmed, and the wallet gets no request',
    async () => {
      const { provider, wallet } = await Provider.open(stage)
      await provider.choosePool('WETH/USDC')
      await provider.amount('WETH').fill('0.5')
      const own = wallet.address.slice(2).toLowerCase()
      proxy.alter('add', async (honest) => {
        const text = await honest.text()
        return new Response(text.replaceAll(own, thief), {
          status: 201,
          headers: { 'content-type': 'application/json' },
        })
      })
      await provider.review()
      await provider.confirm()
      await provider.page.getByText('The exchange sent its own transactions.').waitFor()
      await provider.page.getByText(/^Blocked; see the reasons above/).waitFor()
      await expect.poll(() => provider.button('Confirm deposit').isDisabled()).toBe(true)
      expect(wallet.asked('eth_sendTransaction')).toBe(0)
      proxy.forward()
    },
  )
})
