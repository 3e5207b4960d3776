import { useServices } from '../components/services'
import { CopyButton } from '../ui/CopyButton'
import { useWords } from '../ui/messages'
import { Details, Row, Rows } from '../ui/Rows'
import { waysOutWords } from './emergencyExit.messages'

/** How what is the person's own is had without this app, which is halted in whole: no way out is signed here either. */
export function EmergencyExit() {
  const words = useWords(waysOutWords)
  const { deployment } = useServices()
  const managers = deployment.chains.flatMap(({ chainId, name, positionManager }) =>
    positionManager === undefined ? [] : [{ chainId, name, positionManager }],
  )
  return (
    <Details summary={words.title}>
      <div className="grid gap-2">
        <p>{words.careful}</p>
        <ul aria-label={words.list} className="grid list-disc gap-2 ps-5">
          <li>{words.allowance}</li>
          <li>{words.position}</li>
          <li>{words.bridge}</li>
        </ul>
        <Rows>
          {managers.map(({ chainId, name, positionManager }) => (
            <Row key={chainId} term={words.manager(name)}>
              <code className="font-mono">{positionManager}</code>
              <CopyButton text={positionManager} label={words.copyManager(name)} />
            </Row>
          ))}
        </Rows>
      </div>
    </Details>
  )
}
