/** The amount typed into the static start page before the swap form loaded. */
export type EarlyAmount = { readonly text: string; readonly hadFocus: boolean }

let amount: EarlyAmount | undefined
let token: { readonly side: string | undefined; readonly was: EarlyToken } | undefined

/** What was done with a token of the start page: a pressed one has the focus as well. */
export type EarlyToken = 'pressed' | 'focused'

/** Keeps what was done on the start page, before the page is removed: its amount, its focus, and a pressed token. */
export function keepEarlyInput(page: HTMLElement): void {
  const field = page.querySelector('input')
  const tokens = [...page.querySelectorAll<HTMLElement>('button[data-start]')]
  amount = field ? { text: field.value, hadFocus: document.activeElement === field } : undefined
  const pressed = tokens.find(({ dataset }) => dataset.pressed !== undefined)
  const focused = tokens.find((button) => document.activeElement === button)
  const found = pressed ?? focused
  token = found && { side: found.dataset.start, was: pressed ? 'pressed' : 'focused' }
}

declare global {
  var tidegateEarlyPress: (() => HTMLButtonElement | undefined) | undefined
}

/** Asked for while this module loads: what is pressed from then on is heard by React itself. */
let button = globalThis.tidegateEarlyPress?.()

/** Presses the button that was pressed before React listened. A token of the start page waits for the form instead. */
export function repeatEarlyPress(): void {
  if (button?.isConnected && button.dataset.start === undefined) button.click()
  button = undefined
}

/** Returns the kept amount once; a form opened later starts empty. */
export function takeEarlyAmount(): EarlyAmount | undefined {
  const taken = amount
  amount = undefined
  return taken
}

/** Returns once what was done with this side's token. */
export function takeEarlyToken(side: 'sell' | 'buy'): EarlyToken | undefined {
  if (token?.side !== side) return undefined
  const { was } = token
  token = undefined
  return was
}
