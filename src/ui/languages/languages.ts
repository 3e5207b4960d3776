import { translations } from 'virtual:translations'
import { chooseLocale, type Locale } from '../../domain/text/locale'
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
} as const

export type Language = keyof typeof languages

const space = '\u00a0'
/** Numbers with a decimal comma, and the signs after them. */
const continental = {
  group: '.',
  point: ',',
  percent: (number: string) => `${number}${space}%`,
  dollars: (number: string) => `${number}${space}$`,
}

const locales: Readonly<Record<Language, Partial<Locale>>> = {
  en: {},
  de: { ...continental, tag: 'de-DE', to: 'bis', scales: scalesOf({ 12: 'Bio.', 9: 'Mrd.', 6: 'Mio.', 3: 'Tsd.' }) },
  es: { ...continental, tag: 'es-ES', groupsFrom: 5, to: 'a', scales: scalesOf({ 12: 'B', 6: 'M', 3: 'mil' }) },
  fr: {
    ...continental,
    tag: 'fr-FR',
    group: '\u202f',
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
    scales: scalesOf({ 12: 'Tn', 9: 'Mr', 6: 'Mn', 3: 'B' }),
  },
  // Large exchanges write Arabic with Latin digits: amounts are compared with those of explorers and wallets.
  ar: {
    tag: 'ar-u-nu-latn',
    to: 'إلى',
    scales: scalesOf({ 12: 'ترليون', 9: 'مليار', 6: 'مليون', 3: 'ألف' }),
  },
  'zh-CN': {
    tag: 'zh-CN',
    to: '至',
    scales: [
      [12, '万亿'],
      [8, '亿'],
      [4, '万'],
    ],
  },
  ja: {
    tag: 'ja-JP',
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

let chosen: Language = 'en'

/** Remembers the language for later visits, and shows it. */
export async function chooseLanguage(language: string): Promise<void> {
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // Storage is blocked: the choice holds for this visit.
  }
  await showLanguage(language)
}

/**
 * Replaces the texts of all catalogues, also of those that load later, and renders the app again. A translation that
 * cannot be loaded leaves its catalogue as it is.
 */
export async function showLanguage(tag: string): Promise<void> {
  const language = isLanguage(tag) ? tag : 'en'
  chosen = language
  catalogues.translate = language === 'en' ? undefined : translate
  await Promise.all([...catalogues.loaded].map(([name, catalogue]) => translate(name, catalogue)))
  if (chosen !== language) return
  chooseLocale(locales[language])
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  window.dispatchEvent(new Event('languagechange'))
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag)
}

const english = new Map<string, MessageTree>()

async function translate(name: string, catalogue: MessageCatalogue<MessageTree>): Promise<void> {
  const language = chosen
  if (!english.has(name)) english.set(name, copyOf(catalogue.english))
  const load = language === 'en' ? undefined : translations[language][name]
  try {
    const texts = load ? (await load()).default : english.get(name)
    if (texts && chosen === language) replace(catalogue.english, texts)
  } catch {
    // Offline, or a new version is out.
  } finally {
    catalogue.loading = undefined
  }
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
