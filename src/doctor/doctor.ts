import { deploymentMessages } from '../components/deployment/deploymentFinding.messages'
import { type DeploymentFinding, type Diagnosis, diagnose, unitName } from '../preparation/doctor/diagnose'
import { type ListedNetwork, mainNetworks, proposeChain } from '../preparation/doctor/proposedChain'
import { askService, type DoctorPorts, type DoctorQuestion, ServiceRefused } from './askService'
import { chainsFile } from './chainsFile'

export type DoctorOptions = DoctorQuestion & {
  /** The file's name, as the report shows it. */
  readonly file: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** RPC nodes given by the operator, by chain. */
  readonly rpcTargets: ReadonlyMap<number, string>
  /** The chain's entry in a public list of chains. */
  readonly network: (chainId: number) => ListedNetwork | undefined
}

/** `npm run doctor`: probes an unknown service, and reports what a deployment in front of it can and cannot do. */
export async function examineService(options: DoctorOptions, ports: DoctorPorts) {
  const answers = await askService(options, ports)
  // The first examination finds the contracts that the proposed file needs; the second examines the proposal.
  const { chains } = diagnose(answers, { chains: [], slippageUnit: undefined, imageBaseUrl: undefined })
  const proposals = await Promise.all(
    chains.map(async ({ chain, contracts }) => ({
      chain,
      proposed: proposeChain(chain, {
        ...{ tokens: answers.tokens, contracts, network: options.network(chain.chainId) },
        rpcTarget: options.rpcTargets.get(chain.chainId),
        genesisHash: mainNetworks[chain.kind].genesisHash && (await genesisOf(chain.chainId, options, ports)),
      }),
    })),
  )
  const settings = proposals.flatMap(({ proposed }) => (proposed ? [proposed.settings] : []))
  const diagnosis = diagnose(answers, { chains: settings, slippageUnit: undefined, imageBaseUrl: undefined })
  const reported = proposals.map(({ chain, proposed }, index) => ({
    ...{ chain, proposed },
    // Findings about contracts are written next to the contracts in the file.
    findings: limitsOf((diagnosis.chains[index]?.findings ?? []).filter(({ code }) => !code.startsWith('contract.'))),
  }))
  return {
    lines: reportLines(diagnosis),
    /** The text of a TIDEGATE_CHAINS file. */
    file: chainsFile(options, reported),
    startCommand: startCommand(options.baseUrl, options.file, diagnosis),
  }
}

export { ServiceRefused }

async function genesisOf(chainId: number, { nodes }: DoctorOptions, { ask }: DoctorPorts): Promise<string | undefined> {
  if (!nodes.includes(chainId)) return undefined
  const hash = await ask(chainId, 'getGenesisHash', []).catch(() => undefined)
  return typeof hash === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(hash) ? hash : undefined
}

const words = deploymentMessages.english
const marks = { good: 'ok   ', limits: 'note ', stops: 'STOP ' } as const

/** The report as lines for a terminal. */
function reportLines({ general, chains }: Diagnosis): readonly string[] {
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
function limitsOf(findings: readonly DeploymentFinding[]): readonly string[] {
  return findings
    .filter(({ level }) => level !== 'good')
    .map((finding) => `${words.finding(finding)} ${words.meaning(finding)}`.trim())
}

/** The environment variables that go with the written file, in shell syntax. */
function startCommand(baseUrl: string, file: string, { unitsPerPercent, general }: Diagnosis): string {
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
