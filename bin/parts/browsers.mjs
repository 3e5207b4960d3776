import { readFileSync } from 'node:fs'
import { inProject } from './project.mjs'

/** The oldest supported browsers, as `browserslist` in package.json names them and as the bundler does: `chrome111`. */
export const browsers = JSON.parse(readFileSync(inProject('package.json'), 'utf8')).browserslist.map((each) =>
  each.replace(/^ios_saf/, 'ios').replace(' >= ', ''),
)
