import { Button, Segmented } from 'antd'
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import type { CallOptions } from '#contract/platform/core/client.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { useAuthenticatedPicture } from '#ui/use-picture.ts'
import { Panel } from './panel.tsx'
import { EmptyState, ErrorState, SkeletonBars } from './states.tsx'

const ZOOM_MAX = 5
const STEP = 0.5
const QUARTER = 90

interface Props {
  title: string
  pictures: readonly { fileId: string; label: string }[]
  /** Shown if there is no picture. */
  none: string
  load: (fileId: string, options: CallOptions) => Promise<BinaryFile>
}

/**
 * Shows the pictures for a decision one at a time, with zoom and rotation. The audit log records each opening, and the picture has a
 * watermark.
 */
export function PictureViewer({ title, pictures, none, load }: Props) {
  const [chosen, setChosen] = useState(pictures[0]?.fileId)
  const picture = pictures.find(({ fileId }) => fileId === chosen)
  return (
    <Panel title={title} className="documents">
      {picture === undefined ? (
        <EmptyState title={none} />
      ) : (
        <>
          {pictures.length > 1 && (
            <Segmented
              block
              value={picture.fileId}
              onChange={setChosen}
              options={pictures.map(({ label, fileId }) => ({ label, value: fileId }))}
            />
          )}
          <ZoomedPicture key={picture.fileId} {...picture} load={load} />
        </>
      )}
    </Panel>
  )
}

/** One picture with zoom and rotation. */
export function ZoomedPicture({ fileId, label, load }: Props['pictures'][number] & Pick<Props, 'load'>) {
  const picture = useAuthenticatedPicture(fileId, (options) => load(fileId, options))
  const [zoom, setZoom] = useState(1)
  const [turns, setTurns] = useState(0)
  if (picture.state === 'failed') return <ErrorState error={picture.error} retry={picture.again} />
  if (picture.state !== 'shown') return <SkeletonBars count={8} height={36} />
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a large picture */}
      <section className="paper-window" aria-label={`${label}，可滚动查看`} tabIndex={0}>
        <img src={picture.url} alt={label} style={{ width: `${zoom * 100}%`, transform: `rotate(${turns * QUARTER}deg)` }} />
      </section>
    </>
  )
}
