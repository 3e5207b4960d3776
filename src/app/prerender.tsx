import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { LanguageTag } from '../domain/text/languageTags'
import { directionOf, translateAll } from '../ui/languages/languages'
import { LanguageContext } from '../ui/messages'
import { App } from './App'
import { StartPage } from './frame/StartPage'
import { pageMessages } from './pages.messages'

/** The texts of the HTML files in a language, and the prerendered start page. */
export async function pagesIn(language: LanguageTag) {
  await translateAll(language)
  return {
    direction: directionOf(language),
    texts: structuredClone(pageMessages.english),
    start: prerender(language),
  }
}

/** Renders the start page to HTML at build time: an amount can be typed before any script runs. */
export function prerender(language: LanguageTag = 'en'): string {
  const never = new Promise<never>(() => {})
  return renderToStaticMarkup(
    <LanguageContext value={language}>
      <Router ssrPath="/swap">
        <App opening={never} placeholder={<StartPage />} />
      </Router>
    </LanguageContext>,
  )
}
