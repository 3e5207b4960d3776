import { type Address, getContractAddress, type Hex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { deepTest } from '../depth'
import { registryCalls, registryCode } from '../names/registry'
import { receiptOf } from '../receipt'
import { agreeToAll } from './consents'
import { setStage } from './stage'
import { harbor, Trader } from './trader'

/* Names of addresses, from a registry on a local chain that the deployment's settings name. */

const keeper: Address = '0x00000000000000000000000000000000000a11CE'
const registry = getContractAddress({ from: keeper, nonce: 0n })
const stage = setStage({ settings: { TIDEGATE_ENS: `${harbor}:${registry}` } })
const alice: Address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

async function write(data: Hex, to: Address | null = registry) {
  const cheat = stage.cheat(harbor)
  const hash = await cheat.sendUnsignedTransaction({ from: keeper, data, ...(to && { to }) })
  const { status } = await receiptOf(stage.chain(harbor), hash)
  expect(status).toBe('success')
}

beforeAll(async () => {
  const cheat = stage.cheat(harbor)
  await cheat.setBalance({ address: keeper, value: 10n ** 20n })
  await cheat.impersonateAccount({ address: keeper })
  await write(registryCode(), null)
  await write(registryCalls.address('alice.eth', alice))
  await write(registryCalls.name(alice, 'alice.eth'))
})

test('a recipient is entered by name, and the whole resolved address is shown, reviewed and paid', async () => {
  const visit = await stage.visit('/swap', { width: 1440 })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.choose('pay', 'ETH')
  await trader.choose('receive', 'USDC')
  await trader.pay('0.1')
  await page.getByRole('button', { name: 'Add recipient' }).click()
  const recipient = page.getByRole('textbox', { name: 'Recipient' })
  await recipient.fill('nobody.eth')
  await page.getByText('No address is registered for this name.').waitFor()
  await page.getByRole('button', { name: 'Not an address on Harbor' }).waitFor()
  await recipient.fill('Alice.eth')
  await page.getByText(`alice.eth is ${alice}`).waitFor()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await visit.picture(`recipient by name ${width}`)
  }
  await visit.expectAccessible()
  const before = await trader.balance(alice, 'USDC')
  await trader.review()
  const review = page.getByRole('dialog', { name: 'Review swap' })
  await review.getByText(alice, { exact: true }).first().waitFor()
  await review.getByText('alice.eth').first().waitFor()
  await visit.picture('review by name 390')
  // Another account receives: the person gives consent.
  await agreeToAll(review)
  await trader.confirm()
  await trader.waitForStatus('done')
  expect(await trader.balance(alice, 'USDC')).toBeGreaterThan(before)

  await page.goto(`${stage.url}/activity`)
  await page.getByRole('searchbox').fill('alice.eth')
  await page.getByText(`alice.eth is ${alice}`).waitFor()
  await expect.poll(() => page.getByRole('list', { name: 'Orders' }).getByRole('listitem').count()).toBe(1)
})

test('balances and positions of a name are viewed without a wallet', async () => {
  const visit = await stage.visit('/positions?address=alice.eth', { width: 390 })
  const watched = visit.page.getByRole('region', { name: 'Viewed address' })
  await watched.getByText('View only').waitFor()
  await watched.getByText(`alice.eth is ${alice}`).waitFor()
  await watched.getByRole('list', { name: 'Balances' }).getByText('USDC').first().waitFor()
  await visit.picture('view only')
  await visit.expectAccessible()
  await visit.page
    .getByText(/no positions in these pools/)
    .first()
    .waitFor()
})

deepTest('a name of a link is not paid before it is confirmed', async () => {
  const visit = await stage.visit('/swap?recipient=alice.eth')
  const trader = new Trader(stage, visit.page)
  await trader.connect()
  await visit.page.getByText('This address came from a link').waitFor()
  expect(await visit.page.getByText(alice).count()).toBeGreaterThan(0)
})
