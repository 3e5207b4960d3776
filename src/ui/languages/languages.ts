import { files, translations } from 'virtual:translations'
import { knownLanguage, type LanguageTag } from '../../domain/text/languageTags'
import { chooseLocale, type Locale } from '../../domain/text/locale'
import { storedText, storeText } from '../browserStorage'
import { catalogues, type MessageCatalogue, type MessageTree } from '../messages'

/** The languages by their own names. `index.html` chooses one of them at the start of a visit. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  tr: 'Türkçe',
  ar: 'العربية',
  'zh-CN': '简体中文',
  ja: '日本語',
} as const satisfies Record<LanguageTag, string>

const space = '\u00a0'
/** Numbers with a decimal comma, and the signs after them. */
const continental = {
  group: '.',
  point: ',',
  percent: (number: string) => `${number}${space}%`,
  dollars: (number: string) => `${number}${space}$`,
}

const locales: Readonly<Record<LanguageTag, Partial<Locale>>> = {
  en: {},
  de: { ...continental, tag: 'de-DE', to: 'bis', scales: scalesOf({ 12: 'Bio.', 9: 'Mrd.', 6: 'Mio.', 3: 'Tsd.' }) },
  es: { ...continental, tag: 'es-ES', groupsFrom: 5, to: 'a', scales: scalesOf({ 12: 'B', 6: 'M', 3: 'mil' }) },
  fr: {
    ...continental,
    tag: 'fr-FR',
    group: space,
    to: 'à',
    scales: scalesOf({ 12: 'Bn', 9: 'Md', 6: 'M', 3: 'k' }),
  },
  'pt-BR': {
    ...continental,
    tag: 'pt-BR',
    percent: (number) => `${number}%`,
    to: 'a',
    dollars: (number) => `US$${space}${number}`,
    scales: scalesOf({ 12: 'tri', 9: 'bi', 6: 'mi', 3: 'mil' }),
  },
  tr: {
    ...continental,
    tag: 'tr-TR',
    percent: (number) => `%${number}`,
    to: '–',
    dollars: (number) => `$${number}`,
    scales: scalesOf({ 12: 'Tn', 9: 'Mr', 6: 'Mn', 3: 'bin' }),
  },
  // Latin digits: people compare amounts with explorers and wallets.
  ar: {
    tag: 'ar-u-nu-latn',
    isMirrored: true,
    comma: '، ',
    to: 'إلى',
    scales: scalesOf({ 12: 'ترليون', 9: 'مليار', 6: 'مليون', 3: 'ألف' }),
  },
  'zh-CN': {
    tag: 'zh-CN',
    comma: '、',
    gap: '',
    to: '至',
    scales: [
      [12, '万亿'],
      [8, '亿'],
      [4, '万'],
    ],
  },
  ja: {
    tag: 'ja-JP',
    comma: '、',
    gap: '',
    to: '～',
    scales: [
      [12, '兆'],
      [8, '億'],
      [4, '万'],
    ],
  },
}

function scalesOf(signs: Readonly<Record<number, string>>): Locale['scales'] {
  return Object.entries(signs)
    .map(([power, sign]) => [Number(power), `${space}${sign}`] as const)
    .toReversed()
}

/** The storage key of the chosen language, which `index.html` reads. */
const languageKey = 'tidegate.language'

/** Shows a language, and remembers it for later visits. */
export async function chooseLanguage(language: string): Promise<void> {
  await showLanguage(language)
  if (shown === language) storeText(languageKey, language)
}

/** The two differ while texts load. */
let chosen: LanguageTag = 'en'
let shown: LanguageTag = 'en'
let isLost = false

/** Whether the texts of the language that was last asked for could not be loaded. */
export function isLanguageLost(): boolean {
  return isLost
}

/**
 * Replaces the texts of all catalogues, also of those that load later, and renders the app again. Texts that cannot be
 * loaded change nothing; without the later texts of the shown language the whole app is in English.
 */
export async function showLanguage(tag: string): Promise<void> {
  const language = knownLanguage(tag) ?? 'en'
  chosen = language
  try {
    if (!(await translateAll(language, () => chosen === language))) return
    shown = language
    isLost = false
  } catch {
    // Offline, or a new version is out.
    if (chosen !== language) return
    isLost = true
    if (shown === language) {
      shown = 'en'
      translateBy('en', undefined)
    }
  }
  place.show(shown, directionOf(shown))
}

/** Declares the language and renders again: on the page, or in the widget, whose page is not ours. */
export const place = {
  show(language: LanguageTag, direction: 'rtl' | 'ltr'): void {
    Object.assign(document.documentElement, { lang: language, dir: direction })
    window.dispatchEvent(new Event('languagechange'))
  },
}

/** The language that was chosen in an earlier visit. */
export function rememberedLanguage(): string | undefined {
  return storedText(languageKey) ?? undefined
}

/** Does the same without a page. Resolves to whether the texts were still wanted when they had loaded. */
export async function translateAll(language: LanguageTag, isWanted = () => true): Promise<boolean> {
  const texts = language === 'en' ? undefined : await textsOf(language)
  if (!isWanted()) return false
  translateBy(language, texts, () => showLanguage(language))
  return true
}

/** The texts of all catalogues that have loaded by the time when these have. */
async function textsOf(language: Exclude<LanguageTag, 'en'>, known: Texts = {}): Promise<Texts> {
  const names = [...catalogues.loaded.keys()]
  const missing = Object.entries(translations[language]).filter(
    ([part]) => !known[part] && names.some((name) => partOf(name) === part),
  )
  if (missing.length === 0) return known
  const loaded = await Promise.all(
    missing.map(async ([part, load]) => {
      const file = files[`${language}/${part}`]
      if (file) await fetchVerified(...file)
      return [part, (await load()).texts] as const
    }),
  )
  return textsOf(language, { ...known, ...Object.fromEntries(loaded) })
}

/** The part with the texts of a catalogue: the first letter of its name. */
function partOf(name: string): string {
  return name.charAt(0)
}

/**
 * The page has no hashes of these files: in English it would be larger with each language. A script that was fetched
 * with its hash is not fetched again when it is imported.
 */
function fetchVerified(href: string, integrity: string): Promise<unknown> | undefined {
  const link = document.createElement('link')
  if (!link.relList.supports('modulepreload')) return undefined
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', integrity, href })
  link.dataset.translation = ''
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    document.head.append(link)
  })
}

/** `texts` are `undefined` for English. */
export function translateBy(language: LanguageTag, texts: Texts | undefined, loadMissing?: () => Promise<void>): void {
  translate(texts, loadMissing)
  chooseLocale(locales[language])
}

/** Catalogues by part and name. */
type Texts = Readonly<Record<string, Readonly<Record<string, MessageTree>>>>

export function directionOf(language: LanguageTag): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/**
 * Chooses the plural form of a number.
 * @internal used by translated catalogues (bin/parts/languages.mjs)
 */
export function pluralIn(
  language: string,
  count: number,
  forms: { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}

const english = new Map<string, MessageTree>()

function translate(texts: Texts | undefined, loadMissing?: () => Promise<void>): void {
  const partWith = (name: string) => texts?.[partOf(name)]
  const show = (name: string, catalogue: MessageCatalogue<MessageTree>) => {
    if (!english.has(name)) english.set(name, copyOf(catalogue.english))
    replace(catalogue.english, partWith(name)?.[name] ?? english.get(name) ?? {})
  }
  for (const [name, catalogue] of catalogues.loaded) show(name, catalogue)
  catalogues.translate =
    texts &&
    ((name, catalogue) => {
      if (partWith(name) || !loadMissing) return show(name, catalogue)
      catalogues.loading ??= loadMissing().finally(() => {
        catalogues.loading = undefined
      })
    })
}

function copyOf(texts: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'object' ? copyOf(text) : text]),
  )
}

/** In place: other catalogues and components hold these objects. */
function replace(texts: MessageTree, translated: MessageTree): void {
  for (const [key, text] of Object.entries(translated)) {
    const former = texts[key]
    if (typeof text === 'object' && typeof former === 'object') replace(former, text)
    else Object.assign(texts, { [key]: text })
  }
}
