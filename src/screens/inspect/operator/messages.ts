import type { FindingLevel } from '../../../preparation/doctor/diagnose'

/** The words of the operator's page; the findings have their own catalogue, which the doctor shares. */
export const operatorMessages = {
  title: 'What works in this deployment',
  hint: 'From live responses and the settings. `npm run doctor` finds the same and writes a settings file.',
  ask: 'Request quotes and check them',
  asked: (count: number) => `Checked with ${count} quotes requested just now.`,
  deployment: 'The whole deployment',
  chain: (name: string, chainId: number) => `${name} (${chainId})`,
  levels: { good: 'works', limits: 'limited', stops: 'stopped' } satisfies Record<FindingLevel, string>,
}
