import { type ComponentProps, StrictMode, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { keepEarlyInput } from '../components/earlyInput'
import type { Services } from '../components/services'
import { Boundary } from '../ui/Boundary'
import { hideComposition } from '../ui/composition'
import { LanguageContext } from '../ui/messages'
import { App, type Opened, readyToRender } from './App'
import { dialogs } from './dialogs'
import { Broken } from './frame/Broken'

/**
 * Renders the app. A prerendered start page stays until the swap form can take its place. It is replaced, not hydrated:
 * by then translators and extensions may have changed it in any way.
 */
export async function startApp(root: HTMLElement, opening: Promise<Opened>): Promise<Root> {
  hideComposition(window)
  const ready = readyToRender(opening)
  let services: Services | undefined
  void ready.then((opened) => {
    services = 'services' in opened ? opened.services : undefined
  })
  const app = (opened?: Opened) => (
    <StrictMode>
      {/* An error outside of the page takes the frame along: only the failure screen is left then. */}
      <Boundary fallback={(error, retry) => <Broken error={error} journals={services} onRetry={retry} />}>
        <InLanguage opening={ready} opened={opened} />
      </Boundary>
    </StrictMode>
  )
  const { lang } = document.documentElement
  const translating =
    lang !== 'en' &&
    import('../ui/languages/languages')
      .then(({ showLanguage }) => showLanguage(lang))
      .catch(() => Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' }))
  const opened = root.hasChildNodes() ? await ready : undefined
  await translating
  if (!opened) {
    const shown = createRoot(root)
    shown.render(app())
    return shown
  }
  const pressed = await globalThis.tidegateEarlyPress?.()
  // From here to the end no event comes in between, so nothing typed or pressed is lost.
  const { focused, dialog } = keepEarlyInput(root, pressed)
  const shown = createRoot(root)
  flushSync(() => shown.render(app(opened)))
  if (focused) root.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true })
  if (dialog === 'settings' || dialog === 'connect') dialogs[dialog]()
  return shown
}

/** Renders the whole app again when its language changes: texts and figures are replaced in place. */
function InLanguage(props: ComponentProps<typeof App>) {
  const language = useSyncExternalStore(onLanguageChange, () => document.documentElement.lang)
  return (
    <LanguageContext value={language}>
      <App {...props} />
    </LanguageContext>
  )
}

function onLanguageChange(change: () => void) {
  window.addEventListener('languagechange', change)
  return () => window.removeEventListener('languagechange', change)
}
