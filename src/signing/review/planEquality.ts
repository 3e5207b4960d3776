import { isEvmStep, isPaymentStep, type PaymentStep, type Plan } from '../../guard/plan'

/** Whether two plans make the same calls to the same contracts, ignoring amounts and deadlines. */
export function isSamePlan(shown: Plan, fresh: Plan): boolean {
  const { steps } = fresh
  if ((shown.assertion === undefined) !== (fresh.assertion === undefined)) return false
  return shown.steps.length === steps.length && shown.steps.every((step, index) => isAlike(step, steps[index]))
}

function isAlike(a: Plan['steps'][number], b: Plan['steps'][number] | undefined): boolean {
  if (!b || a.kind !== b.kind || a.chainId !== b.chainId || a.purpose.does !== b.purpose.does) return false
  if (isPaymentStep(a) && isPaymentStep(b))
    return a.to === b.to && a.units === b.units && a.memo === b.memo && isToSign(a) === isToSign(b)
  return !isEvmStep(a) || !isEvmStep(b) || (a.to === b.to && a.value === b.value && spenderOf(a) === spenderOf(b))
}

function isToSign({ toSign }: PaymentStep): boolean {
  return toSign !== undefined
}

function spenderOf({ purpose }: Plan['steps'][number]): string | undefined {
  return 'spender' in purpose ? purpose.spender.toLowerCase() : undefined
}
