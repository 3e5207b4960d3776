import { once } from '../domain/once'
import type { BodyCache } from './cache'

/** A cache whose code is loaded when it is first needed. Where that fails nothing is cached, and nothing else fails. */
export function lazyBodyCache(clock: () => number): BodyCache {
  const opened = lazyPart(async () => (await import('./cache')).openBodyCache(clock))
  return {
    read: async (name) => (await opened())?.read(name),
    write: async (name, body) => (await opened())?.write(name, body),
    remove: async (name) => (await opened())?.remove(name),
  }
}

/** Loads a part with its first use. `undefined` when that failed; the next use loads it again. */
export function lazyPart<Part>(load: () => Promise<Part>): () => Promise<Part | undefined> {
  const loaded = once(load)
  return () => loaded().catch(() => undefined)
}
