import type { Context, Hono } from 'hono'
import type { Deployment } from '../protocol/deployment'
import type { Notice } from './notice'
import type { RpcTargets } from './rpc/rpcProxy'
import type { Site } from './site/site'
import type { Compress } from './upstream/cachedResponse'
import type { Service, ServiceLimits } from './upstream/client'
import type { Allowance } from './upstream/limiter'

export type GatewayOptions = {
  readonly deployment: Deployment
  readonly service: Service
  /** The built app; an empty map serves the calls alone. */
  readonly site: Site
  readonly rpc: RpcTargets
  /** Embedded deployments only. */
  readonly faucet?: Faucet | undefined
  /** Where people reach the gateway when something stands in front of it, such as a proxy that speaks TLS. */
  readonly publicUrl?: string | undefined
  /** Host names this gateway answers to; everyone's when left out. Keeps rebound names off a loopback address. */
  readonly hosts?: readonly string[] | undefined
  /** What the operator says to every open tab. */
  readonly notice?: (() => Notice) | undefined
  readonly clock: () => number
  readonly log: Log
  readonly compress?: Compress | undefined
  readonly allowances?: Partial<Allowances> | undefined
  readonly limits?: Partial<ServiceLimits> | undefined
}

/** One line of the log. No bodies, no addresses, no keys. */
export type Log = (line: Readonly<Record<string, string | number>>) => void

/** Gives a demo wallet something to trade with, or says why not. */
export type Faucet = (kind: string, address: string) => Promise<Funded>
export type Funded =
  | { readonly is: 'given'; readonly report: unknown }
  | { readonly is: 'refused'; readonly why: string; readonly status: number }

export type Allowances = Readonly<Record<'swap' | 'add' | 'rpc' | 'faucet' | 'report', Allowance>>

/** Per client. A quote is asked for at every pause in typing and every 20 seconds. */
export const usualAllowances: Allowances = {
  swap: { perMinute: 120, burst: 40 },
  add: { perMinute: 20, burst: 10 },
  rpc: { perMinute: 1_200, burst: 300 },
  faucet: { perMinute: 10, burst: 10 },
  report: { perMinute: 10, burst: 10 },
}

/** What the listener knows of a request beyond the request. */
export type Env = {
  Bindings: {
    readonly caller?: string
    /** Lets work be finished that the answer does not wait for, where a request's work would end with its answer. */
    readonly waitUntil?: (work: Promise<unknown>) => void
  }
}
export type Gateway = Hono<Env>
export type Visit = Context<Env>
