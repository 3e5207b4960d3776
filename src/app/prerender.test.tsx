import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { act, fireEvent, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { App } from './App'
import { prerender } from './prerender'
import { navItems, routes } from './routes'

const paths = [...routes.map(({ path }) => path), '/settings']

test.each(paths)('the app takes over %s as it was written at build time without changing a thing', async (path) => {
  const shout = vi.spyOn(console, 'error')
  onTestFinished(() => shout.mockRestore())
  const at = path.replace(/:\w+/g, 'one')
  window.history.replaceState(null, '', at)
  const root = document.createElement('div')
  // A page that stands for many is drawn once.
  root.innerHTML = prerender(path)
  document.body.append(root)
  const before = root.innerHTML
  const errors = await hydrate(root)
  expect(errors).toEqual([])
  expect(shout).not.toHaveBeenCalled()
  expect(root.innerHTML).toBe(before)
  const here = screen.queryAllByRole('link', { current: 'page' }).map((link) => link.getAttribute('href'))
  expect(here).toEqual(navItems.map(({ to }) => to).filter((to) => to.split('/')[1] === at.split('/')[1]))
})

/** Lets the app take the page over; returns what React could not take over as it stood. */
async function hydrate(root: HTMLElement): Promise<readonly unknown[]> {
  const errors: unknown[] = []
  await act(async () => {
    const opening = new Promise<never>(() => {})
    const hydrated = hydrateRoot(root, <App opening={opening} isDrawn />, {
      onRecoverableError: (error) => errors.push(error),
    })
    onTestFinished(() => {
      act(() => hydrated.unmount())
      root.remove()
    })
  })
  return errors
}

test('the app leaves the tokens that the page wrote into the start page before it', async () => {
  const shout = vi.spyOn(console, 'error')
  onTestFinished(() => shout.mockRestore())
  window.history.replaceState(null, '', '/swap?from=741001:native&amount=5&recipient=0xabc')
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(path.startsWith('/start.json') ? { sell: { symbol: '$&<b>', chain: 'Harbor' } } : {})
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const asked: string[] = []
  const root = document.createElement('div')
  root.innerHTML = prerender('/swap')
  document.body.append(root)
  runScripts()
  const pay = await screen.findByRole('button', { name: 'Token to pay: $&<b> on Harbor' })
  const errors = await hydrate(root)
  expect(asked.filter((path) => path.startsWith('/start'))).toEqual(['/start.json?from=741001%3Anative'])
  expect(errors).toEqual([])
  expect(shout).not.toHaveBeenCalled()
  expect(pay).toBeVisible()
  expect(pay).toHaveTextContent('$&<b>Harbor')
  // The other side is unknown: its placeholder stays.
  expect(screen.queryByRole('button', { name: /^Token to receive/ })).toBeNull()
})

/** The start page as it stands before the app's own scripts run, with the tokens that the gateway knows. */
async function startPage() {
  window.history.replaceState(null, '', '/swap')
  const pair = { sell: { symbol: 'ETH', chain: 'Harbor' }, buy: { symbol: 'USDC', chain: 'Harbor' } }
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.startsWith('/start.json') ? pair : {}))
  onTestFinished(() => void vi.unstubAllGlobals())
  const root = document.createElement('div')
  root.innerHTML = prerender('/swap')
  document.body.append(root)
  onTestFinished(() => root.remove())
  runScripts()
  await screen.findByRole('button', { name: 'Token to receive: USDC on Harbor' })
  return root
}

const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))

test.each([
  ['before the app runs', 'early'],
  ['as the app takes the page over', 'late'],
])('a button that is pressed %s is pressed once', async (_, when) => {
  const root = await startPage()
  if (when === 'early') press('Settings')
  // The modules as they are on a page that has just loaded.
  vi.resetModules()
  const [{ App }, { openDialog }, { hydrateRoot }] = await Promise.all([
    import('./App'),
    import('./dialogs'),
    import('react-dom/client'),
  ])
  const opened: string[] = []
  openDialog.subscribe(({ is }) => opened.push(is))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const hydrated = hydrateRoot(root, <App opening={new Promise<never>(() => {})} isDrawn />)
  onTestFinished(() => hydrated.unmount())
  if (when === 'late') root.querySelector<HTMLElement>('[aria-label=Settings]')?.dispatchEvent(clickOf())
  await vi.waitFor(() => expect(opened).not.toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(opened).toEqual(['settings'])
})

/** As a person clicks: `click()` would not let the same button be clicked meanwhile. */
const clickOf = () => new MouseEvent('click', { bubbles: true, cancelable: true })

test('of the tokens that are pressed before the app runs the last counts, and none once something else was pressed', async () => {
  const root = await startPage()
  const pressed = () => [...root.querySelectorAll<HTMLElement>('[data-pressed]')].map(({ dataset }) => dataset.start)
  press(/^Token to pay/)
  expect(pressed()).toEqual(['sell'])
  press(/^Token to receive/)
  expect(pressed()).toEqual(['buy'])
  const pools = screen.getByRole('link', { name: 'Pools' })
  pools.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(pools)
  expect(pressed()).toEqual([])
})

test('the tokens that the gateway tells in a header of the page are shown at once, and not asked for', () => {
  window.history.replaceState(null, '', '/swap')
  const asked = stubFetch({})
  const root = drawnPage()
  const pair = { sell: { symbol: 'E"%', chain: 'Härbor' } }
  runScripts([{ name: 'tidegate-pair', description: encodeURIComponent(JSON.stringify(pair)) }])
  expect(screen.getByRole('button', { name: 'Token to pay: E"% on Härbor' })).toBeVisible()
  expect(root.querySelector('[data-start=buy]')).not.toBeVisible()
  expect(asked).toEqual([])
})

test.each([[[]], [[{ name: 'tidegate-pair', description: '%' }]], [[{ name: 'tidegate-pair', description: 'null' }]]])(
  'without a header that can be read, the pair is asked for: %j',
  async (serverTiming) => {
    window.history.replaceState(null, '', '/swap')
    const asked = stubFetch({ sell: { symbol: 'ETH', chain: 'Harbor' } })
    drawnPage()
    runScripts(serverTiming)
    await screen.findByRole('button', { name: 'Token to pay: ETH on Harbor' })
    expect(asked).toEqual(['/start.json?'])
  },
)

test('what the start page loads begins once it is painted, and its scripts run with all its styles', async () => {
  window.history.replaceState(null, '', '/swap')
  const asked = stubFetch({ sell: { symbol: 'ETH', chain: 'Harbor' } })
  const tags = document.createElement('div')
  tags.innerHTML =
    '<link data-rel="stylesheet" href="/a.css"><link data-rel="modulepreload" href="/b.js">' +
    '<script type="waiting" src="/b.js"></script><script type="waiting" src="/c.js"></script>'
  document.body.append(tags)
  onTestFinished(() => tags.remove())
  const paint = runScripts()
  const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')]
  onTestFinished(() => scripts().forEach((script) => void script.remove()))
  expect([tags.querySelector('[rel]'), asked]).toEqual([null, ['/start.json?']])
  paint()
  paint()
  expect(asked.slice(1)).toEqual(['/api/blockchain', '/notice.json'])
  const links = [...tags.querySelectorAll('link')]
  expect(links.map(({ rel }) => rel)).toEqual(['stylesheet', 'modulepreload'])
  expect(scripts()).toEqual([])
  links[0]?.dispatchEvent(new Event('load'))
  await vi.waitFor(() => expect(scripts().map((script) => script.getAttribute('src'))).toEqual(['/b.js', '/c.js']))
  expect(scripts().map((script) => script.async)).toEqual([false, false])
})

test.each([
  ['a line that brought the page in 49 ms', { responseStart: 10, responseEnd: 59 }, []],
  ['a line that took 51 ms', { responseStart: 10, responseEnd: 61 }, ['/b.js']],
  ['a page that is still arriving', { responseStart: 10, responseEnd: 0 }, ['/b.js']],
])('the longest script is fetched before the page is painted or after it: %s', (_, times, before) => {
  window.history.replaceState(null, '', '/swap')
  stubFetch({})
  const tags = document.createElement('div')
  tags.innerHTML =
    '<link data-rel="modulepreload" href="/a.js"><link data-rel="modulepreload" data-longest href="/b.js">'
  document.body.append(tags)
  onTestFinished(() => tags.remove())
  const fetched = () => [...tags.querySelectorAll('link[rel]')].map((link) => link.getAttribute('href'))
  const paint = runScripts([], () => {}, times)
  expect(fetched()).toEqual(before)
  paint()
  expect(fetched()).toEqual(['/a.js', '/b.js'])
})

test.each([
  ['at an address with a slash at its end', '/swap/', () => {}],
  ['where the browser tells nothing of its paints', '/swap', () => vi.stubGlobal('PerformanceObserver', undefined)],
])('the scripts of the page run also %s', async (_, path, arrange) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  window.history.replaceState(null, '', path)
  const asked = stubFetch({})
  const script = Object.assign(document.createElement('script'), { type: 'waiting' })
  document.body.append(script)
  onTestFinished(() => script.remove())
  runScripts([], arrange)
  expect(script.type).toBe('waiting')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(script.type).toBe('module')
  expect(asked.toSorted()).toEqual(['/api/blockchain', '/notice.json', '/start.json?'])
})

/** Answers `/start.json` with a pair; gives what was asked for. */
function stubFetch(pair: object): readonly string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(path.startsWith('/start.json') ? pair : {})
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return asked
}

/** The start page as it is written at build time. */
function drawnPage(): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = prerender('/swap')
  document.body.append(root)
  onTestFinished(() => root.remove())
  return root
}

/**
 * Runs the inline scripts of the page about the start page, with what the header of its response says and when it arrived;
 * gives what the browser does when it has painted.
 */
function runScripts(serverTiming: readonly object[] = [], arrange = () => {}, times = {}): () => void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ serverTiming, ...times }] as never)
  let paint = () => {}
  const Observer = class {
    constructor(onPaint: () => void) {
      paint = onPaint
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  arrange()
  vi.stubGlobal('tidegateEarlyRequests', undefined)
  vi.stubGlobal('tidegateStartPair', undefined)
  // Nothing is left waiting for the paint when a test ends.
  onTestFinished(() => {
    paint()
    vi.restoreAllMocks()
  })
  const texts = [...readFileSync('index.html', 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => text,
  )
  const scripts = texts.filter((text) => text.includes('tidegateStartPair'))
  expect(scripts).toHaveLength(2)
  // Both share what they declare, as in a page.
  runInThisContext(`{${scripts.join('\n')}}`)
  return paint
}

test.each(paths)('%s, as written, obeys its own policy: no style attributes, no scripts, no event handlers', (path) => {
  expect(prerender(path)).not.toMatch(/\sstyle=|<script|\son\w+=/)
})
