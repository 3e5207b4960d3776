import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { keepEarlyInput } from '../components/earlyInput'
import { App, type Opened, readyToRender } from './App'
import { dialogs } from './dialogs'

/**
 * Renders the app. A prerendered start page stays until the swap form can take its place. It is replaced, not hydrated:
 * by then translators and extensions may have changed it in any way.
 */
export async function startApp(root: HTMLElement, opening: Promise<Opened>): Promise<Root> {
  const ready = readyToRender(opening)
  const app = (opened?: Opened) => (
    <StrictMode>
      <App opening={ready} opened={opened} />
    </StrictMode>
  )
  if (!root.hasChildNodes()) {
    const shown = createRoot(root)
    shown.render(app())
    return shown
  }
  const opened = await ready
  // From here to the end no event comes in between, so nothing typed or pressed is lost.
  const { focused, dialog } = keepEarlyInput(root)
  const shown = createRoot(root)
  flushSync(() => shown.render(app(opened)))
  if (focused) root.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true })
  if (dialog === 'settings' || dialog === 'connect') dialogs[dialog]()
  return shown
}
