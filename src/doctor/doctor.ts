import { diagnose } from '../preparation/doctor/diagnose'
import { mainNetworks } from '../preparation/doctor/mainNetworks'
import { type ListedNetwork, proposeChain } from '../preparation/doctor/proposedChain'
import { askService, type DoctorPorts, type DoctorQuestion, ServiceRefused } from './askService'
import { chainsFile } from './chainsFile'
import { limitsOf, reportLines, startCommand } from './report'

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

export type DoctorReport = {
  readonly lines: readonly string[]
  /** The text of a TIDEGATE_CHAINS file. */
  readonly file: string
  readonly startCommand: string
}

/** `npm run doctor`: probes an unknown service, and reports what a deployment in front of it can and cannot do. */
export async function examineService(options: DoctorOptions, ports: DoctorPorts): Promise<DoctorReport> {
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
