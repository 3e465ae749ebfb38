import { Search } from 'lucide-react'
import { type FormEvent, Suspense, useCallback, useId, useState } from 'react'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { lazyOptionalPart } from '#ui/lazy-part.tsx'
import { mallProfile } from '#ui/mall.ts'

const FooterCodes = lazyOptionalPart(() => import('./footer-codes.tsx').then(({ FooterQrCodes }) => FooterQrCodes))

const groups = [
  {
    title: '采购服务',
    links: [
      ['/service_contact', {}, '联系客服'],
      ['/after_sale', {}, '售后服务'],
      ['/help_center', {}, '帮助中心'],
    ],
  },
  {
    title: '协议',
    links: [
      ['/article_detail_new', { categoryId: '4' }, '赊销协议'],
      ['/article_detail_new', { categoryId: '2' }, '用户协议'],
      ['/article_detail_new', { categoryId: '6' }, '隐私协议'],
      ['/article_detail_new', { categoryId: '1' }, '服务协议'],
    ],
  },
] as const

/** Service, agreements, contact, downloads, and the filing number, which opens in a new window (specification §1). */
export function Footer() {
  return (
    <footer className="no-print mt-10 bg-ink text-sm text-[#b9c4c0]">
      <div className="content grid grid-cols-2 gap-x-6 gap-y-6 pt-8 pb-7 md:grid-cols-[1fr_1fr_1.4fr_240px_240px]">
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-2 text-base font-medium text-white">{title}</h2>
            <ul className="flex flex-col gap-1.5">
              {links.map(([to, search, label]) => (
                <li key={label}>
                  <Link to={to} search={search} className="hover:text-white">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <address className="not-italic">
          <h2 className="mb-2 text-base font-medium text-white">联系</h2>
          <p>{mallProfile.address}</p>
          <p className="num mt-1.5">{mallProfile.phone}</p>
          <p className="mt-1.5">{mallProfile.email}</p>
          <p className="mt-1.5">{mallProfile.hours}</p>
        </address>
        <nav aria-label="下载" className="max-md:col-span-2">
          <h2 className="mb-2 text-base font-medium text-white">下载</h2>
          <Link to="/app_download" className="hover:text-white">
            Android、iOS
          </Link>
          、
          <Link to="/public_account" className="hover:text-white">
            公众号
          </Link>
          <ul className="mt-2 flex min-h-23 gap-3">
            <SeenCodes />
          </ul>
        </nav>
        <FooterSearch />
      </div>
      <p className="border-t border-white/12 px-6 py-3 text-center text-xs">
        {mallProfile.copyright}
        {mallProfile.filingNo !== '' && (
          <>
            {' '}
            ·{' '}
            <a href={mallProfile.filingUrl} target="_blank" rel="noopener noreferrer" className="hover:text-white">
              {mallProfile.filingNo}
            </a>
          </>
        )}
      </p>
    </footer>
  )
}

/** The codes are rendered when they are scrolled into view. Their space is reserved. */
function SeenCodes() {
  const [seen, setSeen] = useState(false)
  const watch = useCallback((place: HTMLElement | null) => {
    if (!place) return
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      setSeen(true)
    })
    watcher.observe(place)
    return () => watcher.disconnect()
  }, [])
  if (!seen) return <li ref={watch} className="size-18" />
  return (
    <Suspense>
      <FooterCodes />
    </Suspense>
  )
}

/** Accepts a keyword and only says that the feature will come. It does not search (specification §1). */
function FooterSearch() {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    showNotice('功能即将上线，敬请期待!')
  }
  return (
    <form onSubmit={submit} className="col-span-2 md:col-span-1">
      <label htmlFor={id} className="mb-2 block text-base font-medium text-white">
        搜索
      </label>
      <div className="flex h-9 overflow-hidden rounded-control border border-white/30 focus-within:border-white">
        <input
          id={id}
          placeholder="请输入商品关键词"
          className="min-w-0 flex-1 bg-transparent px-3 text-white placeholder:text-[#9fb0ab] focus-visible:outline-none"
        />
        <button type="submit" aria-label="页脚搜索" className="grid w-10 place-items-center hover:text-white">
          <Search className="size-4" aria-hidden />
        </button>
      </div>
    </form>
  )
}
