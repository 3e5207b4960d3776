import type { Deployment } from '../protocol/deployment/deployment'
import type { Site } from './site/site'

/** `page` may run our scripts; `data` (JSON, images, styles) may run nothing when opened as a document. */
export type ContentClass = 'page' | 'data'

export type SecurityHeaders = Readonly<Record<ContentClass, readonly (readonly [name: string, value: string])[]>>

/** Every response carries one of these two sets, errors included. */
export function securityHeaders(deployment: Deployment, publicUrl: string | undefined, site: Site): SecurityHeaders {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const common: (readonly [string, string])[] = [
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['origin-agent-cluster', '?1'],
    ['referrer-policy', 'no-referrer'],
    ['x-content-type-options', 'nosniff'],
    ['x-dns-prefetch-control', 'off'],
    ['permissions-policy', permissions],
  ]
  /** The older form of `frame-ancestors 'none'`. It cannot name an origin. */
  const unframed = ['x-frame-options', 'DENY'] as const
  if (isSecure) common.push(['strict-transport-security', 'max-age=63072000; includeSubDomains'])
  return {
    page: [
      ...common,
      ...(deployment.safeOrigin === undefined ? [unframed] : []),
      ['content-security-policy', pagePolicy(deployment, isSecure, site)],
      ['reporting-endpoints', 'csp="/csp-report"'],
    ],
    data: [...common, unframed, ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox"]],
  }
}

/**
 * The content security policy of the app. Origins other than 'self' come from the deployment's settings only, never
 * from the service.
 */
function pagePolicy(deployment: Deployment, isSecure: boolean, site: Site): string {
  // A path is on the app's own origin.
  const images = deployment.imageBaseUrl?.startsWith('/') === false ? [new URL(deployment.imageBaseUrl).origin] : []
  const connections = [
    ...rpcOrigins(deployment),
    ...(deployment.apiBase === '' ? [] : [new URL(deployment.apiBase).origin]),
    ...(deployment.walletConnect === undefined ? [] : [new URL(deployment.walletConnect.relayUrl).origin]),
    ...(deployment.ens?.gateways ?? []),
    ...(deployment.rpcOrigins ?? []),
  ]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf(site, 'inlineScripts')].join(' '),
    "script-src-attr 'none'",
    ["style-src 'self'", ...hashesOf(site, 'inlineStyles')].join(' '),
    "style-src-attr 'none'",
    ["img-src 'self' data: blob:", ...images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...new Set(connections)].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${deployment.safeOrigin ?? "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
    'report-to csp',
  ].join('; ')
}

/** Only our own inline scripts run and only our own inline styles apply, allowed by their hash. */
function hashesOf(site: Site, what: 'inlineScripts' | 'inlineStyles'): Set<string> {
  return new Set([...site.values()].flatMap((file) => file[what] ?? []))
}

function rpcOrigins(deployment: Deployment): string[] {
  const addresses = deployment.chains.flatMap(({ rpcUrls, wsUrl }) => [
    ...rpcUrls,
    ...(wsUrl === undefined ? [] : [wsUrl]),
  ])
  return addresses.filter((address) => !address.startsWith('/')).map((address) => new URL(address).origin)
}

const permissions = [
  ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'],
  ...['display-capture', 'accelerometer', 'gyroscope', 'magnetometer', 'xr-spatial-tracking', 'browsing-topics'],
  ...['idle-detection', 'clipboard-read'],
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)', 'fullscreen=(self)', 'publickey-credentials-get=(self)')
  .join(', ')
