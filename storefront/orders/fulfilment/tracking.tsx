import type { Parcel } from '#contract/orders/fulfilment/shapes.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

/** The tracking of a parcel, the latest step first. */
export function ParcelTracking({ parcel: { parcelNo, kind, track, asks } }: { parcel: Parcel }) {
  if (track.length === 0) {
    const none = asks ? '快递公司还没有该运单的物流信息' : kind === 'tanker' ? '罐车在途，司机会提前电话联系' : '物流信息由客服更新'
    return <p className="mt-3 border-t border-line-soft pt-3 text-sm text-mute">{none}</p>
  }
  return (
    <ol aria-label={`包裹 ${parcelNo} 的物流轨迹`} className="mt-3 flex flex-col gap-3 border-t border-line-soft pt-3">
      {track.map(({ id, at, place, text }, position) => (
        <li key={id} className="grid grid-cols-[8px_minmax(0,1fr)] items-start gap-x-3">
          <span aria-hidden className={`mt-2 size-2 rounded-full ${position === 0 ? 'bg-jade' : 'bg-line'}`} />
          <div className={`text-sm ${position === 0 ? '' : 'text-mute'}`}>
            <p className="break-words">
              {place !== '' && <b className="mr-2 font-medium">{place}</b>}
              {text}
            </p>
            <time dateTime={at.toISOString()} className="num text-xs text-mute">
              {formatShanghaiTimeToMinute(at)}
            </time>
          </div>
        </li>
      ))}
    </ol>
  )
}
