import type { Context, Hono } from 'hono'
import type { Deployment } from '../protocol/deployment/deployment'
import { type LimitSettings, readLimits } from './limitSettings'
import type { Metrics } from './metrics'
import type { NoticeFile } from './notice'
import type { RpcTargets } from './rpc/rpcProxy'
import type { Screening } from './screening'
import type { Site } from './site/site'
import type { Compress } from './upstream/cachedResponse'
import type { Service, UpstreamLimits } from './upstream/client'
import type { Limiter, RateLimit } from './upstream/limiter'
import type { Store } from './upstream/store'

export type GatewayOptions = {
  readonly deployment: Deployment
  readonly service: Service
  /** The built app; with an empty map only the API is served. */
  readonly site: Site
  readonly rpc: RpcTargets
  /** Set only with the embedded exchange. */
  readonly faucet?: Faucet | undefined
  /** The origin that browsers see when a proxy, for example for TLS, is in front of the gateway. */
  readonly publicUrl?: string | undefined
  /** Origins whose pages may embed the widget. */
  readonly widgetOrigins?: readonly string[] | undefined
  /** Host names the gateway answers to; any when missing. Protects a gateway on loopback from DNS rebinding. */
  readonly hosts?: readonly string[] | undefined
  /** The operator's notice, which can halt the deployment. */
  readonly notice?: (() => NoticeFile) | undefined
  /** Where vulnerabilities are reported: a URL with `mailto:` or `https:`. */
  readonly securityContact?: string | undefined
  readonly clock: () => number
  readonly log: WriteLog
  readonly compress?: Compress | undefined
  readonly rateLimits?: Partial<RateLimits> | undefined
  /** Limits calls to RPC nodes; shared with the WebSocket proxy, which calls the same nodes. */
  readonly rpcLimiter?: Limiter | undefined
  /** Shared with the server on the metrics port. Without them nothing is counted, and `/metrics` does not exist. */
  readonly metrics?: Metrics | undefined
  /** The bearer token for `/metrics`. Without a token it is not served. */
  readonly metricsToken?: string | undefined
  readonly limits?: Partial<UpstreamLimits> | undefined
  /** Which addresses may trade here; all when missing. */
  readonly screening?: Screening | undefined
  /** Shared with other gateways. */
  readonly store?: Store | undefined
  /** Whether the gateway is about to stop: `/readyz` then sends balancers elsewhere. */
  readonly isDraining?: (() => boolean) | undefined
}

/** Writes one log line, without bodies, addresses or keys. */
export type WriteLog = (line: Readonly<Record<string, string | number>>) => void

/** Funds a demo wallet, and returns a report; rejects with a refusal. */
export type Faucet = (kind: string, address: string) => Promise<unknown>

export type RateLimits = Readonly<Record<'swap' | 'add' | 'unlisted' | 'rpc' | 'faucet' | 'report', RateLimit>>

/** Per caller. The burst is a third of a minute's quotes, and half of a minute's other requests. */
export function rateLimitsOf({ quotesPerMinute, depositsPerMinute, callsPerMinute }: LimitSettings): RateLimits {
  return {
    // A quote is requested after each pause in typing and every 20 seconds.
    swap: { perMinute: quotesPerMinute, burst: Math.ceil(quotesPerMinute / 3) },
    add: { perMinute: depositsPerMinute, burst: Math.ceil(depositsPerMinute / 2) },
    unlisted: { perMinute: 60, burst: 30 },
    // Counted by call, not by batch: opening the app reads a few hundred balances together.
    rpc: { perMinute: callsPerMinute, burst: Math.ceil(callsPerMinute / 2) },
    faucet: { perMinute: 10, burst: 10 },
    report: { perMinute: 10, burst: 10 },
  }
}

export const defaultRateLimits = rateLimitsOf(readLimits(undefined))

/** The values that the server passes along with the Request. */
export type Env = {
  Bindings: {
    readonly caller?: string
    /** Keeps work alive after the response, on runtimes that would end it. */
    readonly waitUntil?: (work: Promise<unknown>) => void
  }
}
export type Gateway = Hono<Env>
export type GatewayContext = Context<Env>
