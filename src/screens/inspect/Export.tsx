import { useServices } from '../../components/services'
import { writeJson } from '../../protocol/json/json'
import { toPlainJson } from '../../protocol/json/plainJson'
import { Button } from '../../ui/Button'
import { fileName, saveFile } from '../../ui/saveFile'
import { inspectMessages as messages } from './messages'

/** Hands a part of the inspector to the person as a file. */
export function ExportButton({ what, content }: { what: string; content: () => unknown }) {
  const { clock, deployment } = useServices()
  const save = () => {
    const made = new Date(clock()).toISOString()
    const text = writeJson(
      toPlainJson({ kind: `tidegate ${what}`, made, deployment: deployment.name, content: content() }),
    )
    saveFile(fileName(what.replaceAll(' ', '-'), clock(), 'json'), text, 'application/json')
  }
  return (
    // Next to a long title it stays one line.
    <div className="shrink-0">
      <Button size="small" onClick={save}>
        {messages.exportJson}
      </Button>
    </div>
  )
}
