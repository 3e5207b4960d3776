import { build } from 'vite'
import { inProject } from './project.mjs'

/** A module and all that it imports, as one script that stands in a page. */
export async function inlineScript(module) {
  const { output } = await build({
    configFile: false,
    root: inProject(),
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: inProject(...module.split('/')), output: { format: 'iife' } },
    },
  })
  const [{ code }, ...others] = output
  if (others.length > 0 || code.includes('</script')) throw new Error(`${module} cannot stand in a page.`)
  return `<script>${code.trim()}</script>`
}
