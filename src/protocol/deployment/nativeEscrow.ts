/**
 * The prefix in `escrows` of a deployment for a wallet that receives the native coin. It has a file of its own, because
 * only the checks need it, and `deployment.ts` is part of the first load.
 */
export const nativeEscrow = 'native:'
