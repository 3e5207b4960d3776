import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientListing, servicesWith, usdc } from '../../test/services'
import { wrapTexts } from '../../test/translator'
import type { AppServices } from './buildServices'
import { dialogs } from './dialogs'
import { lazyOrderService } from './orders/lazyOrderService'
import { prerender } from './prerender'
import { startApp } from './startApp'

/** The start page before the app's own scripts run, with the tokens of the gateway. */
async function startPage() {
  window.history.replaceState(null, '', '/swap')
  const pair = { sell: { symbol: 'ETH', chain: 'Harbor' }, buy: { symbol: 'USDC', chain: 'Harbor' } }
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.startsWith('/start.json') ? pair : {}))
  onTestFinished(() => void vi.unstubAllGlobals())
  const root = document.createElement('div')
  root.innerHTML = prerender()
  document.body.append(root)
  onTestFinished(() => root.remove())
  runScripts()
  await screen.findByRole('button', { name: 'Token to receive: USDC on Harbor' })
  return root
}

const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))

test('the tokens of the gateway are written into the start page as text, and a missing one keeps its placeholder', async () => {
  window.history.replaceState(null, '', '/swap?from=741001:native&amount=5&recipient=0xabc')
  const asked = stubFetch({ sell: { symbol: '$&<b>', chain: 'Harbor' } })
  const root = drawnPage()
  runScripts()
  const pay = await screen.findByRole('button', { name: 'Token to pay: $&<b> on Harbor' })
  // On a busy computer the rest of the page is requested by now, too.
  expect(asked[0]).toBe('/start.json?from=741001%3Anative')
  expect(pay).toBeVisible()
  expect(pay).toHaveTextContent('$&<b>Harbor')
  expect(screen.queryByRole('button', { name: /^Token to receive/ })).toBeNull()
  expect(root.querySelectorAll('[data-placeholder]')).toHaveLength(1)
})

/** Lets the app replace the start page, with services that are there immediately or when `opening` resolves. */
async function start(root: HTMLElement, opening: Promise<AppServices> = Promise.resolve(services())) {
  window.scrollTo = vi.fn()
  await act(async () => {
    const app = await startApp(root, opening)
    onTestFinished(() => act(() => app.unmount()))
  })
}

function services(): AppServices {
  const orderService = lazyOrderService(() => Promise.reject(new Error('No orders in this story.')))
  const client = clientListing([usdc])
  return { queries: new QueryClient(), services: servicesWith({ client, dialogs, orderService }) }
}

const amountField = () => screen.getByRole('textbox', { name: 'You pay' })

test('the amount typed on the start page, and its focus, are in the swap form that replaces it', async () => {
  const root = await startPage()
  fireEvent.change(amountField(), { target: { value: '1.5' } })
  amountField().focus()
  await start(root)
  expect(amountField()).toHaveValue('1.5')
  expect(amountField()).toHaveFocus()
  expect(root.querySelector('[data-start]')).toBeNull()
})

test('the focus on a link or a button of the header stays when the app replaces the start page', async () => {
  for (const [role, name] of [
    ['link', 'Pools'],
    ['button', 'Settings'],
  ] as const) {
    const root = await startPage()
    screen.getByRole(role, { name }).focus()
    await start(root)
    expect(screen.getByRole(role, { name })).toHaveFocus()
    act(() => root.remove())
  }
})

test.each(['Settings', 'Connect wallet'])('a press on %s before the app runs opens its dialog once', async (name) => {
  const root = await startPage()
  press(name)
  const opened: string[] = []
  onTestFinished(dialogs.store.subscribe(({ is }) => opened.push(is)))
  await start(root)
  expect(opened).toEqual([name === 'Settings' ? 'settings' : 'connect'])
  act(dialogs.close)
})

test('a button that is being pressed when the app is ready stays until its release, and its click counts', async () => {
  const root = await startPage()
  const settings = screen.getByRole('button', { name: 'Settings' })
  const find = document.querySelector.bind(document)
  let held: Element | null = settings
  // Simulated documents have no pressed elements.
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
    selector === '#root :active' ? held : find(selector),
  )
  const opened: string[] = []
  onTestFinished(dialogs.store.subscribe(({ is }) => opened.push(is)))
  setTimeout(() => {
    expect(settings).toBeInTheDocument()
    fireEvent.click(settings)
    held = null
  }, 100)
  await start(root)
  expect(opened).toEqual(['settings'])
  expect(settings).not.toBeInTheDocument()
  act(dialogs.close)
})

/**
 * Changes that extensions and translators make to a page before its scripts run: to each of some elements, or to all of
 * it.
 */
const edits: Readonly<Record<string, readonly [selector: string, edit: (element: Element, root: Element) => void]>> = {
  'a word is replaced': ['nav li:first-child span', (word) => word.replaceChildren('Tausch')],
  'every text is wrapped': [':scope > *', (all) => wrapTexts(all)],
  'elements are inserted': ['div', (each) => each.prepend(document.createElement('x-helper'))],
  'attributes are added': ['*', (each) => each.setAttribute('data-helper', '1')],
  'attributes are removed': ['input, nav *', (each) => bare(each)],
  'elements are removed': ['footer, header, [data-placeholder]', (each) => each.remove()],
  'elements are moved': ['header', (header, root) => root.append(header)],
  'the field is wrapped': ['input', (field) => wrapIn(document.createElement('x-helper'), field)],
}

function bare(element: Element) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
}

function wrapIn(around: Element, element: Element) {
  element.replaceWith(around)
  around.append(element)
}

test.each(Object.entries(edits))(
  'the swap form replaces the start page and keeps its typed text, although before that %s',
  async (_, [selector, edit]) => {
    const shout = vi.spyOn(console, 'error')
    onTestFinished(() => shout.mockRestore())
    // The policy of the page forbids it ('require-trusted-types-for').
    const html = vi.spyOn(Element.prototype, 'innerHTML', 'set')
    const root = drawnPage()
    for (const element of root.querySelectorAll(selector)) edit(element, root)
    window.history.replaceState(null, '', '/swap')
    stubFetch({ sell: { symbol: 'ETH', chain: 'Harbor' } })
    runScripts([
      { name: 'tidegate-pair', description: encodeURIComponent('{"sell":{"symbol":"ETH","chain":"Harbor"}}') },
    ])
    fireEvent.change(root.querySelector('input')!, { target: { value: '2.5' } })
    html.mockClear()
    await start(root)
    expect(amountField()).toHaveValue('2.5')
    expect(screen.getByRole('navigation', { name: 'Main' })).toHaveTextContent('Swap')
    expect(root.querySelector('x-helper, font, [data-helper]')).toBeNull()
    expect(shout).not.toHaveBeenCalled()
    expect(html).not.toHaveBeenCalled()
    html.mockRestore()
  },
)

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

test("the tokens in the page's response header are shown immediately, without a request", () => {
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

test('what the start page loads begins in its first frame, and its scripts run with all its styles', async () => {
  window.history.replaceState(null, '', '/swap')
  const asked = stubFetch({ sell: { symbol: 'ETH', chain: 'Harbor' } })
  const tags = document.createElement('div')
  tags.innerHTML =
    '<link data-rel="stylesheet" href="/a.css"><link data-rel="modulepreload" href="/b.js">' +
    '<script type="waiting" src="/b.js"></script><script type="waiting" src="/c.js"></script>'
  document.body.append(tags)
  onTestFinished(() => tags.remove())
  const frame = runScripts()
  const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')]
  onTestFinished(() => scripts().forEach((script) => void script.remove()))
  expect([tags.querySelector('[rel]'), asked]).toEqual([null, ['/start.json?']])
  frame()
  frame()
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
])('the longest script is fetched before the first frame or in it: %s', (_, times, before) => {
  window.history.replaceState(null, '', '/swap')
  stubFetch({})
  const tags = document.createElement('div')
  tags.innerHTML =
    '<link data-rel="modulepreload" href="/a.js"><link data-rel="modulepreload" data-longest href="/b.js">'
  document.body.append(tags)
  onTestFinished(() => tags.remove())
  const fetched = () => [...tags.querySelectorAll('link[rel]')].map((link) => link.getAttribute('href'))
  const frame = runScripts([], () => {}, times)
  expect(fetched()).toEqual(before)
  frame()
  expect(fetched()).toEqual(['/a.js', '/b.js'])
})

test.each([
  ['at an address with a slash at its end', '/swap/', () => {}],
  ['where the browser draws no frame', '/swap', () => void vi.mocked(requestAnimationFrame).mockReturnValue(0)],
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

/** Answers `/start.json` with a pair; returns the requests. */
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
  root.innerHTML = prerender()
  document.body.append(root)
  onTestFinished(() => root.remove())
  return root
}

/**
 * Runs the inline scripts of the page about the start page, with the header and the arrival time of its response;
 * returns the callback of the first frame.
 */
function runScripts(serverTiming: readonly object[] = [], arrange = () => {}, times = {}): () => void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ serverTiming, ...times }] as never)
  let frame = () => {}
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((onFrame) => {
    frame = () => onFrame(0)
    return 0
  })
  arrange()
  vi.stubGlobal('tidegateEarlyRequests', undefined)
  vi.stubGlobal('tidegateStartPair', undefined)
  // Nothing is left waiting for the frame when a test ends.
  onTestFinished(() => {
    frame()
    vi.restoreAllMocks()
  })
  const texts = [...readFileSync('index.html', 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => text,
  )
  const scripts = texts.filter((text) => text.includes('tidegateStartPair'))
  expect(scripts).toHaveLength(2)
  // Both share what they declare, as in a page.
  runInThisContext(`{${scripts.join('\n')}}`)
  frames.mockRestore()
  return frame
}

test('the start page, as written, obeys its own policy: no style attributes, no scripts, no event handlers', () => {
  expect(prerender()).not.toMatch(/\sstyle=|<script|\son\w+=/)
})

test.each([
  ['while it composes', { isComposing: true }],
  ['as Safari sends it after the composition', { keyCode: 229 }],
])('Enter and Escape of an input method, %s, choose no token and close no list', async (_, composing) => {
  const root = await startPage()
  await start(root)
  press(/^Token to pay/)
  const dialog = await screen.findByRole('dialog')
  const search = dialog.querySelector('input') ?? dialog
  for (const key of ['Enter', 'Escape', 'ArrowDown']) {
    fireEvent.keyDown(search, { key, ...composing })
    expect(screen.getByRole('dialog')).toBeVisible()
  }
  fireEvent.keyDown(search, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
