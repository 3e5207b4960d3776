/**
 * What is in `escrows` of a deployment before a wallet that takes the chain's coin. It has a file of its own, because
 * only the checks need it, and `deployment.ts` is part of the first load.
 */
export const nativeEscrow = 'native:'
