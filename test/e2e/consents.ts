import type { Locator, Page } from 'playwright-core'

/** Agrees to every consent of a review: ticks them, and types the amount where it is required. */
export async function agreeToAll(shown: Locator | Page): Promise<void> {
  for (const box of await shown.getByRole('checkbox', { name: /^I understand/ }).all()) await box.check()
  for (const field of await shown.getByRole('textbox', { name: /^Type the amount you pay/ }).all()) {
    const label = await field.evaluate((input) =>
      input instanceof HTMLInputElement ? input.labels?.[0]?.innerText : '',
    )
    await field.fill(/Type the amount you pay, ([\d.]+)/.exec(label ?? '')?.[1] ?? '')
  }
}
