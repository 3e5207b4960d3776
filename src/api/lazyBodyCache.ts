import type { BodyCache } from './cache'

/** A cache whose code is loaded when it is first needed. Where that fails nothing is cached, and nothing else fails. */
export function lazyBodyCache(clock: () => number): BodyCache {
  let opening: Promise<BodyCache> | undefined
  const opened = () => {
    opening ??= import('./cache').then(({ openBodyCache }) => openBodyCache(clock))
    return opening.catch(() => {
      opening = undefined
      return undefined
    })
  }
  return {
    read: async (name) => (await opened())?.read(name),
    write: async (name, body) => (await opened())?.write(name, body),
    remove: async (name) => (await opened())?.remove(name),
  }
}
