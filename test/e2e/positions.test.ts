import { formatUnits, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { tickRangeText } from '../../src/domain/text/figure'
import { deepTest } from '../depth'
import { Provider } from './provider'
import { expectFewWords } from './reviewing'
import { setStage } from './stage'
import { harbor } from './trader'

const stage = setStage()

/** A new position in a range that later trades pass through. */
async function provided() {
  const opened = await Provider.open(stage)
  const { provider, visit, wallet } = opened
  await provider.choosePool('WETH/USDC')
  await provider.amount('WETH').fill('1')
  await provider.review()
  await expectFewWords(provider.page, 'Confirm deposit')
  await provider.confirm()
  await provider.done()
  const position = await provider.newest(wallet.address)
  await visit.goto('/positions')
  const card = provider.page.getByRole('listitem').filter({ hasText: `#${position.id}` })
  await card.waitFor()
  return { ...opened, position, card }
}

describe('positions', () => {
  test('fees are collected and liquidity is withdrawn; the received amounts are those of the review', async () => {
    const { visit, provider, wallet, position, card } = await provided()
    await card.getByText('In range').waitFor()
    // A card out of sight costs nothing, and is printed all the same.
    const drawn = () => card.evaluate((element) => getComputedStyle(element).contentVisibility)
    expect(await drawn()).toBe('auto')
    await provider.page.emulateMedia({ media: 'print' })
    expect(await drawn()).toBe('visible')
    await provider.page.emulateMedia({ media: null })
    await card.locator('[data-known-from=chain]').waitFor({ state: 'attached' })
    await card
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .waitFor()
    await card.getByText(/^0\.\d+%$/).waitFor()
    await visit.expectAccessible()
    // Nothing to collect yet: it would only cost.
    await card.getByRole('button', { name: 'Collect fees' }).click()
    await provider.page.getByText('No fees to collect yet.').waitFor()
    expect(await provider.button('Confirm fee collection').isDisabled()).toBe(true)
    await provider.page.keyboard.press('Escape')
    await provider.sell('WETH', 'USDC', '2')
    await card.getByText(/^0\.0\S+ WETH · 0 USDC/).waitFor()

    const usdc = await provider.token('USDC')
    const weth = await provider.token('WETH')
    const held = async () => [
      await stage.balance(harbor, wallet.address, weth),
      await stage.balance(harbor, wallet.address, usdc),
    ]
    const before = await held()
    await card.getByRole('button', { name: 'Collect fees' }).click()
    await expectFewWords(provider.page, 'Confirm fee collection')
    await provider.decide('Confirm fee collection')
    await visit.expectAccessible()
    await provider.done()
    const collected = await held()
    expect(collected[0]! > before[0]!).toBe(true)
    expect((await provider.newest(wallet.address)).liquidity).toBe(position.liquidity)
    await provider.button('Close').first().click()

    await card.getByRole('button', { name: 'Remove liquidity' }).click()
    await provider.page.getByRole('radio', { name: '50%' }).check()
    await expectFewWords(provider.page, 'Confirm withdrawal')
    await provider.decide('Confirm withdrawal')
    await provider.done()
    const left = await provider.newest(wallet.address)
    expect(left.liquidity).toBe(position.liquidity - position.liquidity / 2n)
    const half = await held()
    expect(half[0]! > collected[0]! && half[1]! > collected[1]!).toBe(true)
    await provider.button('Close').first().click()

    await card.getByRole('button', { name: 'Remove liquidity' }).click()
    await provider.page.getByRole('switch', { name: 'Receive ETH instead of WETH' }).click()
    await visit.expectAccessible()
    const coins = await stage.balance(harbor, wallet.address)
    await provider.decide('Confirm withdrawal')
    await provider.done()
    expect((await provider.newest(wallet.address)).liquidity).toBe(0n)
    // The rest is native coin: far more than the network fee takes.
    expect((await stage.balance(harbor, wallet.address)) - coins > parseUnits('0.1', 18)).toBe(true)
    expect((await held())[0]).toBe(half[0])
    await provider.button('Close').first().click()
    await card.waitFor({ state: 'detached' })
  })

  deepTest("any address's positions can be viewed, and only the owner’s own can be changed", async () => {
    const { position } = await provided()
    const visit = await stage.visit(`/positions?address=${position.owner}`)
    await visit.page.getByRole('region', { name: 'Viewed address' }).getByText('View only').waitFor()
    await visit.page.getByText(`Opened position #${position.id}`).waitFor()
    const list = visit.page.getByRole('list', { name: 'Positions', exact: true })
    const card = list.getByRole('listitem').filter({ hasText: `#${position.id}` })
    await card.waitFor()
    await card.getByText('Connect the owner’s account to change it.').waitFor()
    await expect.poll(() => card.getByRole('button', { name: 'Collect fees' }).isDisabled()).toBe(true)
    await visit.page.getByRole('textbox', { name: 'Address' }).fill('0x12')
    await visit.page.getByText('Not an address on these networks.').waitFor()
  })

  deepTest(
    'a price that moves during the review of a withdrawal: recomputed with a click, then it succeeds',
    async () => {
      const { provider, wallet, card } = await provided()
      await card.getByRole('button', { name: 'Remove liquidity' }).click()
      await provider.button('Confirm withdrawal').waitFor()
      await provider.sell('WETH', 'USDC', '60')
      const dialog = provider.page.getByRole('dialog', { name: 'Review withdrawal' })
      await dialog.getByText('The price changed since these amounts were calculated.').waitFor()
      await dialog.getByText(/^Blocked; see the reasons above/).waitFor()
      expect(wallet.asked('eth_sendTransaction')).toBe(3)
      await dialog.getByRole('button', { name: 'Update amounts' }).click()
      await provider.decide('Confirm withdrawal')
      await provider.done()
      expect((await provider.newest(wallet.address)).liquidity).toBe(0n)
    },
  )

  deepTest(
    'liquidity is added to the existing position: it grows by the reviewed amounts, to the unit, and no other is minted',
    async () => {
      const { visit, provider, wallet, position, card } = await provided()
      const [weth, usdc] = [await provider.token('WETH'), await provider.token('USDC')]
      const held = async () => [
        await stage.balance(harbor, wallet.address, weth),
        await stage.balance(harbor, wallet.address, usdc),
      ]
      const count = () => stage.balance(harbor, wallet.address, provider.managerOf())
      expect(await count()).toBe(1n)
      await card.getByRole('link', { name: 'Add more' }).click()
      await provider.page.getByRole('heading', { name: `WETH/USDC, position #${position.id}` }).waitFor()
      await provider.page.getByText(`ticks ${tickRangeText(position.tickLower, position.tickUpper)}`).waitFor()
      expect(await provider.slider('Minimum price').count()).toBe(0)
      await provider.amount('WETH').fill('0.1')
      await expect.poll(() => provider.amount('USDC').inputValue()).not.toBe('')
      const second = parseUnits((await provider.amount('USDC').inputValue()).replaceAll(',', ''), 6)

      const before = await held()
      const asked = visit.requests.length
      const dialog = await provider.review()
      await dialog.getByText('Matches what you asked for', { exact: true }).waitFor()
      await visit.expectAccessible()
      await provider.confirm()
      await provider.done()

      const grown = await provider.newest(wallet.address)
      expect(grown).toEqual({ ...position, liquidity: grown.liquidity })
      expect(grown.liquidity).toBeGreaterThan(position.liquidity)
      const growth = (grown.liquidity - position.liquidity).toLocaleString('en-US')
      expect(await count()).toBe(1n)
      const after = await held()
      const took = before.map((had, side) => had - (after[side] ?? 0n))
      const typed = [parseUnits('0.1', 18), second]
      for (const [side, most] of typed.entries()) {
        expect(took[side]! <= most).toBe(true)
        expect(took[side]! * 100n >= most * 98n).toBe(true)
      }
      const receipt = provider.page.getByRole('region', { name: 'Receipt' })
      await receipt.getByRole('link', { name: `#${position.id}`, exact: true }).waitFor()
      await receipt.getByText(`Grew by ${growth} units of liquidity, as reviewed.`).waitFor()
      // The result above shows it, too, if it is short.
      await receipt
        .getByText(`${formatUnits(took[0]!, 18)} WETH`)
        .first()
        .waitFor()
      // Adding to a position needs no service: it got no request.
      expect(visit.requests.slice(asked).filter((request) => /^POST .*\/api\//.test(request))).toEqual([])
      await visit.goto('/activity')
      await provider.page
        .getByText(new RegExp(`^Add .* (WETH|USDC) and .* (WETH|USDC) to #${position.id}$`))
        .first()
        .waitFor()
    },
  )

  deepTest(
    'adding to another owner’s position mints a new one in the same range, and that is shown before',
    async () => {
      const { position, visit, provider: owner } = await provided()
      const path = await visit.page
        .getByRole('listitem')
        .filter({ hasText: `#${position.id}` })
        .getByRole('link', { name: 'Add more' })
        .getAttribute('href')
      expect(path).toContain(`&position=${position.id}`)
      await visit.goto(path ?? '')
      await owner.page.getByRole('heading', { name: `WETH/USDC, position #${position.id}` }).waitFor()
      await owner.page.getByText(`ticks ${tickRangeText(position.tickLower, position.tickUpper)}`).waitFor()
      await visit.expectAccessible()
      const { provider, wallet } = await Provider.open(stage, path ?? '')
      await provider.page.getByText(`Position #${position.id} belongs to another account`).waitFor()
      await expect.poll(() => provider.ticks()).toEqual([position.tickLower, position.tickUpper])
      await provider.amount('WETH').fill('0.1')
      await provider.review()
      await provider.confirm()
      await provider.done()
      const own = await provider.newest(wallet.address)
      expect(own).toMatchObject({ tickLower: position.tickLower, tickUpper: position.tickUpper, owner: wallet.address })
      expect(own.id).not.toBe(position.id)
      expect(await provider.newest(position.owner)).toEqual(position)
    },
  )
})
