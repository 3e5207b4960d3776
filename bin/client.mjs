#!/usr/bin/env node
import { writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'
import { install } from './parts/install.mjs'
import { inProject, requireNode } from './parts/project.mjs'

// `npm run client -- [URL or file of an OpenAPI description] [file to write]`: the types for openapi-fetch (docs/api.md).
requireNode()
await install({ development: true })
const [source = inProject('public', 'openapi.json'), file = 'tidegate.d.ts'] = process.argv.slice(2)

// openapi-typescript writes with the compiler API of TypeScript 5, which TypeScript 7 no longer has.
const redirect =
  "export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript5' : name, context)"
register(`data:text/javascript,${encodeURIComponent(redirect)}`)
const { default: readDescription, astToString } = await import('openapi-typescript')
const description = URL.canParse(source) ? new URL(source) : pathToFileURL(source)
writeFileSync(file, astToString(await readDescription(description)))
console.log(`${file} has the types of ${source}.`)
