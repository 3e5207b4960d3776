import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Button, IconButton } from '../../src/ui/Button'
import { Checkbox, Segmented, Switch } from '../../src/ui/Choice'
import { TextField } from '../../src/ui/Field'
import { Figure } from '../../src/ui/Figure'
import { Help } from '../../src/ui/Help'
import { Notice } from '../../src/ui/Notice'
import { Details, Row, Rows } from '../../src/ui/Rows'
import { Skeleton } from '../../src/ui/Skeleton'
import { StatusDot } from '../../src/ui/StatusDot'
import { TokenMark } from '../../src/ui/TokenMark'

/** Every part in each of its states, as HTML: `npm run pictures` draws docs/design.md from it. */
export function renderParts(): string {
  return renderToString(
    <main className="grid gap-4 bg-paper text-text" style={{ width: '60rem', padding: '2rem' }}>
      <Part name="Button">
        <Button kind="primary">Primary</Button>
        <Button kind="soft">Soft</Button>
        <Button>Quiet</Button>
        <Button kind="danger">Danger</Button>
        <Button kind="bare">Bare</Button>
        <Button kind="primary" isBusy>
          Busy
        </Button>
        <Button kind="primary" aria-disabled>
          Not yet
        </Button>
        <Button size="small">Small</Button>
        <IconButton icon="settings" label="Icon" />
      </Part>
      <Part name="Notice">
        <div className="grid w-full items-start gap-4" style={columns(2)}>
          <Notice kind="ok" title="Success">
            Swapped 1 ETH for 3,087.11 USDC.
          </Notice>
          <Notice kind="info" title="Info">
            Two orders are in progress.
          </Notice>
          <Notice kind="warn" title="Warning" action={<Button size="small">Use 5%</Button>}>
            A small price move makes the deposit fail.
          </Notice>
          <Notice kind="block" title="Error">
            Funds sent to this address are lost.
          </Notice>
        </div>
      </Part>
      <Part name="Field">
        <div className="grid w-full items-start gap-4" style={columns(3)}>
          <TextField label="Slippage tolerance" value="0.5" isFigure trail="%" onChange={unchanged} />
          <TextField label="With a hint" value="" placeholder="0x…" hint="Any address." onChange={unchanged} />
          <TextField label="With an error" value="0.05" error="The minimum is 0.1%." onChange={unchanged} />
        </div>
      </Part>
      <Part name="Choice">
        <div className="grid w-full items-start gap-4" style={columns(2)}>
          <Segmented label="Segmented" value="7" options={periods} onChange={unchanged} />
          <div className="grid">
            <Checkbox label="Checkbox" isChecked={false} onChange={unchanged} />
            <Checkbox label="Checked" isChecked onChange={unchanged} />
          </div>
          <Switch label="Switch, on" isOn onChange={unchanged} />
          <Switch label="Switch, off" isOn={false} onChange={unchanged} />
        </div>
      </Part>
      <Part name="Rows and details">
        <div className="grid w-full items-start gap-4" style={columns(2)}>
          <Rows>
            <Row term={<>Minimum received{helpOf('Minimum received')}</>}>
              <Figure value="3452.688527" unit="USDC" />
            </Row>
            <Row term="Price impact" tone="warn">
              −3.93%
            </Row>
            <Row term="Price impact" tone="block" hint="Price impact too high. Try a smaller amount.">
              −41.2%
            </Row>
          </Rows>
          <div className="grid gap-3">
            <Details summary="Details, closed">…</Details>
            <Details summary="Details, open" isOpen>
              More, for those who want it.
            </Details>
          </div>
        </div>
      </Part>
      <Part name="Marks and states">
        {tokens.map(({ symbol, address }) => (
          <TokenMark key={address} symbol={symbol} address={address} chain={harbor} />
        ))}
        <StatusDot kind="live" label="Done" />
        <StatusDot kind="busy" label="In progress" />
        <StatusDot kind="warn" label="Action needed" />
        <StatusDot kind="block" label="Failed" />
        <StatusDot kind="idle" label="Idle" />
        <Skeleton className="h-5 w-24" />
      </Part>
    </main>,
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 rounded-card border border-line bg-sheet p-5 shadow-sheet">
      <h2 className="text-fine text-quiet">{name}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}

function helpOf(term: string) {
  return <Help label={`What is ${term}?`}>{term}</Help>
}

const columns = (count: number) => ({ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` })
const unchanged = () => {}
const periods = [
  { value: '1', label: '24 h' },
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
]
const harbor = { chainId: 741_001, kind: 'evm', name: 'Harbor' } as const
/** Two tokens with one symbol: an imitation has another colour. */
const tokens = [
  { symbol: 'USDC', address: '0x77391bc3a8d24c7a0b1d2e3f4a5b6c7d8e9faB34' },
  { symbol: 'USDC', address: '0xe4c22f7ef90ac5ec0d156838bda66b25d05f8351' },
  { symbol: 'PUFF', address: '0xfebe000000000000000000000000000000009b61' },
]
