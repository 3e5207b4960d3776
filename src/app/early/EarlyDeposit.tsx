import type { ReactNode } from 'react'
import { firstMark, pairMark, secondMark } from '../../components/tokens/PairMark'
import { liquidityMessages } from '../../screens/liquidity/messages'
import { poolChoiceMessages } from '../../screens/liquidity/pool/messages'
import {
  choicesPlace,
  PoolFigures,
  poolChoice,
  poolRadio,
  TokenButtonFace,
} from '../../screens/liquidity/pool/PoolPicker'
import { StepTitle } from '../../screens/liquidity/StepTitle'
import { Address } from '../../ui/Address'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { Select } from '../../ui/Select'
import { Skeleton } from '../../ui/Skeleton'
import { StatusDot } from '../../ui/StatusDot'
import { TokenMark } from '../../ui/TokenMark'
import { unfilled } from './unfilled'

/*
 * The form for adding liquidity as it is drawn at build time, never in a browser: as it is while its list loads, and a
 * template of its first step, which earlyPages.ts fills with the first pools that the gateway knows.
 */

export function EarlyDeposit() {
  const messages = useMessages(liquidityMessages)
  return (
    <Page
      title={messages.title}
      actions={
        <div className="min-h-6 max-sm:basis-full" data-fill="age">
          <Ages />
        </div>
      }
    >
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <div data-step="range" className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PoolStep />
          <Skeleton className="h-160 w-full" />
        </div>
        <div className="contents lg:sticky lg:top-5 lg:grid lg:gap-5">
          <Skeleton className="h-80 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      </div>
    </Page>
  )
}

function PoolStep() {
  const messages = useMessages(poolChoiceMessages)
  return (
    <Card title={<StepTitle step={1}>{messages.title}</StepTitle>}>
      <div inert className="grid gap-4" data-early="liquidity">
        <Fields network="" first={messages.choose} second={messages.choose} />
        <Skeleton className={choicesPlace} />
      </div>
      <template data-template="list">
        <Choices />
      </template>
    </Card>
  )
}

type FieldsProps = { network: string; first: string; second: string; mark?: ReactNode }

function Fields({ network, first, second, mark }: FieldsProps) {
  const messages = useMessages(poolChoiceMessages)
  return (
    <div className="grid grid-cols-2 items-end max-[18rem]:grid-cols-1 gap-3 sm:grid-cols-[minmax(0,12rem)_1fr_1fr]">
      <div className="max-sm:col-span-2">
        <Select
          label={messages.network}
          value=""
          options={[{ value: '', label: network }]}
          onChange={() => {}}
          data-fill="network"
        />
      </div>
      <div data-fill="token">
        <TokenButtonFace name={messages.first} symbol={first}>
          {mark}
        </TokenButtonFace>
      </div>
      <div data-fill="token">
        <TokenButtonFace name={messages.second} symbol={second}>
          {mark}
        </TokenButtonFace>
      </div>
    </div>
  )
}

function Choices() {
  const messages = useMessages(poolChoiceMessages)
  const line = { fee: unfilled, tvl: unfilled, apr: unfilled }
  const unknown = [messages.feeUnknown, messages.tvlUnknown, messages.aprUnknown]
  return (
    <>
      <Fields network={unfilled} first={unfilled} second={unfilled} mark={mark} />
      <p className="text-fine text-quiet">
        <span className="flex flex-wrap gap-x-3">
          <span data-fill="address">
            <bdi /> <Address value="" />
          </span>
        </span>
      </p>
      <fieldset className="grid gap-1.5" data-unknown={JSON.stringify(unknown)}>
        <legend className="mb-1.5 text-fine font-medium">{messages.pools}</legend>
        <label className={poolChoice} data-fill="pool">
          <input type="radio" className={poolRadio} />
          <span aria-hidden="true" className={pairMark}>
            <span className={firstMark}>{mark}</span>
            <span className={secondMark}>{mark}</span>
          </span>
          <PoolFigures symbols={['', '']} isMeme line={line} />
        </label>
        <div className="-mx-3" data-fill="more">
          <Button kind="bare" size="small">
            {messages.more(7).replace('7', unfilled)}
          </Button>
        </div>
      </fieldset>
    </>
  )
}

const mark = <TokenMark symbol="" address="" size="small" />

/** How old the figures of the chosen pool are: new, a while ago, too old to deposit by. */
function Ages() {
  const messages = useMessages(liquidityMessages)
  return (
    <template data-template="ages">
      <StatusDot kind="live" label={messages.refreshed(0)} />
      <StatusDot kind="live" label={messages.refreshed(7).replace('7', unfilled)} />
      <StatusDot kind="idle" label={messages.refreshed(7).replace('7', unfilled)} />
      <StatusDot kind="warn" label={messages.outdated} />
    </template>
  )
}
