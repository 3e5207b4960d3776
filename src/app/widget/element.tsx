import '../insecureContext'
import { createRoot, type Root } from 'react-dom/client'
import { keepFocus } from '../../ui/keepFocus'
import { parseUrl } from '../../wallets/url'
import { widgetMessages } from './messages'
import { announcePageProvider, type PageProvider } from './pageProvider'
import { SwapWidget } from './SwapWidget'
import { registeredProperties, widgetStyle } from './widgetStyle'

/**
 * `<tidegate-swap gateway="https://swap.example" from="1:native" to="1:0x…" amount="1" theme="dark">`: the swap form in a
 * shadow root. `element.provider` takes the page's own EIP-1193 wallet. One per page.
 */
class TidegateSwap extends HTMLElement {
  #root: Root | undefined
  #provider: PageProvider | undefined
  #stopAnnouncing = () => {}
  #stopKeepingFocus = () => {}

  get provider(): PageProvider | undefined {
    return this.#provider
  }

  set provider(provider: PageProvider | undefined) {
    this.#provider = provider
    if (this.isConnected) this.#announce()
  }

  #announce() {
    this.#stopAnnouncing()
    const provider = this.#provider
    this.#stopAnnouncing = provider ? announcePageProvider(provider, widgetMessages.english.pageWallet) : () => {}
  }

  connectedCallback() {
    // A page may set the property before this script has defined the element.
    if (Object.hasOwn(this, 'provider')) this.#upgradeProvider()
    this.#announce()
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true })
    shadow.adoptedStyleSheets = [widgetStyle()]
    if (!hasProperties) document.adoptedStyleSheets = [...document.adoptedStyleSheets, registeredProperties()]
    hasProperties = true
    const frame = document.createElement('div')
    frame.className = 'widget'
    shadow.replaceChildren(frame)
    this.#stopKeepingFocus = keepFocus(shadow)
    this.#root = createRoot(frame)
    this.#root.render(
      <SwapWidget gateway={this.#gateway()} swap={this.#swap()} onTheme={(theme) => this.#showTheme(theme)} />,
    )
  }

  disconnectedCallback() {
    this.#stopKeepingFocus()
    this.#root?.unmount()
    this.#stopAnnouncing()
  }

  #upgradeProvider() {
    const early = this.provider
    Reflect.deleteProperty(this, 'provider')
    this.provider = early
  }

  #gateway(): string | undefined {
    const url = parseUrl(this.getAttribute('gateway') ?? '', document.baseURI)
    return this.hasAttribute('gateway') && url && /^https?:$/.test(url.protocol) ? url.origin : undefined
  }

  #swap(): string {
    const parts = ['from', 'to', 'amount'].map((name) => [name, this.getAttribute(name) ?? ''] as const)
    return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${encodeURIComponent(value)}`])).join('&')
  }

  /** The person's choice in the settings, else the page's, else that of the device. */
  #showTheme(chosen: 'system' | 'light' | 'dark') {
    const theme = chosen === 'system' ? this.getAttribute('theme') : chosen
    if (theme === 'light' || theme === 'dark') this.dataset.theme = theme
    else delete this.dataset.theme
  }
}

/** The page's own list of registered properties has ours. */
let hasProperties = false

if (!customElements.get('tidegate-swap')) customElements.define('tidegate-swap', TidegateSwap)
