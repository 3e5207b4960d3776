import type { Page } from 'playwright-core'
import { isDeep } from '../depth'
import { inaccessible } from './accessible'
import { overflows, widths } from './fit'
import { brokenHeadings, hiddenText, setTextSpacing, smallTargets } from './reading'
import { shiftsOf } from './shifts'

/** The horizontal shift by the loaded font: its text is as wide as before, but single words differ. */
export const shiftOfFont = 0.003

/** A state that is opened at both widths is looked at in the theme of each, and as wide as its layout is used. */
export const widthsOf = { phone: [320, 390], wide: [768, 1024, 1440] } as const

type Options = {
  /** For a state that is also opened at the other width: its common parts are probed only one time. */
  readonly face?: keyof typeof widthsOf
  /** Whether the state is opened in one theme only, so that its colours are looked at in the other one as well. */
  readonly otherTheme?: boolean
  /** Whether words may be made longer and mirrored at the end: the page is then of no more use. */
  readonly isLast?: boolean
  /** Whether the page has just been opened, with its shifts watched. */
  readonly isOpened?: boolean
}

/**
 * All faults of the current page, as sentences. The probes are axe (in depth also from right to left), targets,
 * headings, overflow at five widths, hidden and cut text (with normal and wide spacing), layout shifts, and longer
 * words.
 */
export async function faultsOf(
  page: Page,
  { face, otherTheme = !face, isLast = false, isOpened = false }: Options = {},
): Promise<string[]> {
  const sizes = face ? widthsOf[face] : widths
  const found: string[] = []
  const note = (what: string, faults: readonly string[]) => found.push(...faults.map((fault) => `${what}: ${fault}`))
  if (isOpened) {
    const { total, moved } = await shiftsOf(page)
    if (total >= shiftOfFont) note(`shifted by ${total.toFixed(4)}`, moved)
  }
  note('axe', await inaccessible(page, { otherTheme, mirrored: isDeep }))
  note('headings', await brokenHeadings(page))
  note('small target', await smallTargets(page))
  note('overflow', await overflows(page, sizes))
  note('hidden text', await hiddenText(page))
  const undo = await setTextSpacing(page)
  note('hidden text, set wider', await hiddenText(page))
  await undo()
  if (isLast) {
    await page.evaluate(mirrorWithLongerWords)
    note('overflow, mirrored with longer words', await overflows(page, sizes))
  }
  return found
}

/** The probes of long stories: in the theme and direction of the page, and in `npm run test:deep` in all of them. */
export async function axeAndOverflow(page: Page): Promise<string[]> {
  return [
    ...(await inaccessible(page, { otherTheme: isDeep, mirrored: isDeep })),
    ...(await overflows(page, widthsOf.phone)),
  ]
}

/** Runs in the page: mirrors it, and makes its text a third longer. */
export function mirrorWithLongerWords() {
  const long = new WeakMap<Node, string>()
  const isWords = (node: Node) =>
    /\p{L}{3}/u.test(node.nodeValue ?? '') &&
    !node.parentElement?.closest('bdi, code, data, script, style, textarea, option, [data-letters]')
  const stretch = (node: Node) => {
    if (node.nodeType !== Node.TEXT_NODE) return node.childNodes.forEach(stretch)
    if (!isWords(node) || long.get(node) === node.nodeValue) return
    const words = node.nodeValue ?? ''
    const longer = `${words}${' אבגדהו'.repeat(Math.max(1, Math.round(words.length / 20)))}`
    long.set(node, longer)
    node.nodeValue = longer
  }
  document.documentElement.dir = 'rtl'
  stretch(document.body)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      stretch(target)
      addedNodes.forEach(stretch)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
