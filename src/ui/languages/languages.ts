import { translations } from 'virtual:translations'
import { chooseLocale, type Locale } from '../../domain/text/locale'
import { catalogues, type MessageCatalogue, type MessageTree } from '../messages'

/** The languages by their own names. `index.html` chooses one of them at the start of a visit. */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

const locales: Readonly<Record<Language, Partial<Locale>>> = {
  en: {},
  de: {
    tag: 'de-DE',
    group: '.',
    point: ',',
    percent: '\u00a0%',
    to: 'bis',
    dollars: (number) => `${number}\u00a0$`,
    scales: { T: '\u00a0Bio.', B: '\u00a0Mrd.', M: '\u00a0Mio.', K: '\u00a0Tsd.' },
  },
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
