import fc from 'fast-check'

/*
 * Properties draw their examples from the seed of the run, if it has one. A retry uses the same examples instead of
 * luckier ones, and anyone can reproduce a failure (`SEED=… npm test`).
 */
const { SEED } = process.env
if (SEED) fc.configureGlobal({ seed: Number(SEED) })
