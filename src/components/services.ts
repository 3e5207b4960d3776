import { createContext, use } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../api/client'
import type { ChainKind } from '../domain/chain'
import { errorClass } from '../domain/errorClass'
import type { OrderService } from '../orders/orderService'
import type { PrepareDeps } from '../preparation/prepareDeps'
import type { Deployment } from '../protocol/deployment/deployment'
import type { Wallets } from '../wallets/wallets'
import type { PreferencesState } from './preferences'

/** A screen's dependencies on the outside world. `app/` builds the real ones; a test passes its own. */
export type Services = {
  readonly deployment: Deployment
  readonly client: Client
  readonly wallets: Wallets
  /** The nodes used by the checks of a plan. */
  readonly nodes: PrepareDeps['nodes']
  readonly orderService: OrderService
  /** Fetches the code that carries orders out, before one is confirmed. Opens nothing. */
  readonly prefetchOrders: () => Promise<unknown>
  readonly preferences: StoreApi<PreferencesState>
  /** App-wide dialogs that any screen may open. */
  readonly dialogs: Dialogs
  /** The operator's current notice. */
  readonly notice: () => Promise<OperatorNotice>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly newId: () => string
  /** Why this browser does not let the page keep orders; `undefined` where it does. */
  readonly storageProblem: () => Promise<StorageProblem | undefined>
}

/** `blocked`: site data is not allowed for this page. `failed`: storage is missing, full, broken or does not answer. */
export type StorageProblem = 'blocked' | 'failed'

/** The operator's notice; `halt` is the reason why nothing may be signed now. */
export type OperatorNotice = { readonly halt: string | undefined }

export type Dialogs = {
  /** Opens `Connect a wallet`, with wallets of this chain kind first; `also` is a second kind, to receive on. */
  connect(kind?: ChainKind, also?: ChainKind): void
  account(): void
  settings(): void
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new NoServices()
  return services
}

export const NoServices = errorClass('NoServices', () => 'A screen was shown without its services around it.')
