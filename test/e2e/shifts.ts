import type { Page, Request, Route } from 'playwright-core'

/** The layout shifts of a page without input. */
export type Shifts = {
  /** The sum of the browser's own layout shift scores. */
  readonly total: number
  /** The shifted elements with their old and new places, for the message of a failed test. */
  readonly moved: readonly string[]
}

/** Notes every layout shift of every document that the page opens from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(noteShifts)
}

export async function shiftsOf(page: Page): Promise<Shifts> {
  const shifts = await page.evaluate((): readonly Shift[] => Reflect.get(window, 'notedShifts') ?? [])
  return {
    total: shifts.reduce((total, { score }) => total + score, 0),
    moved: shifts.flatMap(({ score, moved }) => moved.map((text) => `${score.toFixed(4)}: ${text}`)),
  }
}

type Shift = { readonly score: number; readonly moved: readonly string[] }

/** Runs in the page, before its scripts. */
function noteShifts(): void {
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  const shifts: Shift[] = []
  Reflect.set(window, 'notedShifts', shifts)
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return 'something that is gone'
    const path: string[] = []
    for (let each: Element | null = element; each && each.id !== 'root' && path.length < 6; each = each.parentElement)
      path.unshift(`${each.localName}${each.getAttribute('role') ? `[role=${each.getAttribute('role')}]` : ''}`)
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    return `${path.join(' > ')} "${words}"`
  }
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources: Source[] = Reflect.get(entry, 'sources')
      shifts.push({
        score: Number(Reflect.get(entry, 'value')),
        moved: sources.map(
          ({ node, previousRect, currentRect }) => `${nameOf(node)} ${boxOf(previousRect)} → ${boxOf(currentRect)}`,
        ),
      })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Which of the answers that wait comes next: the one asked for first, or the one asked for last. */
export const answerOrders = ['first asked', 'last asked'] as const
type AnswerOrder = (typeof answerOrders)[number]

/**
 * Answers that come one at a time, each once the page has drawn the one before. The order of fast and slow answers is
 * then deterministic: the page is drawn in every state between its first and its last answer.
 */
export class SlowAnswers {
  readonly #page: Page
  readonly #waiting: Route[] = []

  private constructor(page: Page) {
    this.#page = page
  }

  /** From now on nothing but the document and its style sheet is answered. */
  static async of(page: Page): Promise<SlowAnswers> {
    const answers = new SlowAnswers(page)
    await page.route('**/*', (route) => {
      // Browsers draw nothing before the style sheet is there.
      const kind = route.request().resourceType()
      if (kind === 'document' || kind === 'stylesheet') return route.continue()
      answers.#waiting.push(route)
      return undefined
    })
    return answers
  }

  /** Lets the answers come until nothing was asked for half a second. */
  async letCome(order: AnswerOrder): Promise<void> {
    for (let pauses = 0; pauses < 5; ) {
      const route = order === 'first asked' ? this.#waiting.shift() : this.#waiting.pop()
      if (route) {
        pauses = 0
        const arrived = this.#arrivalOf(route.request())
        await route.continue()
        await arrived
        await this.#drawn()
      } else {
        pauses += 1
        await this.#page.waitForTimeout(100)
      }
    }
  }

  /** An answer that no script has read yet does not finish: it is not waited for longer than half a second. */
  #arrivalOf(request: Request): Promise<unknown> {
    const isIt = (other: Request) => other === request
    return Promise.race([
      this.#page.waitForEvent('requestfinished', isIt),
      this.#page.waitForEvent('requestfailed', isIt),
      this.#page.waitForTimeout(500),
    ])
  }

  /** Two frames: React draws in the first at the latest. */
  #drawn(): Promise<void> {
    return this.#page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    )
  }
}
