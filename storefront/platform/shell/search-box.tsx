import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { KEYWORD_MAX } from '#contract/catalog/goods/keyword.ts'
import { emit } from '#storefront/platform/sessions/events.ts'

/** Searches products by name, model or shank, in any usual spelling. */
export function SearchBox() {
  const navigate = useNavigate()
  const current = useRouterState({ select: ({ location }) => (location.pathname === '/shop' ? (location.search.keyword ?? '') : '') })
  const [keyword, setKeyword] = useState(current)
  useEffect(() => setKeyword(current), [current])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = keyword.trim()
    if (text !== '') emit('searchCreated', { keyword: text })
    void navigate({ to: '/shop', search: { keyword: text } })
  }
  return (
    <search className="min-w-0 flex-1 md:max-w-[620px]">
      <form
        onSubmit={submit}
        className="flex h-9.5 overflow-hidden rounded-control border-[1.5px] border-pine bg-white focus-within:border-jade md:h-11 md:border-2"
      >
        <input
          type="search"
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
          maxLength={KEYWORD_MAX}
          aria-label="搜索商品"
          placeholder="品名 / 型号 / 柄径，如 U84、W6-20"
          className="min-w-0 flex-1 px-2.5 text-ellipsis focus-visible:outline-none md:px-4"
        />
        <button
          type="submit"
          className="flex shrink-0 items-center gap-1.5 bg-pine px-3 font-medium text-white hover:bg-pine-light md:px-7 md:tracking-[0.1em]"
        >
          <Search className="size-4 md:hidden" aria-hidden />
          <span className="sr-only md:not-sr-only">搜索</span>
        </button>
      </form>
    </search>
  )
}
