import { Panel } from '#console/platform/components/panel.tsx'
import type { ConsoleOrderDetail } from '#contract/orders/orders/shapes.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { formatOrderEvent } from './order-view.ts'

/** The events of an order, the latest first: the person, the time, the reason. */
export function OrderEvents({ events }: Pick<ConsoleOrderDetail, 'events'>) {
  return (
    <Panel title="订单记录">
      <ol className="events">
        {events.toReversed().map(({ verb, at, by, note }) => (
          <li key={`${at.toISOString()} ${verb}`}>
            <time className="num">{formatShanghaiTimeToMinute(at)}</time>
            <div>
              <b>{formatOrderEvent(verb)}</b> <span className="mute">{by}</span>
              {note !== '' && <p>{note}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
