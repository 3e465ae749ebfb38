import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { OwnSalesTargetPanel } from '#console/operations/sales-targets/own-target-panel.tsx'
import { setupQuery } from '#console/operations/setup/setup-api.ts'
import { SetupChecklist } from '#console/operations/setup/setup-list.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { QueryContent } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission, usePermissionHolder } from '#console/platform/sessions/use-staff.ts'
import { consoleSetupEndpoints } from '#contract/operations/setup/api.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { formatCount } from '#ui/format.ts'
import { workQueueQuery } from './queue-api.ts'
import { groupWorkQueueEntries, toWorkQueueEntries, type WorkQueueEntry, type WorkQueueGroups } from './queue-view.ts'
import { WaitingOrders } from './waiting-orders.tsx'
import { WorkCharts } from './work-charts.tsx'
import './queue.css'

/** The first page: what waits for staff. Until a mall has opened, its administrators see what is missing instead. */
export function Page() {
  const { allowed } = usePermission(consoleSetupEndpoints.state)
  const { data: setup, isLoading } = useQuery({ ...setupQuery, enabled: allowed })
  if (isLoading)
    return (
      <>
        <PageHead title="待办" />
        <WaitingCards />
      </>
    )
  return setup && !setup.finished ? <SetupChecklist {...setup} /> : <Queue />
}

/** The kinds of work that wait, their number and age, with links. */
function Queue() {
  const queue = useQuery(workQueueQuery)
  const holder = usePermissionHolder()
  const now = useNow()
  const [ships, cancels] = [usePermission(consoleFulfilmentEndpoints.ship), usePermission(consoleOrderEndpoints.agreeCancel)]
  const handlesOrders = ships.allowed || cancels.allowed
  return (
    <>
      <PageHead title="待办" note="每 30 秒自动更新" />
      <OwnSalesTargetPanel />
      <QueryContent from={queue} waiting={<WaitingCards />}>
        {(items) => <Groups {...groupWorkQueueEntries(toWorkQueueEntries(items, holder, now))} />}
      </QueryContent>
      {handlesOrders && <WaitingOrders />}
      <WorkCharts />
    </>
  )
}

const Cards = ({ entries, id }: { entries: readonly WorkQueueEntry[]; id?: string }) => (
  <ul className="queue" id={id}>
    {entries.map((waiting) => (
      <Card key={waiting.kind} waiting={waiting} />
    ))}
  </ul>
)

/** The own work that waits; below, on request, the own work of which nothing waits, and that of other roles. */
function Groups({ waiting, idle, others }: WorkQueueGroups) {
  return (
    <>
      {waiting.length > 0 ? (
        <Cards entries={waiting} />
      ) : (
        <p className="panel queue-nothing">{idle.length > 0 ? '您的待办都已处理' : '您的角色没有待办，请从菜单打开页面'}</p>
      )}
      {idle.length > 0 && <Fold name={`${waiting.length > 0 ? '其余 ' : ''}${idle.length} 项都是 0`} entries={idle} />}
      {others.length > 0 && <Fold name={`其他岗位还有 ${others.length} 项待办`} entries={others} />}
    </>
  )
}

function Fold({ name, entries }: { name: string; entries: readonly WorkQueueEntry[] }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button type="link" className="queue-fold" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {name}
      </Button>
      {open && <Cards id={id} entries={entries} />}
    </>
  )
}

/** About as many kinds of work wait for one role. */
const WAITING_CARDS = 4

const WaitingCards = () => (
  <div role="status" aria-label="加载中" className="queue">
    {Array.from({ length: WAITING_CARDS }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cards that wait are alike and never move
      <div key={at} aria-hidden className="bar queue-waiting" />
    ))}
  </div>
)

function Card({ waiting: { label, count: units, oldest, since, mine, by, ways, idle } }: { waiting: WorkQueueEntry }) {
  return (
    <li className={`panel queue-card ${units === 0 ? 'queue-idle' : ''} ${mine && units > 0 ? 'queue-mine' : ''}`}>
      <h2>{label}</h2>
      <p className="queue-count">
        <span className="num">{formatCount(units)}</span>
        {since && (
          <span className="queue-since">
            最早等了 <b className="num">{since}</b>
            <time className="num">{oldest}</time>
          </span>
        )}
        {units === 0 && <span className="queue-since">{idle}</span>}
      </p>
      <footer>
        <span>由{by}处理</span>
        <span className="queue-ways">
          {ways.map((way) => (
            <Link key={way.label} to={way.to} search={way.search}>
              {way.label}
            </Link>
          ))}
        </span>
      </footer>
    </li>
  )
}
