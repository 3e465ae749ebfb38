import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { setupQuery } from '#console/operations/setup/setup-api.ts'
import { SetupList } from '#console/operations/setup/setup-list.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { QueryContent } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission, usePermissionHolder } from '#console/platform/sessions/use-staff.ts'
import { consoleSetupEndpoints } from '#contract/operations/setup/api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { formatCount } from '#ui/format.ts'
import { workQueueQuery } from './queue-api.ts'
import { toWorkQueueEntries, WORK_QUEUE_KIND_COUNT, type WorkQueueEntry } from './queue-view.ts'
import { WaitingOrders } from './waiting-orders.tsx'
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
  return setup && !setup.finished ? <SetupList {...setup} /> : <Queue />
}

/** The kinds of work that wait, their number and age, with links. */
function Queue() {
  const queue = useQuery(workQueueQuery)
  const holder = usePermissionHolder()
  const now = useNow()
  const seesOrders = usePermission(consoleOrderEndpoints.list).allowed
  return (
    <>
      <PageHead title="待办" note="每 30 秒自动更新" />
      <QueryContent from={queue} waiting={<WaitingCards />}>
        {(items) => (
          <ul className="queue">
            {toWorkQueueEntries(items, holder, now).map((waiting) => (
              <Card key={waiting.kind} waiting={waiting} />
            ))}
          </ul>
        )}
      </QueryContent>
      {seesOrders && <WaitingOrders />}
    </>
  )
}

const WaitingCards = () => (
  <div role="status" aria-label="加载中" className="queue">
    {Array.from({ length: WORK_QUEUE_KIND_COUNT }, (_, at) => (
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
