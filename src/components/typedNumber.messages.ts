import { grouped } from '../domain/text/figure'
import type { NotANumber } from '../domain/typedNumber'
import { defineMessages } from '../ui/messages'

/** What is wrong with a typed number. */
export const typedNumberMessages = defineMessages({
  /** `example`: what to enter instead. */
  problem: (problem: NotANumber, example = 'Enter a number such as 1.5 or 1,5.') => {
    if (problem.why === 'ambiguous') {
      const [decimal, thousands] = problem.readings
      return `${decimal} or ${grouped(thousands)}? Type ${decimal} or ${thousands}.`
    }
    return problem.character === undefined ? example : `Remove ${characterName(problem.character)}. ${example}`
  },
})

function characterName(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  if (/\s/.test(character)) return 'the space'
  if (/[\p{C}\p{M}\u00ad\u115f\u1160\u3164]/u.test(character))
    return `an invisible character (${invisible[code] ?? ''}U+${code})`
  return `“${character}”`
}

const invisible: Readonly<Record<string, string>> = {
  '00AD': 'soft hyphen, ',
  '200B': 'zero-width space, ',
  '200C': 'zero-width non-joiner, ',
  '200D': 'zero-width joiner, ',
  '200E': 'left-to-right mark, ',
  '200F': 'right-to-left mark, ',
  '2060': 'word joiner, ',
}
