/** What was typed into the start page before the swap form was there. */
export type EarlyAmount = { readonly text: string; readonly hadFocus: boolean }

let kept: EarlyAmount | undefined

/** The start page's field is about to be removed: keeps what the person left in it. */
export function keepEarlyAmount(field: HTMLInputElement): void {
  kept = { text: field.value, hadFocus: document.activeElement === field }
}

/** What was kept, once: a form that is opened later begins empty. */
export function takeEarlyAmount(): EarlyAmount | undefined {
  const taken = kept
  kept = undefined
  return taken
}
