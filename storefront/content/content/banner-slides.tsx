import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Banner, bannerEndpoints } from '#contract/catalog/banners/banner-shapes.ts'
import { getLinkKind } from '#contract/content/content/links.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { toHomeHeroPictureAttributes } from '#storefront/platform/components/hero-picture.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { mallProfile } from '#ui/mall.ts'

const MINUTES_MS = 5 * 60_000
const bannerApi = createApiClient({ list: bannerEndpoints.list }, sendOrHoldUntilLogin)
const bannersQuery = { queryKey: ['banners'] as const, queryFn: () => bannerApi.list({}), staleTime: MINUTES_MS }

/** The hero itself, which is behind all banners. */
const STAGE = { id: 'stage', title: mallProfile.name }

/** The background of each tone, with the same light as the hero. */
const GROUNDS = {
  pine: '',
  steel: '[--stage-light:#2f6ba8] [--stage-mid:#1d4f86] [--stage-dark:#123458]',
  copper: '[--stage-light:#bb5a1d] [--stage-mid:#a3430b] [--stage-dark:#6f2c05]',
} as const

/** Banners over the hero of the home page. The hero determines their size, so nothing moves when they change. */
export function BannerSlides({ children }: { children: ReactNode }) {
  const banners = useQuery(bannersQuery).data ?? []
  const [chosen, setChosen] = useState(0)
  if (banners.length === 0) return children
  const at = Math.min(chosen, banners.length)
  const banner = banners[at]
  return (
    <section aria-label="推广" className="relative grid h-full *:[grid-area:1/1]">
      {/* The hero has the heading of the page. Behind a banner it is hidden from screen readers. */}
      {banner && <h1 className="sr-only">{STAGE.title}</h1>}
      <div className={banner ? 'invisible' : ''}>{children}</div>
      {banner && <Slide key={banner.id} banner={banner} />}
      <Choice at={at} choose={setChosen} slides={[...banners, STAGE]} />
    </section>
  )
}

function Slide({ banner }: { banner: Banner }) {
  const { title, note, target, tone, pictureId } = banner
  const kind = getLinkKind(target)
  const face = (
    <>
      {pictureId === null ? (
        <Ground />
      ) : (
        <img
          src={`/api/system-api/api/banner/picture?id=${pictureId}`}
          alt=""
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <span
        className={`relative flex h-full flex-col justify-center px-4.5 py-5 lg:px-10 ${pictureId === null ? '' : 'bg-[linear-gradient(90deg,rgb(10_20_18/0.82)_0,rgb(10_20_18/0.55)_55%,transparent)]'}`}
      >
        <span className="max-w-[11em] text-[22px] leading-8 font-semibold lg:text-3xl lg:leading-11.5">{title}</span>
        {note !== '' && <span className="mt-1.5 max-w-[17em] pr-16 text-sm text-balance lg:mt-3 lg:pr-0 lg:text-md">{note}</span>}
        {kind && (
          <span className="mt-3.5 flex items-center gap-1.5 font-medium lg:mt-6">
            查看详情
            <ArrowRight className="size-4" aria-hidden />
          </span>
        )}
      </span>
    </>
  )
  const style = `relative block h-full overflow-hidden rounded-panel stage-ground text-white ${GROUNDS[tone]}`
  if (!kind) return <div className={style}>{face}</div>
  const beside = kind === 'web' ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a href={kind === 'own' ? `#${target}` : target} className={style} {...beside}>
      {face}
    </a>
  )
}

/** The background of a banner without a picture: the drawing grid and the picture of the stage, which is loaded already. */
const Ground = () => (
  <>
    <span aria-hidden className="drawing-grid absolute inset-0 [mask-image:linear-gradient(90deg,transparent_20%,#000)]" />
    {mallProfile.stage && (
      <img
        {...toHomeHeroPictureAttributes(mallProfile.stage.pictureId)}
        alt=""
        className="absolute top-3 -right-8 aspect-square w-42 object-contain drop-shadow-[0_24px_24px_rgb(0_0_0/0.5)] sm:w-52 lg:-top-1 lg:-right-1.5 lg:w-98"
      />
    )}
  </>
)

interface ChoiceProps {
  at: number
  choose: (at: number) => void
  slides: readonly Pick<Banner, 'id' | 'title'>[]
}

/** A dot for each banner. Banners change only by a press, never automatically. */
function Choice({ at, choose, slides }: ChoiceProps) {
  return (
    <div className="relative flex items-end justify-end self-end justify-self-end p-2 lg:p-3">
      {slides.map(({ id, title }, place) => (
        <button
          key={id}
          type="button"
          aria-label={title}
          aria-pressed={place === at}
          onClick={() => choose(place)}
          className="group grid size-6 place-items-center focus-visible:outline-white"
        >
          <span className="size-2 rounded-full bg-white/55 ring-1 ring-ink/40 group-aria-pressed:w-4 group-aria-pressed:bg-white" />
        </button>
      ))}
    </div>
  )
}
