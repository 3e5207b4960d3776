import type { Page } from 'playwright-core'
import { type Builtin, youngBuiltins } from '../youngFeatures'

/** Takes every built-in from a page that one of the oldest supported browsers lacks, before its scripts run. */
export async function withoutYoung(page: Page): Promise<void> {
  await page.addInitScript(remove, youngBuiltins)
}

function remove(builtins: readonly Builtin[]) {
  const page = Object(globalThis) as Record<string, Record<string, object> | undefined>
  for (const { owner, member, isStatic } of builtins) {
    const place = owner === 'Window' ? page : isStatic ? page[owner] : page[owner]?.prototype
    if (member === undefined) delete page[owner]
    else if (place) Reflect.deleteProperty(place, member)
  }
}
