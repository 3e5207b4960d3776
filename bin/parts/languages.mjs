import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { problemOf, translateSource, unitsOf } from './catalogue.mjs'
import { filesPlace, languagesWithFiles, textPartOf, textParts } from './languageFiles.mjs'
import { inProject, root } from './project.mjs'

/*
 * The files of translators (`src/ui/languages/<language>.po`), and the catalogues that the build makes of them.
 * docs/contributing-translations.md explains the files.
 */

/** Catalogues that stay in English: for operators and support, files for other programs, and the service's own messages. */
const inEnglish =
  /^src\/(screens\/inspect|doctor|protocol|wallets)\/|^src\/(ui\/messages|screens\/activity\/csv\.messages)\.ts$/

const virtual = 'virtual:translations'

/** The catalogue of the HTML files, which the build renders on the server's side. */
const forPages = 'src/app/pages.messages.ts'

/** The catalogues of the app, as paths in the project. */
export function catalogueFiles() {
  return readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /[./]messages\.ts$/.test(path) && !inEnglish.test(path))
    .sort()
}

/**
 * The problems of the file of a language, as sentences: a missing or unused message, or a translation that cannot be
 * used.
 */
export function problemsOf(language) {
  const known = parseTranslations(language)
  const problems = []
  for (const file of catalogueFiles()) {
    const translations = known.get(file) ?? new Map()
    for (const { message } of unitsOf(sourceOf(file))) {
      const translation = translations.get(message)
      const problem = translation ? problemOf(message, translation) : 'It has no translation.'
      if (problem) problems.push(`${language}.po, ${file}, “${message}”: ${problem}`)
      translations.delete(message)
    }
  }
  for (const [file, unused] of known)
    for (const message of unused.keys()) problems.push(`${language}.po, ${file}, “${message}”: no catalogue has it.`)
  return problems
}

/** Writes the file of a language again: new messages without translation, and none that no catalogue has. */
export function updateFile(language) {
  const known = readTranslations(language)
  const entries = catalogueFiles().flatMap((file) =>
    unitsOf(sourceOf(file)).map(({ message }) =>
      [
        `msgctxt ${JSON.stringify(file)}`,
        `msgid ${JSON.stringify(message)}`,
        `msgstr ${JSON.stringify(known.get(file)?.get(message) ?? '')}`,
      ].join('\n'),
    ),
  )
  writeFileSync(fileOf(language), [`${header(language)}\n`, ...entries.map((entry) => `${entry}\n`)].join('\n'))
}

/** The translations of a language: by file, then by English message. A build reads them for every catalogue. */
export function readTranslations(language) {
  const changed = statSync(fileOf(language)).mtimeMs
  if (read.get(language)?.changed !== changed) read.set(language, { changed, texts: parseTranslations(language) })
  return read.get(language).texts
}

const read = new Map()

function parseTranslations(language) {
  const translations = new Map()
  let entry = {}
  let field = ''
  for (const line of readFileSync(fileOf(language), 'utf8').split('\n')) {
    const [, name, text] = /^(msgctxt|msgid|msgstr)? ?(".*")$/.exec(line) ?? []
    if (text === undefined) continue
    if (name) field = name
    if (name === 'msgctxt') entry = {}
    entry[field] = (name ? '' : entry[field]) + JSON.parse(text)
    if (!entry.msgctxt || field !== 'msgstr' || entry.msgstr === '') continue
    const ofFile = translations.get(entry.msgctxt) ?? new Map()
    translations.set(entry.msgctxt, ofFile.set(entry.msgid, entry.msgstr))
  }
  return translations
}

/**
 * The plugin of the build: gives each catalogue its name, and makes `virtual:translations`, a module for each part of a
 * language (`virtual:translations/de/a`) and the translated catalogues, which are the English sources with other
 * literals. Their module is the same with `?language=de`.
 *
 * @internal used by the settings of Vite and Vitest
 */
export function translations({ isWidget = false } = {}) {
  const files = new Map(catalogueFiles().map((file) => [join(root, file), file]))
  return {
    name: 'translations',
    enforce: 'pre',
    // Vitest caches modules by their own text; these depend on the files of the translators as well.
    configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
      defineKey(({ id }) => (id.includes(virtual) || /\?language=/.test(id) ? false : undefined))
    },
    async resolveId(source, importer) {
      if (source.startsWith(virtual)) return `\0${source}`
      const [, language] = /\?language=([\w-]+)$/.exec(importer ?? '') ?? []
      if (!language || !source.startsWith('.')) return undefined
      const resolved = await this.resolve(source, importer.replace(/\?.*$/, ''), { skipSelf: true })
      return resolved && files.has(resolved.id) ? `${resolved.id}?language=${language}` : resolved
    },
    load(id, { ssr } = {}) {
      if (id === `\0${virtual}`) return isWidget ? scriptLoaders : loaders()
      const isUsed = (file) => (ssr || file !== forPages) && (isWidget || !file.startsWith('src/widget/'))
      const used = [...files].filter(([, file]) => isUsed(file))
      if (id.startsWith(`\0${virtual}/widget/`)) return languageScript(id.split('/').at(-1))
      const [, ofLanguage, part] = id.startsWith(`\0${virtual}/`) ? id.split('/') : []
      if (part) return languageModule(used, ofLanguage, part)
      const [, path, language] = /^(.*)\?language=([\w-]+)$/.exec(id) ?? []
      const file = files.get(path)
      if (!file) return undefined
      this.addWatchFile(fileOf(language))
      return translatedModule(file, language)
    },
    transform(code, id) {
      const file = files.get(id)
      if (!file) return undefined
      const call = definitionOf(parseAst(code, { lang: 'ts' }))
      if (!call) return undefined
      const { end } = call.arguments[0]
      return { code: `${code.slice(0, end)}, '${nameOf(file)}'${code.slice(end)}`, map: null }
    },
  }
}

function loaders() {
  const parts = (language) => textParts.map((part) => `${part}: () => import('${virtual}/${language}/${part}'),`)
  const languages = languagesWithFiles().map((language) => `'${language}': { ${parts(language).join(' ')} },`)
  return `export const translations = {\n${languages.join('\n')}\n}\nexport const files = '${filesPlace}'`
}

/** The widget is one script in English. Those of the other languages are next to it, with all their texts. */
const scriptLoaders = `export const files = {}
const loader = (language, part) => () =>
  import(/* @vite-ignore */ new URL('tidegate-swap.' + language + '.js', import.meta.url).href).then((script) => {
    script.activate()
    return { texts: script.texts[part] }
  })
export const translations = new Proxy({}, { get: (_, language) => ({ ${textParts.map((part) => `${part}: loader(language, '${part}')`).join(', ')} }) })`

/**
 * The script of a language for the widget. Its texts are functions that write figures, with copies of the modules of the
 * widget: these get the language, too.
 */
function languageScript(language) {
  const parts = textParts.map((part) => `import { texts as ${part} } from '${virtual}/${language}/${part}'`)
  return `${parts.join('\n')}
import { translateBy } from '${join(root, 'src/ui/languages/languages.ts')}'
export const texts = { ${textParts.join(', ')} }
export const activate = () => translateBy('${language}', texts)`
}

/**
 * The inputs of the build of these scripts, by name.
 * @internal exported for vite.config.ts
 */
export function languageScripts() {
  return Object.fromEntries(languagesWithFiles().map((each) => [`tidegate-swap.${each}`, `${virtual}/widget/${each}`]))
}

function languageModule(files, language, part) {
  const catalogues = files.filter(
    ([, file]) => textPartOf(file) === part && definitionOf(parseAst(sourceOf(file), { lang: 'ts' })),
  )
  const imports = catalogues.map(
    ([path, file]) => `import ${nameOf(file)} from ${JSON.stringify(`${path}?language=${language}`)}`,
  )
  const names = catalogues.map(([, file]) => nameOf(file))
  return `${imports.join('\n')}\nexport const texts = { ${names.join(', ')} }`
}

function translatedModule(file, language) {
  const source = translateSource(sourceOf(file), readTranslations(language).get(file) ?? new Map(), language)
  const call = definitionOf(parseAst(source, { lang: 'ts' }))
  const catalogue = call
    ? `${source.slice(0, call.callee.start)}defined${source.slice(call.callee.end)}\nexport default ${call.constant}.english`
    : source
  return [
    `import { pluralIn } from '${join(root, 'src/ui/languages/languages.ts')}'`,
    'const defined = (english: unknown) => ({ english })',
    catalogue,
  ].join('\n')
}

/** The call of `defineMessages` in a catalogue, with the constant that it defines. */
function definitionOf(program) {
  const declarations = program.body.flatMap((node) => (node.declaration ?? node).declarations ?? [])
  const found = declarations.find(({ init }) => init?.callee?.name === 'defineMessages')
  return found && { ...found.init, constant: found.id.name }
}

/** Short, and the same in builds of the same sources. Begins with the part that has its texts. */
function nameOf(file) {
  names ??= new Map(catalogueFiles().map((each, place) => [each, `${textPartOf(each)}${place.toString(36)}`]))
  return names.get(file)
}

let names

function sourceOf(file) {
  return readFileSync(inProject(file), 'utf8')
}

function fileOf(language) {
  return inProject('src', 'ui', 'languages', `${language}.po`)
}

function header(language) {
  return [
    'msgid ""',
    'msgstr ""',
    JSON.stringify('Content-Type: text/plain; charset=UTF-8\n'),
    JSON.stringify(`Language: ${language}\n`),
  ].join('\n')
}
