import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWebhookEvent } from '#contract/integration/integration/events.ts'
import { type Webhook, type WebhookDelivery, webhookDeliveryStates } from '#contract/integration/integration/shapes.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toLabelOptions, toNameOptions } from '#storefront/platform/components/select/select-options.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { WebhookDeliveryDialog } from './delivery-dialog.tsx'
import { formatWebhookOutcome, WEBHOOK_DELIVERIES_PAGE_SIZE, webhookDeliveriesQuery, webhooksQuery } from './integration-api.ts'

const stateIn = (text: string | undefined): WebhookDelivery['state'] | undefined =>
  text === 'WAIT' || text === 'DELIVERED' || text === 'PARKED' ? text : undefined

/** 推送记录: the deliveries to a webhook and their results. */
export function WebhookDeliveryLog() {
  const hooks = useQuery(webhooksQuery)
  const { hook } = useSearch()
  return (
    <QueryContent from={hooks} skeleton={<Skeleton className="h-80" />}>
      {(all) => {
        const chosen = all.find(({ id }) => id === hook) ?? all[0]
        return chosen ? (
          <Log hooks={all} chosen={chosen} />
        ) : (
          <div className="panel">
            <EmptyState
              title="还没有推送地址"
              hint="新增推送地址后，每次推送的内容和应答都在这里。"
              action={
                <ButtonLink to="/api_access" search={{ view: 'hooks' }} look="line">
                  去新增推送地址
                </ButtonLink>
              }
            />
          </div>
        )
      }}
    </QueryContent>
  )
}

function Log({ hooks, chosen }: { hooks: readonly Webhook[]; chosen: Webhook }) {
  const { state: wanted, page } = useSearch()
  const navigate = useNavigate()
  const state = stateIn(wanted)
  const log = useQuery(webhookDeliveriesQuery(chosen.id, state, parsePageNo(page)))
  const [open, setOpen] = useState<string>()
  const turn = usePagination(log, { pageNo: parsePageNo(page), pageSize: WEBHOOK_DELIVERIES_PAGE_SIZE })
  const set = (change: Record<string, string>) =>
    void navigate({ to: '/api_access', search: { view: 'log', hook: chosen.id, ...(state ? { state } : {}), ...change } })
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 md:max-w-160">
        <SelectField label="推送地址" value={chosen.id} options={toNameOptions(hooks)} onChange={(id) => set({ hook: id })} />
        <SelectField
          label="状态"
          value={state ?? ''}
          options={[{ value: '', label: '全部' }, ...toLabelOptions(webhookDeliveryStates)]}
          onChange={(next) => set({ state: next })}
        />
      </div>
      <QueryContent from={log} skeleton={<Skeleton className="h-80" />}>
        {({ dataList, total }) =>
          dataList.length === 0 ? (
            <div className="panel">
              <EmptyState title="没有推送记录" hint="订阅的事件发生后会出现在这里，保留 30 天。" />
            </div>
          ) : (
            <>
              <Rows rows={dataList} onOpen={setOpen} />
              <Pagination pageNo={parsePageNo(page)} pageSize={WEBHOOK_DELIVERIES_PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </QueryContent>
      {open !== undefined && <WebhookDeliveryDialog id={open} close={() => setOpen(undefined)} />}
    </>
  )
}

const dots: Record<WebhookDelivery['state'], string> = { WAIT: 'bg-copper', DELIVERED: 'bg-success', PARKED: 'bg-danger' }

/** The result of the last try in a few words. */
const outcome = ({ lastStatus, lastFault, tries }: WebhookDelivery): string =>
  tries === 0 ? '等待推送' : formatWebhookOutcome({ status: lastStatus, fault: lastFault })

function Rows({ rows, onOpen }: { rows: readonly WebhookDelivery[]; onOpen: (id: string) => void }) {
  return (
    <ul aria-label="推送记录" className="panel divide-y divide-line-soft">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-sm md:grid-cols-[150px_minmax(0,1fr)_minmax(0,1fr)_auto] md:px-5"
        >
          <span className="num text-mute">{formatShanghaiTimeToSecond(row.createdAt)}</span>
          <span className="order-first col-span-2 min-w-0 md:order-none md:col-span-1">
            {formatWebhookEvent(row.event)} <span className="num break-all text-mute">{row.subject}</span>
          </span>
          <span className="flex min-w-0 items-center gap-2 max-md:col-start-1">
            <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[row.state]}`} />
            <span className="min-w-0">
              {webhookDeliveryStates[row.state].label} <span className="text-mute">{outcome(row)}</span>
              {row.tries > 1 && <span className="text-mute">，第 {row.tries} 次</span>}
            </span>
          </span>
          <Button look="plain" aria-label={`查看 ${formatWebhookEvent(row.event)} ${row.subject} 的推送`} onClick={() => onOpen(row.id)}>
            查看
          </Button>
        </li>
      ))}
    </ul>
  )
}
