import { useEffect } from 'react'
import { termMessages, terms } from '../../components/help/term.messages'
import { useServices } from '../../components/services'
import { Card } from '../../ui/Card'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { helpMessages } from './messages'

/** Explains Tidegate and its terms. */
export default function HelpScreen() {
  const messages = useMessages(helpMessages)
  const { name, is } = useMessages(termMessages)
  const { deployment } = useServices()
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <Page title={messages.title} width="text">
      <div className="grid gap-5">
        <Card title={messages.how}>
          <ol className="grid list-decimal gap-2 ps-5">
            {messages.points.split('\n').map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ol>
        </Card>
        {deployment.mode === 'embedded' && (
          <Card title={messages.demo}>
            <p>{messages.demoIs}</p>
          </Card>
        )}
        <Card title={messages.terms}>
          <dl className="grid gap-4">
            {terms.map((term) => (
              <div key={term}>
                <dt className="font-medium text-ink">{name[term]}</dt>
                <dd>{is[term]}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <div id="licence">
          <Card title={messages.licence}>
            <p>{messages.licenceIs}</p>
          </Card>
        </div>
      </div>
    </Page>
  )
}
