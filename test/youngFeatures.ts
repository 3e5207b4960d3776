import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, SupportBlock } from '@mdn/browser-compat-data'

/*
 * Features in MDN's data that some browsers of `browserslist` lack: built-ins by owner and name, and features of CSS.
 */

// An import would transform 20 MB of JSON into a module.
const bcd: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

type Features = { readonly [name: string]: Feature }
/** MDN's data about a feature, and its own features by name. */
type Feature = { readonly compat: CompatStatement | undefined; readonly inside: Features }

function featuresOf(data: object): Features {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]: [string, { __compat?: CompatStatement }]) =>
      name === '__compat' ? [] : [[name, { compat: value.__compat, inside: featuresOf(value) }]],
    ),
  )
}

const language = featuresOf(bcd.javascript.builtins ?? {})
const page = featuresOf(bcd.api)
const styles = featuresOf(bcd.css)

const oldest = (JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }).browserslist.map(
  (each) => {
    const [name = '', version = ''] = each.split(' >= ')
    const browser = (name === 'ios_saf' ? 'safari_ios' : name) as keyof SupportBlock
    return { browser, version }
  },
)

/** Whether one of the oldest browsers does not have it, or only behind a prefix or a flag. */
export function isYoung({ support }: CompatStatement): boolean {
  return oldest.some(({ browser, version }) => {
    const statements = [support[browser] ?? []].flat()
    return !statements.some(
      ({ version_added, version_removed, prefix, alternative_name, flags }) =>
        !isUntil(version_removed, version) && !prefix && !alternative_name && !flags && isUntil(version_added, version),
    )
  })
}

function isUntil(added: string | false | undefined, oldest: string): boolean {
  if (typeof added !== 'string' || !/^≤?\d/.test(added)) return false
  const [major = 0, minor = 0] = added.replace('≤', '').split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major < oldestMajor || (major === oldestMajor && minor <= oldestMinor)
}

export type Builtin = {
  readonly owner: string
  /** A member of the owner itself or of its prototype; without one the owner itself is young. */
  readonly member?: string
  readonly isStatic?: boolean
}

/** Interfaces of the page whose members are searched by name in every call. */
const pageInterfaces =
  /^(Element|HTMLElement|Document|Navigator|ReadableStream|Response|Headers|URLSearchParams|Blob|AbortSignal|Crypto|IDBFactory|StorageManager|ShadowRoot|CSSStyleSheet)$/

const owners = Object.entries({ ...language, ...page })

/** Built-ins of the language and of the page that are younger than the list. */
export const youngBuiltins: readonly Builtin[] = owners.flatMap(([owner, { compat, inside }]): readonly Builtin[] => {
  if (compat && isYoung(compat)) return [{ owner }]
  return membersOf(inside).flatMap(({ member, isStatic, compat }) => {
    if (!isYoung(compat)) return []
    // Of the language the data does not say which members are static.
    const places = isStatic ? [true] : owner in language ? [true, false] : [false]
    return places.map((isStatic) => ({ owner, member, isStatic }))
  })
})

const oldMethods = new Set(
  owners.flatMap(([, { inside }]) => membersOf(inside).flatMap((each) => (isYoung(each.compat) ? [] : [each.member]))),
)

/** Methods of values that no older built-in shares its name with: a call of that name can only be theirs. */
export const youngMethods: ReadonlySet<string> = new Set(
  youngBuiltins.flatMap(({ owner, member, isStatic }) => {
    const isKnown = pageInterfaces.test(owner) || owner in language
    return member && !isStatic && isKnown && !oldMethods.has(member) ? [member] : []
  }),
)

function membersOf(members: Features) {
  return Object.entries(members).flatMap(([name, { compat }]) =>
    compat && /^\w+$/.test(name)
      ? [{ member: name.replace(/_static$/, ''), isStatic: name.endsWith('_static'), compat }]
      : [],
  )
}

/** Features of a stylesheet that are younger than the list, each as it is written: `:has()`, `text-wrap: balance`. */
export function youngStyles(css: string): readonly string[] {
  const [properties, selectors, types, atRules] = ['properties', 'selectors', 'types', 'at-rules'].map(
    (name) => styles[name]?.inside ?? {},
  )
  const found = new Set<string>()
  const look = (name: string, feature: Feature | undefined) => {
    if (feature?.compat && isYoung(feature.compat)) found.add(name)
  }
  for (const [, property = '', value = ''] of css.matchAll(/[{;]\s*([a-z][a-z-]*):([^;{}]*)(?=[;}])/g)) {
    const values = properties?.[property]?.inside
    look(property, properties?.[property])
    if (!found.has(property))
      for (const [word] of value.matchAll(/[a-z][a-z-]+/g)) look(`${property}: ${word}`, values?.[word])
    for (const [, name = ''] of value.matchAll(/([a-z-]+)\(/g))
      for (const type of [types, ...Object.values(types ?? {}).map(({ inside }) => inside)])
        look(`${name}()`, type?.[name])
    for (const [, unit = ''] of value.matchAll(/\d([a-z]+)\b/g)) look(`unit ${unit}`, types?.length?.inside[unit])
    if (property === 'content' && value.includes('/')) look('content: …/…', values?.alt_text)
  }
  for (const [, selector = ''] of css.matchAll(/:([a-z-]+)(?=[^{};]*\{)/g)) look(`:${selector}`, selectors?.[selector])
  for (const [, name = ''] of css.matchAll(/@([a-z-]+)/g)) look(`@${name}`, atRules?.[name])
  return [...found].sort()
}
