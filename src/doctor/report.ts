import { deploymentMessages } from '../components/deployment/deploymentFinding.messages'
import type { Chain } from '../domain/chain'
import { type DeploymentFinding, type Diagnosis, unitName } from '../preparation/doctor/diagnose'
import type { ProposedChain } from '../preparation/doctor/proposedChain'

/** A chain, its entry in the written file, and the findings as sentences. */
export type ReportedChain = {
  readonly chain: Chain
  readonly proposed: ProposedChain | undefined
  readonly findings: readonly string[]
}

const words = deploymentMessages.english
const marks = { good: 'ok   ', limits: 'note ', stops: 'STOP ' } as const

/** The report as lines for a terminal. */
export function reportLines({ general, chains }: Diagnosis): readonly string[] {
  return [
    ...general.flatMap(findingLines),
    ...chains.flatMap(({ chain, findings }) => [
      '',
      `${chain.name} (${chain.chainId}, ${chain.kind})`,
      ...findings.flatMap(findingLines),
    ]),
  ]
}

/** The limitations of a chain, one or two sentences each. */
export function limitsOf(findings: readonly DeploymentFinding[]): readonly string[] {
  return findings
    .filter(({ level }) => level !== 'good')
    .map((finding) => `${words.finding(finding)} ${words.meaning(finding)}`.trim())
}

/** The environment variables that go with the written file, in shell syntax. */
export function startCommand(baseUrl: string, file: string, { unitsPerPercent, general }: Diagnosis): string {
  const images = general.find(({ code }) => code === 'images.found')
  const unit =
    unitsPerPercent === undefined || unitsPerPercent === 100
      ? []
      : [`TIDEGATE_SLIPPAGE_UNIT='${unitName(unitsPerPercent)}'`]
  const base = images?.code === 'images.found' ? [`TIDEGATE_IMAGE_BASE_URL='${images.facts.base}'`] : []
  return [
    `TIDEGATE_BASE_URL='${baseUrl}'`,
    'TIDEGATE_API_KEY=…',
    `TIDEGATE_CHAINS='${file}'`,
    ...unit,
    ...base,
    'npm start',
  ].join(' ')
}

function findingLines(finding: DeploymentFinding): readonly string[] {
  const means = words.meaning(finding)
  return [`  ${marks[finding.level]}${words.finding(finding)}`, ...(means === '' ? [] : [`       ${means}`])]
}
