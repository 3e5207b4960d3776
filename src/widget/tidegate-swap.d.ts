/* Types of `<tidegate-swap>` (docs/widget.md). Copied beside tidegate-swap.js when the widget is built. */

/** A wallet that the page hands to the widget (EIP-1193). */
export type HostWallet = {
  readonly request: (request: { method: string; params?: unknown }) => Promise<unknown>
  readonly on?: (event: string, listener: (news: unknown) => void) => unknown
  readonly removeListener?: (event: string, listener: (news: unknown) => void) => unknown
}

export type TidegateSwapAttributes = {
  /** The origin of a Tidegate gateway. */
  gateway?: string
  /** Tokens as a link of the app names them: `1:native`, `1:0x…`. */
  from?: string
  to?: string
  /** The amount that is paid, in tokens. */
  amount?: string | number
  theme?: 'light' | 'dark'
  /** A BCP 47 tag; without it the language of the page. */
  lang?: string
}

export type TidegateOrderDetail = { readonly id: string; readonly phase: string }
export type TidegateErrorDetail = {
  readonly problem: 'offline' | 'not named' | 'unreachable' | 'refused' | 'unreadable' | 'not started'
}

export interface TidegateSwapElement extends HTMLElement {
  gateway: string
  from: string
  to: string
  amount: string
  theme: string
  provider: HostWallet | undefined
  addEventListener(type: 'tidegate-order', listener: (event: CustomEvent<TidegateOrderDetail>) => void): void
  addEventListener(type: 'tidegate-error', listener: (event: CustomEvent<TidegateErrorDetail>) => void): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'tidegate-swap': TidegateSwapElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tidegate-swap': TidegateSwapAttributes & { ref?: Ref<TidegateSwapElement>; className?: string; hidden?: boolean }
    }
  }
}
