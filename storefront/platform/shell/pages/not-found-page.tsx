import { ButtonLink } from '#storefront/platform/components/button.tsx'

/** Unknown address, with a link to the home page. */
export function Page() {
  return (
    <section className="content py-20 text-center">
      <p className="num text-[72px] leading-none text-placeholder">404</p>
      <h1 className="mt-4 text-xl">页面不存在</h1>
      <p className="mt-2 text-mute">地址可能已变更，或商品已经下架。</p>
      <div className="mt-6 flex justify-center gap-3">
        <ButtonLink to="/">回到首页</ButtonLink>
        <ButtonLink to="/shop" look="line">
          去商城
        </ButtonLink>
      </div>
    </section>
  )
}
