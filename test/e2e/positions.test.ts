import { describe, expect, test } from 'vitest'
import { Provider } from './provider'
import { setStage } from './stage'
import { harbor } from './trader'

const stage = setStage()

/** A new position in a range that trades pass through. */
async function provided() {
  const opened = await Provider.open(stage)
  const { provider, visit, wallet } = opened
  await provider.choosePool('WETH/USDC')
  await provider.amount('WETH').fill('1')
  await provider.review()
  await provider.confirm()
  await provider.done()
  const position = await provider.newest(wallet.address)
  await visit.goto('/positions')
  const card = provider.page.getByRole('listitem').filter({ hasText: `No. ${position.id}` })
  await card.waitFor()
  return { ...opened, position, card }
}

describe('positions', () => {
  test('fees are collected and liquidity is taken out; what arrives is what was promised', async () => {
    const { visit, provider, wallet, position, card } = await provided()
    await card.getByText('In range').waitFor()
    await visit.expectAccessible()
    await provider.sell('WETH', 'USDC', '2')
    await card.getByText(/^0\.0\S+ WETH · 0 USDC/).waitFor({ timeout: 20_000 })

    const usdc = await provider.token('USDC')
    const weth = await provider.token('WETH')
    const held = async () => [
      await stage.balance(harbor, wallet.address, weth),
      await stage.balance(harbor, wallet.address, usdc),
    ]
    const before = await held()
    await card.getByRole('button', { name: 'Collect fees' }).click()
    await provider.decide('Confirm collecting')
    await visit.expectAccessible()
    await provider.done()
    const collected = await held()
    expect(collected[0]! > before[0]!).toBe(true)
    expect((await provider.newest(wallet.address)).liquidity).toBe(position.liquidity)
    await provider.button('Close').first().click()

    await card.getByRole('button', { name: 'Remove liquidity' }).click()
    await provider.page.getByRole('radio', { name: '50%' }).check()
    await provider.decide('Confirm withdrawal')
    await provider.done()
    const left = await provider.newest(wallet.address)
    expect(left.liquidity).toBe(position.liquidity - position.liquidity / 2n)
    const half = await held()
    expect(half[0]! > collected[0]! && half[1]! > collected[1]!).toBe(true)
    await provider.button('Close').first().click()

    await card.getByRole('button', { name: 'Remove liquidity' }).click()
    await provider.decide('Confirm withdrawal')
    await provider.done()
    expect((await provider.newest(wallet.address)).liquidity).toBe(0n)
    await provider.button('Close').first().click()
    await card.waitFor({ state: 'detached', timeout: 20_000 })
  })

  test('anybody’s can be looked at by address, and only the owner’s own can be changed', async () => {
    const { position } = await provided()
    const visit = await stage.visit(`/positions?address=${position.owner}`)
    const card = visit.page.getByRole('listitem').filter({ hasText: `No. ${position.id}` })
    await card.waitFor()
    await card.getByText('Connect the account that owns it to change it.').waitFor()
    expect(await card.getByRole('button', { name: 'Collect fees' }).isDisabled()).toBe(true)
    await visit.page.getByRole('textbox', { name: 'Address' }).fill('0x12')
    await visit.page.getByText('That is no address on these networks.').waitFor()
  })

  test('more is added to the very same range', async () => {
    const { provider, position, card } = await provided()
    await card.getByRole('link', { name: 'Add more' }).click()
    await provider.slider('Minimum price').waitFor()
    expect(await provider.ticks()).toEqual([position.tickLower, position.tickUpper])
    expect(await provider.page.getByRole('radio', { name: /^WETH\/USDC/ }).isChecked()).toBe(true)
  })
})
