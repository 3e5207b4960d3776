import { useServices } from '../../components/services'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { Details, Row, Rows } from '../../ui/Rows'
import { emergencyExitMessages } from './emergencyExit.messages'

/** How people get their tokens back without this app while it is halted: it signs no withdrawals or refunds either. */
export default function EmergencyExit() {
  const messages = useMessages(emergencyExitMessages)
  const { deployment } = useServices()
  return (
    <Details summary={messages.title}>
      <div className="grid gap-2">
        <p>{messages.careful}</p>
        <ul aria-label={messages.list} className="grid list-disc gap-2 ps-5">
          <li>{messages.allowance}</li>
          <li>{messages.position}</li>
          <li>{messages.bridge}</li>
        </ul>
        <Rows isFine>
          {deployment.chains.map(
            ({ chainId, name, positionManager }) =>
              positionManager !== undefined && (
                <Row key={chainId} term={messages.manager(name)}>
                  <code className="font-mono">{positionManager}</code>
                  <CopyButton text={positionManager} label={messages.copyManager(name)} />
                </Row>
              ),
          )}
        </Rows>
      </div>
    </Details>
  )
}
