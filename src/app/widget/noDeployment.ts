import type { ConfigError } from '../configuration'

/** The widget cannot start, and why, as far as a page of another origin can find out. */
export type NoDeployment = {
  readonly problem: 'offline' | 'not named' | 'unreachable' | 'refused' | 'unreadable' | 'not started'
}

/**
 * To a page, a server that does not allow it looks as if there were none. A gateway that allows other pages shows its
 * pictures to all of them, so its icon tells the two apart.
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
