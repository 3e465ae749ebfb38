import { Ruler } from 'lucide-react'
import { useState } from 'react'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'

const views = [
  { view: 1, label: '主图' },
  { view: 2, label: '侧面' },
  { view: 3, label: '工作端' },
] as const
type View = (typeof views)[number]['view'] | 'drawing'

/** The width of the main picture. */
export const GALLERY_SIZES = '(min-width: 1280px) 480px, (min-width: 768px) 42vw, 100vw'
const THUMB = 'block overflow-hidden rounded-control border-2 bg-white'
const GROUND = 'bg-[radial-gradient(90%_90%_at_50%_40%,#fbfbf9,#e9e8e3)]'

/** The pictures of goods from three sides, and the dimension drawing. */
export function Gallery({ slug, name }: { slug: string; name: string }) {
  const [shown, setShown] = useState<View>(1)
  const edge = (view: View) => (shown === view ? 'border-jade' : 'border-line hover:border-placeholder')
  return (
    <div>
      <div className="overflow-hidden rounded-panel border border-line">
        {shown === 'drawing' ? (
          <Drawing slug={slug} name={name} />
        ) : (
          <div className={GROUND}>
            <GoodsPicture
              key={shown}
              slug={slug}
              alt={`${name} ${views[shown - 1]?.label ?? ''}`}
              view={shown}
              sizes={GALLERY_SIZES}
              eager
            />
          </div>
        )}
      </div>
      <div className="mt-2 grid grid-cols-4 gap-2">
        {views.map(({ view, label }) => (
          <button
            key={view}
            type="button"
            aria-pressed={shown === view}
            aria-label={`看${label}`}
            className={`${THUMB} ${GROUND} ${edge(view)}`}
            onClick={() => setShown(view)}
          >
            <GoodsPicture slug={slug} alt="" view={view} sizes="112px" />
          </button>
        ))}
        <button
          type="button"
          aria-pressed={shown === 'drawing'}
          className={`${THUMB} grid place-content-center justify-items-center gap-1 text-xs ${edge('drawing')}`}
          onClick={() => setShown('drawing')}
        >
          <Ruler className="size-5 text-jade" strokeWidth={1.6} aria-hidden />
          尺寸图
        </button>
      </div>
    </div>
  )
}

function Drawing({ slug, name }: { slug: string; name: string }) {
  const [missing, setMissing] = useState(false)
  if (missing) {
    return (
      <p role="status" className="grid aspect-square w-full place-content-center bg-white px-6 text-center text-mute">
        尺寸图整理中，尺寸以参数表为准
      </p>
    )
  }
  return (
    <img
      src={`/goods/${slug}/drawing.svg`}
      alt={`${name} 尺寸图`}
      width={480}
      height={480}
      onError={() => setMissing(true)}
      className="aspect-square w-full bg-white object-contain p-3"
    />
  )
}
