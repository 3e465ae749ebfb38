import { joinSkuProps } from '../../contract/catalog/shapes.ts'
import type { Parcel } from '../../contract/fulfilment/shapes.ts'
import type { ConsoleOrderDetail } from '../../contract/ordering/shapes.ts'
import { count, minute } from '../../ui/format.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { Panel } from '../kit/panel.tsx'
import { eventTitle } from './order-view.ts'

/** The parcels of an order, each with what is in it. */
export function OrderParcels({ parcels }: Pick<ConsoleOrderDetail, 'parcels'>) {
  return (
    <Panel title={parcels.length === 0 ? '包裹' : `包裹 ${parcels.length} 个`}>
      {parcels.length === 0 ? (
        <p className="mute">还没有发出包裹</p>
      ) : (
        <ol className="parcels">
          {parcels.map((parcel) => (
            <OneParcel key={parcel.parcelNo} parcel={parcel} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function OneParcel({ parcel: { parcelNo, carrier, trackingNo, sentAt, lines } }: { parcel: Parcel }) {
  return (
    <li>
      <header>
        <b>包裹 {parcelNo}</b>
        <span>
          {carrier} <span className="num">{trackingNo}</span>
          <CopyButton text={trackingNo} label={`复制运单号 ${trackingNo}`} />
        </span>
        <time className="num mute">{minute(sentAt)}</time>
      </header>
      <ul>
        {lines.map(({ lineNo, goodsName, skuProps, unit, quantity }) => (
          <li key={lineNo}>
            <span>
              {goodsName} <small className="mute">{joinSkuProps(skuProps)}</small>
            </span>
            <span className="num">
              {count(quantity)} {unit}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** What happened to an order, the latest in front: who, when, why. */
export function OrderEvents({ events }: Pick<ConsoleOrderDetail, 'events'>) {
  return (
    <Panel title="订单记录">
      <ol className="events">
        {events.toReversed().map(({ verb, at, by, note }) => (
          <li key={`${at.toISOString()} ${verb}`}>
            <time className="num">{minute(at)}</time>
            <div>
              <b>{eventTitle(verb)}</b> <span className="mute">{by}</span>
              {note !== '' && <p>{note}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
