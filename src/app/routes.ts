import type { ComponentType } from 'react'
import type { IconName } from '../ui/Icon'
import { lazyWithPreload } from '../ui/lazyWithPreload'

/** A page: its path and its screen. The code of a screen is loaded when it is first opened, or before with `preload`. */
export type AppRoute = { readonly path: string; readonly screen: ComponentType & { preload: () => Promise<void> } }

export const routes: readonly AppRoute[] = [
  route('/swap', () => import('../screens/swap/SwapScreen')),
  route('/pools', () => import('../screens/pools/PoolsScreen')),
  route('/pools/:network/:pool', () => import('../screens/pools/pool/PoolScreen')),
  route('/pools/:pool', () => import('../screens/pools/pool/PoolScreen')),
  route('/tokens/:network/:address', () => import('../screens/pools/token/TokenScreen')),
  route('/liquidity/add', () => import('../screens/liquidity/AddLiquidityScreen')),
  route('/portfolio', () => import('../screens/positions/PortfolioScreen')),
  route('/positions', () => import('../screens/positions/PositionsScreen')),
  route('/positions/:network/:position', () => import('../screens/positions/position/PositionScreen')),
  route('/positions/:position', () => import('../screens/positions/position/PositionScreen')),
  route('/activity', () => import('../screens/activity/ActivityScreen')),
  route('/activity/:order', () => import('../screens/activity/OrderScreen')),
  route('/help', () => import('../screens/help/HelpScreen')),
  route('/inspect', () => import('../screens/inspect/InspectScreen')),
]

/** The header's links, in order. */
export const navItems = [
  { name: 'swap', to: '/swap', icon: 'swap' },
  { name: 'pools', to: '/pools', icon: 'pools' },
  { name: 'portfolio', to: '/portfolio', icon: 'wallet' },
  { name: 'activity', to: '/activity', icon: 'activity' },
  { name: 'inspect', to: '/inspect', icon: 'inspect' },
] as const satisfies readonly { name: string; to: string; icon: IconName }[]

/** The footer's links. */
export const footerItems = [
  { name: 'help', to: '/help' },
  { name: 'status', to: '/inspect?view=deployment#conformance' },
  { name: 'licence', to: '/help#licence' },
] as const

function route(path: string, load: () => Promise<{ default: ComponentType }>): AppRoute {
  return { path, screen: lazyWithPreload(load) }
}
