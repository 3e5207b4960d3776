import { vi } from 'vitest'

/* Vitest's own default of one second is too short on a busy machine. */
const { waitFor } = vi
vi.waitFor = (callback, options = 30_000) => waitFor(callback, options)
