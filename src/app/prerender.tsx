import { type ReactNode, useId } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { amountInput } from '../components/amountInput'
import { pairMessages } from '../components/tokens/pair.messages'
import { TokenFace, tokenButtonClass } from '../components/tokens/TokenButton'
import type { LanguageTag } from '../domain/text/languageTags'
import { directionOf, translateAll } from '../ui/languages/languages'
import { LanguageContext, useMessages } from '../ui/messages'
import { Page } from '../ui/Page'
import { Skeleton } from '../ui/Skeleton'
import { App } from './App'
import { frameMessages } from './messages'
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

/**
 * The start page: prerendered at build time, never rendered in a browser, with the size of the empty swap form, so that
 * nothing shifts when the form replaces it. An amount can be typed and a token pressed before the app has loaded; the form
 * takes both over (src/components/earlyInput.ts).
 */
function StartPage() {
  const messages = useMessages(frameMessages)
  const pairWords = useMessages(pairMessages)
  const id = useId()
  return (
    <Page title={messages.places.swap} isTitleHidden width="trade">
      <div className="rounded-card border border-line bg-sheet p-4 sm:p-5" aria-busy="true">
        <p role="status" className="sr-only">
          {messages.opening}
        </p>
        <div className="grid gap-2">
          <p
            aria-hidden="true"
            className="flex min-h-8 items-center text-lead font-bold text-ink pointer-coarse:min-h-11"
          >
            {messages.places.swap}
          </p>
          <Side>
            <span className="mb-1 flex min-h-8 items-center text-fine">
              <label htmlFor={id} className="font-medium text-text">
                {pairWords.pay}
              </label>
            </span>
            {/* The first field of the swap form (`PayField`), without the parts that need a token. */}
            <Row token={<StartToken side="sell" label={pairWords.tokenToPay(unfilled)} />}>
              <input
                id={id}
                {...amountInput}
                className="w-full min-w-0 bg-transparent text-figure font-medium text-ink tabular-nums outline-none placeholder:text-quiet"
              />
            </Row>
          </Side>
          <div className="relative z-1 -my-4 flex justify-center">
            <span className="rounded-control bg-sheet p-1">
              <span className="block size-10 rounded-control border border-line bg-sheet pointer-coarse:size-11" />
            </span>
          </div>
          <Side>
            <span className="mb-1 flex min-h-8 items-center">
              <Skeleton className="h-4 w-16" />
            </span>
            <Row token={<StartToken side="buy" label={pairWords.tokenToReceive(unfilled)} />}>
              <Skeleton className="h-9 w-24" />
            </Row>
          </Side>
          <div className="flex min-h-8 items-center pointer-coarse:min-h-11">
            <Skeleton className="h-4 w-28" />
          </div>
          <div className="mt-1 pt-2 pb-3">
            <Skeleton className="h-14 w-full" />
          </div>
        </div>
      </div>
    </Page>
  )
}

function Side({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-1 rounded-control border border-edge bg-well p-3 focus-within:outline-2 focus-within:outline-action sm:p-4">
      {children}
      <span className="flex h-6 items-center">
        <Skeleton className="h-4 w-12" />
      </span>
    </div>
  )
}

/** An amount, with its token. */
function Row({ token, children }: { token: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-12 items-center justify-between gap-3">
      {children}
      {token}
    </div>
  )
}

/** `index.html` inserts values of `/start.json` in place of these words in braces. */
const unfilled = { symbol: '{symbol}', chain: { name: '{chain}' } }

/** A placeholder until the page's own script knows the token. */
function StartToken({ side, label }: { side: 'sell' | 'buy'; label: string }) {
  return (
    <>
      <span className="shrink-0" data-placeholder={side}>
        <Skeleton className="h-12 w-32" />
      </span>
      <button
        type="button"
        hidden
        data-start={side}
        aria-label={label}
        aria-haspopup="dialog"
        className={tokenButtonClass}
      >
        <TokenFace
          mark={<span className="size-8 shrink-0 rounded-full bg-raised" />}
          symbol={unfilled.symbol}
          network={unfilled.chain.name}
        />
      </button>
    </>
  )
}
