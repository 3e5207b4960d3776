import fc from 'fast-check'

/*
 * Properties draw their examples from the seed of the run, where it has one: a retry tries the same examples again
 * instead of luckier ones, and whoever reads of a failure can have it again (`SEED=… npm test`).
 */
const { SEED } = process.env
if (SEED) fc.configureGlobal({ seed: Number(SEED) })
