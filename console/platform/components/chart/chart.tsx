import { useEffect, useRef, useState } from 'react'
import type { ChartShape } from './chart-view.ts'
import './chart.css'

interface Props extends ChartShape {
  /** What the chart shows, for people who do not see it. A table beside it has the same figures. */
  label: string
}

/** A chart of bars and lines over the same places. The library that draws it is loaded when the first one is shown. */
export function Chart({ label, ...shape }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ show: (shape: ChartShape) => void; dispose: () => void }>(undefined)
  const latest = useRef<ChartShape>(shape)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    latest.current = shape
    drawn.current?.show(shape)
  })
  useEffect(() => {
    let gone = false
    import('./draw-chart.ts').then(
      ({ drawChart }) => {
        if (!gone && box.current) drawn.current = drawChart(box.current, latest.current)
      },
      () => setFailed(true),
    )
    return () => {
      gone = true
      drawn.current?.dispose()
      drawn.current = undefined
    }
  }, [])
  return failed ? <p className="mute">图表未能加载，数字见下表。</p> : <div ref={box} className="chart" role="img" aria-label={label} />
}
