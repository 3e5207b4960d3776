import type { MiddlewareHandler } from 'hono'
import { json } from '../envelope'
import type { Env, Gateway, GatewayOptions } from '../gatewayOptions'

/**
 * The manifest that a Safe wallet reads before it frames a Safe App, readable by that one origin. Without a Safe's
 * origin in the settings there is no such route.
 */
export function addSafeAppRoute(app: Gateway, { deployment }: GatewayOptions) {
  const { safeOrigin, name } = deployment
  if (safeOrigin === undefined) return
  const icons = [{ src: iconPath, sizes: '192x192', type: 'image/png' }]
  app.get('/manifest.json', () => {
    const response = json(200, { name, description, iconPath, icons }, 'no-cache')
    response.headers.set('access-control-allow-origin', safeOrigin)
    return response
  })
}

/** Lets the Safe wallet show the app's icon in its list of apps. */
export function shareSafeAppIcon({ deployment }: GatewayOptions): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    if (deployment.safeOrigin !== undefined && c.req.path === `/${iconPath}`)
      c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
  }
}

const iconPath = 'icons/192.png'
const description = 'Swap tokens and provide liquidity across networks. Every transaction is checked before you sign.'
