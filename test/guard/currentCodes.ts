import { currentKey, retired } from '../../src/guard/findings/retired'

/* Cases name the rule that caught them when they were written. Its findings have the codes of today. */

type Found = { readonly code: string; readonly kind: string }

/** Whether a rule of these codes, of any version, made a finding. */
export function isOf(found: Found, codes: readonly string[]): boolean {
  const now = keyOf(currentKey(found.code, found.kind))
  return codes.some((code) => {
    const renamed = Object.keys(retired).filter((key) => key.startsWith(`${code}.`) && retired[key] === now)
    return renamed.length > 0 || keyOf(currentKey(code, now.split('.')[1]!)) === now
  })
}

function keyOf({ code, kind }: Found): string {
  return `${code}.${kind}`
}

/** The rules that ask the question of a code now: more than one where its findings were divided. */
export function currentCodes(code: string): readonly string[] {
  const divided = Object.keys(retired).filter((key) => key.startsWith(`${code}.`))
  return [...new Set([code, ...divided].map((key) => currentKeyOf(key).split('.')[0]!))]
}

/** `V-042.too-much`, `V-042 block` or `V-042` in the words of today. */
export function currentKeyOf(key: string): string {
  const [, code = key, rest = ''] = /^([A-Z]-\d+[a-e]?)(.*)$/.exec(key) ?? []
  const current = currentKey(code, rest.replace(/^\./, ''))
  return rest.startsWith('.') ? `${current.code}.${current.kind}` : `${current.code}${rest}`
}
