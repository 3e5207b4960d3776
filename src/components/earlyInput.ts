/** The amount typed into the prerendered start page before the swap form replaces it. */
export type EarlyAmount = { readonly text: string; readonly hadFocus: boolean }

let amount: EarlyAmount | undefined
let token: { readonly side: string | undefined; readonly was: EarlyToken } | undefined

/** The early action on a token of the start page: a pressed one has the focus as well. */
export type EarlyToken = 'pressed' | 'focused'

/**
 * The early action in the header of the start page: a selector of the element that has the focus, and the requested
 * dialog.
 */
export type EarlyHeader = { readonly focused: string | undefined; readonly dialog: string | undefined }

declare global {
  var tidegateEarlyPress: (() => Promise<HTMLButtonElement | undefined>) | undefined
}

/** Keeps typed text, presses and focus of the start page, for the form and the header that replace it. */
export function keepEarlyInput(page: HTMLElement, lastPress?: HTMLButtonElement | undefined): EarlyHeader {
  const field = page.querySelector('input')
  const active = document.activeElement
  amount = field ? { text: field.value, hadFocus: active === field } : undefined
  const pressed = page.querySelector<HTMLElement>('[data-start][data-pressed]')
  const found = pressed ?? page.querySelector<HTMLElement>('[data-start]:focus')
  token = found ? { side: found.dataset.start, was: pressed ? 'pressed' : 'focused' } : undefined
  return {
    focused: active && page.contains(active) ? selectorOf(active) : undefined,
    dialog: lastPress?.dataset.dialog,
  }
}

function selectorOf(element: Element): string | undefined {
  const name = ['data-dialog', 'href'].find((name) => element.hasAttribute(name))
  return name && `[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`
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
