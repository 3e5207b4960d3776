import '../app/insecureContext'
import './memoryStorage'
import { createRoot, type Root } from 'react-dom/client'
import { tolerateForeignEdits } from '../app/foreignEdits'
import { knownLanguage, type LanguageTag } from '../domain/text/languageTags'
import { hideComposition } from '../ui/composition'
import { mediumText } from '../ui/hooks/useTextScale'
import { keepFocus } from '../ui/keepFocus'
import { directionOf, place, rememberedLanguage, showLanguage } from '../ui/languages/languages'
import { LanguageContext } from '../ui/messages'
import { parseUrl } from '../wallets/url'
import { widgetMessages } from './messages'
import { createPageWallet, type PageProvider } from './pageProvider'
import { SwapWidget } from './SwapWidget'
import { registeredProperties, widgetStyle } from './widgetStyle'

const attributes = ['gateway', 'from', 'to', 'amount', 'theme'] as const

/** The elements of the page share their texts, so they have one language: of the first, until another `lang` is set. */
const shown = new Set<TidegateSwap>()
let language: LanguageTag = 'en'
place.show = (next) => {
  language = next
  for (const element of shown) element.showLanguage()
}

/**
 * `<tidegate-swap gateway="https://swap.example" from="1:native" to="1:0x…" amount="1" theme="dark">`: the swap form in a
 * shadow root (docs/widget.md). Every attribute is a property as well, read whenever it changes; `element.provider` takes the
 * page's own EIP-1193 wallet.
 */
class TidegateSwap extends HTMLElement {
  static readonly observedAttributes: readonly string[] = [...attributes, 'lang']
  readonly #wallet = createPageWallet(widgetMessages.english.pageWallet)
  #provider: PageProvider | undefined
  #root: Root | undefined
  #frame: HTMLElement | undefined
  #chosenTheme: 'system' | 'light' | 'dark' = 'system'
  #stopKeepingFocus = () => {}
  #stopTolerating = () => {}

  get provider(): PageProvider | undefined {
    return this.#provider
  }

  set provider(provider: PageProvider | null | undefined) {
    this.#provider = provider ?? undefined
    this.#wallet.give(this.#provider)
  }

  connectedCallback() {
    // A page may set properties before this script has defined the element.
    for (const name of ['provider', ...attributes]) {
      if (!Object.hasOwn(this, name)) continue
      const early: unknown = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, early)
    }
    // Moved to another place of the page.
    if (this.#root) return
    this.#wallet.start()
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true })
    shadow.adoptedStyleSheets = [widgetStyle(mediumText())]
    if (!hasProperties) document.adoptedStyleSheets = [...document.adoptedStyleSheets, registeredProperties()]
    hasProperties = true
    const frame = document.createElement('div')
    frame.className = 'widget'
    this.#frame = frame
    shadow.replaceChildren(frame)
    hideComposition(shadow)
    this.#stopKeepingFocus = keepFocus(shadow)
    this.#stopTolerating = tolerateForeignEdits(shadow)
    this.#root = createRoot(frame)
    if (shown.size === 0) void showLanguage(rememberedLanguage() ?? this.#wantedLanguage())
    shown.add(this)
    this.showLanguage()
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#stopKeepingFocus()
      this.#root?.unmount()
      shown.delete(this)
      this.#stopTolerating()
      this.#root = undefined
      this.#wallet.stop()
    })
  }

  attributeChangedCallback(name: string) {
    if (name === 'lang' && this.#root) void showLanguage(this.#wantedLanguage())
    this.#showTheme()
    this.#show()
  }

  showLanguage() {
    Object.assign(this.#frame ?? {}, { lang: language, dir: directionOf(language) })
    this.#show()
  }

  /** Of the element, of what it is in, or of the page; else of the browser. */
  #wantedLanguage(): LanguageTag {
    const named = this.closest<HTMLElement>('[lang]:not([lang=""])')?.lang ?? document.documentElement.lang
    const wanted = named === '' ? navigator.languages : [named]
    return wanted.map(knownLanguage).find((known) => known !== undefined) ?? 'en'
  }

  #show() {
    const gateway = this.#gateway()
    this.#root?.render(
      <LanguageContext value={language}>
        <SwapWidget key={gateway} gateway={gateway} swap={this.#swap()} {...this.#hooks} />
      </LanguageContext>,
    )
  }

  readonly #hooks = {
    onTheme: (theme: 'system' | 'light' | 'dark') => {
      this.#chosenTheme = theme
      this.#showTheme()
    },
    onOrder: (detail: object) => this.#tell('tidegate-order', detail),
    onError: (problem: string) => this.#tell('tidegate-error', { problem }),
  }

  #tell(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
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
  #showTheme() {
    const theme = this.#chosenTheme === 'system' ? this.getAttribute('theme') : this.#chosenTheme
    if (theme === 'light' || theme === 'dark') this.dataset.theme = theme
    else delete this.dataset.theme
  }
}

for (const name of attributes) {
  Object.defineProperty(TidegateSwap.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: TidegateSwap): string {
      return this.getAttribute(name) ?? ''
    },
    set(this: TidegateSwap, value: unknown) {
      if (value === undefined || value === null || value === '') this.removeAttribute(name)
      else this.setAttribute(name, String(value))
    },
  } satisfies PropertyDescriptor & ThisType<TidegateSwap>)
}

/** The page's own list of registered properties has ours. */
let hasProperties = false

if (!customElements.get('tidegate-swap')) customElements.define('tidegate-swap', TidegateSwap)
