import { errorMessage } from '../domain/text/errorMessage'
import { type Deployment, readDeployment } from '../protocol/deployment/deployment'

/** Why the app cannot start. */
export type ConfigError = {
  readonly is: 'unreachable' | 'refused' | 'unreadable'
  readonly detail: string
}

/** The settings of this deployment, or the reason for their absence. Fetched once, during the first render. */
export async function readConfiguration(ask: typeof fetch = fetch): Promise<Deployment | ConfigError> {
  const answer = await ask('/config.json').catch(String)
  if (typeof answer === 'string') return { is: 'unreachable', detail: answer }
  if (!answer.ok) return { is: 'refused', detail: `${answer.status} ${answer.statusText}`.trim() }
  try {
    return readDeployment(await answer.json())
  } catch (error) {
    return { is: 'unreadable', detail: errorMessage(error) }
  }
}

export function isConfigError(answer: Deployment | ConfigError): answer is ConfigError {
  return 'is' in answer
}
