/** The amount typed into the static start page before the swap form loaded. */
export type EarlyAmount = { readonly text: string; readonly hadFocus: boolean }

let kept: EarlyAmount | undefined

/** Keeps the amount and focus of the start page's field before the field is removed. */
export function keepEarlyAmount(field: HTMLInputElement): void {
  kept = { text: field.value, hadFocus: document.activeElement === field }
}

/** Returns the kept amount once; a form opened later starts empty. */
export function takeEarlyAmount(): EarlyAmount | undefined {
  const taken = kept
  kept = undefined
  return taken
}
