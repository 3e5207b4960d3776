import { fillDeposit } from './fillDeposit'
import { fillPools } from './fillPools'
import type { StartDepositAnswer, StartPoolsAnswer } from './startAnswer'

/*
 * The script in the head of /pools and /liquidity/add (bin/parts/prerender.mjs): it asks the gateway for the first rows
 * (/start.json) while the page arrives, and writes them into what is drawn there before any script of the app runs. Nothing
 * here may throw: without the rows the page waits for the app, as all others do.
 */

// An address that says more asks for other rows, which the app knows to find.
if (location.search === '') void begin().catch(() => {})

async function begin() {
  const page = location.pathname.startsWith('/pools') ? 'pools' : 'liquidity'
  // Read while the page still arrives, so that the rows are in its first paint.
  const [answer] = await Promise.all([ask(page), documentIsRead()])
  const place = document.querySelector<HTMLElement>(`[data-early=${page}]`)
  if (place && 'rows' in answer) fillPools(place, answer)
  if (place && 'pools' in answer) fillDeposit(place, answer)
}

async function ask(page: string): Promise<StartPoolsAnswer | StartDepositAnswer | Record<never, never>> {
  const response = await fetch(`/start.json?page=${page}`, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })
  // Only the gateway that this page is from answers.
  return response.ok ? ((await response.json()) as unknown as StartPoolsAnswer | StartDepositAnswer) : {}
}

async function documentIsRead(): Promise<unknown> {
  return (
    document.readyState !== 'loading' ||
    new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  )
}
