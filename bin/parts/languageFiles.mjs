import { readdirSync } from 'node:fs'
import { inProject } from './project.mjs'

/** The files with the texts of a language, by what first needs them: a letter for each. */
const firstNeeded = {
  // Every screen.
  a: /^src\/(app|ui|signing\/notice|components\/(tokens|positions|accounts\/connect|halt|refusal|storage|typedNumber|pools\/hook))\b/,
  s: /^src\/(screens\/swap|components\/slippage)\b/,
  p: /^src\/(screens\/pools|components\/(pools|prices))\b/,
  l: /^src\/(screens\/liquidity|components\/sequences)\b/,
  o: /^src\/(screens|components\/(help|names|orders))\b/,
  // Reviews, orders and failures.
  c: /^src\//,
}

export const textParts = Object.keys(firstNeeded)

/** The part with the texts of a catalogue. */
export function textPartOf(catalogue) {
  return textParts.find((part) => firstNeeded[part].test(catalogue))
}

/** In the place of the addresses and hashes of the files with texts, until integrity.mjs writes them. */
export const filesPlace = '@files@'

/** The languages that have a file of translators. Imports no package: `npm start` needs it before it installs any. */
export function languagesWithFiles() {
  const files = readdirSync(inProject('src', 'ui', 'languages'))
  return files.filter((file) => file.endsWith('.po')).map((file) => file.replace('.po', ''))
}
