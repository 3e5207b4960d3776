import { refusal } from './envelope'
import type { GatewayContext, GatewayOptions } from './gatewayOptions'
import { isOpenToWidgets } from './widgetOrigins'

/**
 * Refuses requests from pages of other sites, which must not use the API key, except sites that may embed the widget.
 * Programs that send no Origin may.
 */
export function refuseCrossOrigin(
  c: GatewayContext,
  { publicUrl, widgetOrigins = [] }: GatewayOptions,
): Response | undefined {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  if (isOpenToWidgets(c.req.path) && origin !== undefined && widgetOrigins.includes(origin)) return undefined
  const isOwn = origin === undefined || origin === publicUrl || hostOf(origin) === new URL(c.req.url).host
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return undefined
  return refusal(403, 'Only pages of this gateway may send this.')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
