import { readdirSync } from 'node:fs'
import { inProject } from './project.mjs'

/** The languages that have a file of translators. Imports no package: `npm start` needs it before it installs any. */
export function languagesWithFiles() {
  const files = readdirSync(inProject('src', 'ui', 'languages'))
  return files.filter((file) => file.endsWith('.po')).map((file) => file.replace('.po', ''))
}
