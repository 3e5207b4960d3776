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
    await card.getByText('From the chain').waitFor()
    await card
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .waitFor()
    await card.getByText(/^0\.\d+%$/).waitFor()
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

  test('a price that moves while a withdrawal is reviewed: worked out anew by a click, then it goes through', async () => {
    const { provider, wallet, card } = await provided()
    await card.getByRole('button', { name: 'Remove liquidity' }).click()
    await provider.button('Confirm withdrawal').waitFor()
    await provider.sell('WETH', 'USDC', '60')
    const dialog = provider.page.getByRole('dialog', { name: 'Review withdrawal' })
    await dialog.getByText('The price has moved since this was worked out.').waitFor({ timeout: 20_000 })
    await dialog.getByText(/This plan is blocked/).waitFor({ timeout: 20_000 })
    expect(wallet.asked('eth_sendTransaction')).toBe(3)
    await dialog.getByRole('button', { name: 'Work it out anew' }).click()
    await provider.decide('Confirm withdrawal')
    await provider.done()
    expect((await provider.newest(wallet.address)).liquidity).toBe(0n)
  })

  test('more is added to the very same range', async () => {
    const { provider, position, card } = await provided()
    await card.getByRole('link', { name: 'Add more' }).click()
    await provider.slider('Minimum price').waitFor()
    expect(await provider.ticks()).toEqual([position.tickLower, position.tickUpper])
    expect(await provider.page.getByRole('radio', { name: /^WETH\/USDC/ }).isChecked()).toBe(true)
    await provider.amount('WETH').fill('0.1')
    await provider.review()
    await provider.confirm()
    await provider.done()
    const more = await provider.newest(position.owner)
    expect(more).toMatchObject({ tickLower: position.tickLower, tickUpper: position.tickUpper, owner: position.owner })
    expect(more.id).not.toBe(position.id)
  })
})
