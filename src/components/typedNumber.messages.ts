import type { TypedAmount } from '../domain/amount'
import { grouped } from '../domain/text/figure'
import { exchangedSigns } from '../domain/text/locale'
import type { Token } from '../domain/token'
import { isNotANumber, type NotANumber } from '../domain/typedNumber'
import { defineMessages } from '../ui/messages'

/** The problem of a typed number. */
export const typedNumberMessages = defineMessages({
  /** `example`: a valid text to enter instead. */
  problem: problemText,
  /** Of an amount of a token; '' where it has none. */
  ofAmount: (typed: TypedAmount, { symbol, decimals }: Token) => {
    if (typed.is !== 'invalid') return ''
    if (isNotANumber(typed)) return problemText(typed)
    if (typed.why !== 'too precise') return 'This amount is too large.'
    return decimals === 0
      ? `${symbol} comes in whole tokens only.`
      : `${symbol} has at most ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}.`
  },
})

function problemText(problem: NotANumber, example = 'Enter a number such as 1.5 or 1,5.'): string {
  if (problem.why === 'ambiguous') {
    const [decimal, thousands] = problem.readings
    return `${exchangedSigns(decimal)} or ${grouped(thousands)}? Type ${exchangedSigns(decimal)} or ${thousands}.`
  }
  return problem.character === undefined ? example : `Remove ${characterName(problem.character)}. ${example}`
}

function characterName(character: string): string {
  if (/\s/.test(character)) return 'the space'
  if (!/[\p{C}\p{M}\u00ad\u115f\u1160\u3164]/u.test(character)) return `“${exchangedSigns(character)}”`
  return `an invisible character (U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`
}
