import type { ConfigError } from '../app/configuration'

/** The widget cannot start, and why, as far as a page of another origin can find out. */
export type NoDeployment = {
  readonly problem: 'offline' | 'not named' | 'unreachable' | 'refused' | 'unreadable' | 'not started'
}

/**
 * A page cannot distinguish a CORS refusal from an unreachable server. A gateway that allows other pages shows its
 * images to all of them, so its icon distinguishes the two.
 */
export async function noDeployment({ is }: ConfigError, gateway: string): Promise<NoDeployment> {
  if (is !== 'unreachable') return { problem: is }
  if (!navigator.onLine) return { problem: 'offline' }
  const isThere = await showsPicture(new URL('/favicon.svg', gateway).href)
  return { problem: isThere ? 'not named' : 'unreachable' }
}

function showsPicture(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image()
    picture.onload = () => resolve(true)
    picture.onerror = () => resolve(false)
    picture.src = url
  })
}
