import { Button, Segmented } from 'antd'
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import type { ReviewCase } from '../../contract/verification/api.ts'
import { usePicture } from '../../ui/use-picture.ts'
import { Panel } from '../kit/panel.tsx'
import { Bars, Empty, Fault } from '../kit/states.tsx'
import { paperApi } from './reviews-api.ts'

const ZOOM_MAX = 5
const STEP = 0.5
const QUARTER = 90

interface Props {
  enterpriseId: string
  pictures: ReviewCase['pictures']
}

/** The papers of a case, one at a time: nearer, farther, turned. Each opening is written down, with a watermark on the picture. */
export function Papers({ enterpriseId, pictures }: Props) {
  const [chosen, setChosen] = useState(pictures[0]?.fileId)
  const picture = pictures.find(({ fileId }) => fileId === chosen)
  return (
    <Panel title="证件图片" className="review-papers">
      {picture === undefined ? (
        <Empty title="这一步没有图片" />
      ) : (
        <>
          {pictures.length > 1 && (
            <Segmented
              block
              value={picture.fileId}
              onChange={setChosen}
              options={pictures.map(({ label, fileId }) => ({ label: label.replace('法定代表人', ''), value: fileId }))}
            />
          )}
          <Paper key={picture.fileId} enterpriseId={enterpriseId} fileId={picture.fileId} label={picture.label} />
        </>
      )}
    </Panel>
  )
}

function Paper({ enterpriseId, fileId, label }: { enterpriseId: string; fileId: string; label: string }) {
  const picture = usePicture(fileId, (options) => paperApi.view({ enterpriseId, fileId, purpose: 'review' }, options))
  const [zoom, setZoom] = useState(1)
  const [turns, setTurns] = useState(0)
  if (picture.state === 'failed') return <Fault error={picture.error} retry={picture.again} />
  if (picture.state !== 'shown') return <Bars count={8} height={36} />
  const nearer = (by: number) => setZoom(Math.min(ZOOM_MAX, Math.max(1, zoom + by)))
  return (
    <>
      <div className="paper-tools">
        <Button aria-label="缩小" icon={<ZoomOut size={15} aria-hidden />} disabled={zoom === 1} onClick={() => nearer(-STEP)} />
        <span className="num" aria-live="polite">
          {Math.round(zoom * 100)}%
        </span>
        <Button aria-label="放大" icon={<ZoomIn size={15} aria-hidden />} disabled={zoom === ZOOM_MAX} onClick={() => nearer(STEP)} />
        <Button aria-label="旋转" icon={<RotateCw size={15} aria-hidden />} onClick={() => setTurns(turns + 1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its window has to be scrolled by keys */}
      <section className="paper-window" aria-label={`${label}，可滚动查看`} tabIndex={0}>
        <img src={picture.url} alt={label} style={{ width: `${zoom * 100}%`, transform: `rotate(${turns * QUARTER}deg)` }} />
      </section>
    </>
  )
}
