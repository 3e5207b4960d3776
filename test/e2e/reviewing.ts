import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { currentCodes } from '../guard/currentCodes'
import { visibleWords } from '../visibleWords'
import { openSetup, promptsOf, type Trade } from './setup'
import type { Stage } from './stage'
import type { Answer, TamperingProxy } from './tamperingProxy'
import { Trader } from './trader'

/** The expected review of a plan that differs from the request. */
export type Expected = {
  readonly name: string
  /** The rule that must report a finding, and its text. */
  readonly code: string
  readonly says: RegExp
  /** Where it is shown in red: at the transaction, among the checks, or instead of a plan. */
  readonly at?: 'row' | 'checks' | 'no plan'
}

/** Waits until the review can be confirmed, and counts what is read without opening anything. */
export async function expectFewWords(page: Page, confirm: string) {
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('button', { name: confirm }).isEnabled()).toBe(true)
  const words = await dialog.evaluate(visibleWords)
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(60)
}

export type Attack = Expected & { readonly tamper: (honest: Answer) => Answer }

/** Reviews the same swap under each attack in turn. The wallet gets no request. */
export async function swapUnder(stage: Stage, proxy: TamperingProxy, trade: Trade, attacks: readonly Attack[]) {
  const { page, wallet } = await openSetup(stage, trade)
  for (const attack of attacks) {
    proxy.tamper(attack.tamper)
    await refusedInReview(stage, page, attack)
    expect(promptsOf(wallet), attack.name).toEqual([])
  }
}

export async function refusedInReview(stage: Stage, page: Page, { name, code, says, at = 'row' }: Expected) {
  const trader = new Trader(stage, page)
  await trader.review()
  const dialog = page.getByRole('dialog', { name: 'Review swap' })
  const verdict = at === 'no plan' ? 'The quote could not be read. Nothing was sent to your wallet.' : 'Blocked'
  await dialog
    .getByText(verdict, { exact: true })
    .first()
    .waitFor()
    .catch(async (cause) => {
      throw new Error(`${name} was not refused: ${await dialog.innerText()}`, { cause })
    })
  const named = { hasText: new RegExp(currentCodes(code).join('|')) }
  const red = dialog.locator('li[data-severity="block"]', named)
  await expect.poll(async () => (await red.allInnerTexts()).join('\n'), { message: name }).toMatch(says)
  if (at === 'row') {
    const row = dialog.getByRole('table', { name: 'What you will sign' }).locator('tr[data-state="blocked"]')
    await expect
      .poll(() => row.locator('li[data-severity="block"]', named).count(), { message: name })
      .toBeGreaterThan(0)
  }
  const confirm = dialog.getByRole('button', { name: 'Confirm swap' })
  if (at === 'no plan') expect(await confirm.count(), name).toBe(0)
  else {
    await expect.poll(() => confirm.isDisabled(), { message: name }).toBe(true)
    await confirm.click({ force: true })
  }
  expect(await dialog.getByRole('checkbox').count(), name).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
