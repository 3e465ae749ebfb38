import { Search } from 'lucide-react'
import { type FormEvent, type InputHTMLAttributes, Suspense, useEffect, useState } from 'react'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { useNavigate, useRouterState } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { lazyOptionalPart } from '#ui/lazy-part.tsx'
import { saveRecentSearch } from './search/recent-searches.ts'

/** Loaded when somebody first enters the box. */
const Suggestions = lazyOptionalPart(() => import('./search/suggestions.tsx').then(({ SearchSuggestionList }) => SearchSuggestionList))

/** Searches products by name, model or shank, in any usual spelling, and shows suggestions. */
export function SearchBox() {
  const navigate = useNavigate()
  const user = useUser()
  const current = useRouterState(({ location }) => (location.pathname === '/shop' ? (location.search.keyword ?? '') : ''))
  const [keyword, setKeyword] = useState(current)
  const [open, setOpen] = useState<boolean>()
  /** The interface between the search box and its open suggestions. */
  const [box, setBox] = useState<InputHTMLAttributes<HTMLInputElement>>()
  useEffect(() => setKeyword(current), [current])
  const search = (typed: string) => {
    const text = typed.trim()
    setOpen(false)
    if (text !== '') {
      saveRecentSearch(user, text)
      emitClientEvent('searchCreated', { keyword: text })
    }
    void navigate({ to: '/shop', search: { keyword: text } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(keyword)
  }
  return (
    <search className="relative min-w-0 flex-1 md:max-w-[620px]">
      <form
        onSubmit={submit}
        className="flex h-9.5 overflow-hidden rounded-control border-[1.5px] border-pine bg-white focus-within:border-jade md:h-11 md:border-2"
      >
        <input
          type="search"
          role="combobox"
          aria-expanded={false}
          aria-autocomplete="list"
          autoComplete="off"
          value={keyword}
          onChange={({ target }) => {
            setKeyword(target.value)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          maxLength={GOODS_KEYWORD_LENGTH_MAX}
          aria-label="搜索商品"
          placeholder="品名 / 型号 / 规格编码"
          className="min-w-0 flex-1 px-2.5 text-ellipsis focus-visible:outline-none md:px-4"
          {...box}
        />
        <button
          type="submit"
          className="flex shrink-0 items-center gap-1.5 bg-pine px-3 font-medium text-white hover:bg-pine-light md:px-7 md:tracking-[0.1em]"
        >
          <Search className="size-4 md:hidden" aria-hidden />
          <span className="sr-only md:not-sr-only">搜索</span>
        </button>
      </form>
      {open !== undefined && (
        <Suspense>
          <Suggestions keyword={keyword} open={open} setOpen={setOpen} setBox={setBox} search={search} />
        </Suspense>
      )}
    </search>
  )
}
