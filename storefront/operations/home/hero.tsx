import { useState } from 'react'
import type { HomeHeroPicture } from '#contract/content/content/page-profile.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { toHomeHeroPictureAttributes } from '#storefront/platform/components/hero-picture.ts'
import { mallProfile } from '#ui/mall.ts'
import { parseProductMeasures } from './home-view.ts'
import { useRecommendedGoods } from './use-recommended.ts'

/** The introduction of the mall: credit for a single piece, and the goods that staff have put on the stage, with their dimensions. */
export function Hero({ loggedIn }: { loggedIn: boolean }) {
  const [missing, setMissing] = useState(false)
  const stage = missing ? null : mallProfile.stage
  return (
    <section className="relative h-full min-h-49 overflow-hidden rounded-panel stage-ground text-white lg:min-h-96.5">
      <div aria-hidden className="drawing-grid absolute inset-0 [mask-image:linear-gradient(90deg,transparent_20%,#000)]" />
      {stage && <HeroPicture stage={stage} onMissing={() => setMissing(true)} />}
      <div className="relative max-w-105 py-5 pr-3 pl-4.5 lg:py-10 lg:pl-10">
        <p className="text-xs tracking-[0.18em] text-[#bfe0d6] lg:text-sm">现金价 · 赊销价 同屏比较</p>
        <h1 className="mt-1.5 text-[22px] leading-8 tracking-[0.02em] lg:mt-2.5 lg:text-3xl lg:leading-11.5">
          先用后付，
          <br />
          一件也能赊。
        </h1>
        <p className="mt-1.5 max-w-[13em] text-sm text-[#d5e6e0] lg:mt-3 lg:max-w-[17em] lg:text-md">
          企业认证后按额度先发货，当月用、次月 10 号还。
        </p>
        <div className="mt-3.5 flex gap-3 lg:mt-6">{loggedIn ? <MemberWays /> : <GuestWays />}</div>
      </div>
      {stage?.goodsId && <Measures goodsId={stage.goodsId} />}
    </section>
  )
}

/** On phones there is space for one link only. */
const SECOND = 'max-lg:hidden'

function GuestWays() {
  return (
    <>
      <ButtonLink to="/login" search={{ redirectUrl: '/account_authentication' }} look="call">
        申请赊销额度
      </ButtonLink>
      <ButtonLink to="/shop" search={{ inStock: '1' }} look="ghost" className={SECOND}>
        看现货
      </ButtonLink>
    </>
  )
}

function MemberWays() {
  return (
    <>
      <ButtonLink to="/shop" search={{ inStock: '1' }} look="call">
        看现货商品
      </ButtonLink>
      <ButtonLink to="/quick_order" look="ghost" className={SECOND}>
        批量下单
      </ButtonLink>
    </>
  )
}

function HeroPicture({ stage: { pictureId, alt }, onMissing }: { stage: HomeHeroPicture; onMissing: () => void }) {
  return (
    <img
      {...toHomeHeroPictureAttributes(pictureId)}
      alt={alt}
      width={640}
      height={640}
      fetchPriority="high"
      decoding="sync"
      onError={onMissing}
      className="absolute -top-2 -right-6 aspect-square w-52 object-contain drop-shadow-[0_24px_24px_rgb(0_0_0/0.5)] sm:w-60 lg:-top-1 lg:-right-1.5 lg:w-98"
    />
  )
}

/** The dimensions of the pick from the catalog; nothing until they are loaded. The drawing has its own dimensions. */
function Measures({ goodsId }: { goodsId: string }) {
  const { data } = useRecommendedGoods()
  const shown = data?.flatMap(({ goods }) => goods).find((one) => one.goodsId === goodsId)
  return (
    <dl className="absolute bottom-6 left-10 hidden gap-7 text-xs text-[#cfe3dc] lg:flex">
      {parseProductMeasures(shown?.spec ?? '').map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num text-lg leading-5 font-semibold text-white">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
