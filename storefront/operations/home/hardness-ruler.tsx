import { rockHardnessBands } from '#contract/catalog/goods/shapes.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount } from '#ui/format.ts'

interface Band {
  band: number
  goodsCount: number
  example: string | null
}

const FRAME = 'panel mt-2.5 grid gap-3 p-3.5 md:mt-8 lg:grid-cols-[228px_minmax(0,1fr)] lg:gap-7 lg:px-5 lg:pt-4.5 lg:pb-4'
const TICKS = 'bg-[repeating-linear-gradient(90deg,var(--placeholder)_0_1px,transparent_1px_20%)]'

/** A scale of 普氏系数 f. Each part links to the goods for rock of that hardness. It is not rendered if no goods have a hardness. */
export function HardnessRuler({ bands }: { bands: readonly Band[] }) {
  if (!bands.some(({ goodsCount }) => goodsCount > 0)) return null
  return (
    <section aria-labelledby="hardness-title" className={FRAME}>
      <div>
        <h2 id="hardness-title" className="text-lg md:text-xl">
          按岩石硬度选齿
        </h2>
        <p className="mt-1 text-sm text-mute">普氏系数 f 越大岩石越硬。选中一段，只看适配型号。</p>
      </div>
      <ul className="grid grid-cols-[repeat(5,minmax(164px,1fr))] overflow-x-auto lg:grid-cols-5">
        {rockHardnessBands.map(({ band, label, rock }) => {
          const { goodsCount = 0, example = null } = bands.find((one) => one.band === band) ?? {}
          return (
            <li key={band} className="border-l border-line last:border-r">
              <Link
                to="/shop"
                search={{ hardness: String(band) }}
                className="group relative block h-full bg-linear-to-b from-transparent to-transparent px-3 pt-3.5 pb-1 -outline-offset-2 hover:from-jade-tint focus-visible:from-jade-tint"
              >
                <i aria-hidden className={`absolute inset-x-0 top-0 h-1.5 ${TICKS}`} />
                <i
                  aria-hidden
                  className="absolute inset-x-0 top-0 h-0.75 bg-jade opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
                />
                <b className="num block text-md font-semibold">{label}</b>
                <span className="block text-sm text-mute">{rock}</span>
                <span className="block truncate text-sm text-jade">
                  <span className="num">{formatCount(goodsCount)}</span> 款{example === null ? '' : ` · ${example}`}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A placeholder of the same size. */
export function HardnessRulerSkeleton() {
  return (
    <div className={FRAME}>
      <div className="skeleton h-13 lg:h-19" />
      <div className="skeleton h-21.5" />
    </div>
  )
}
