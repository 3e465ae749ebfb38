import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { HELP_KEYWORD_MAX } from '#contract/content/content/help-api.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'

/** The head of the help centre: common questions and a search field. The search words are in the URL. */
export function HelpCentreHeadWithSearch({ title }: { title: string }) {
  const navigate = useNavigate()
  const { keyword: asked = '' } = useSearch()
  const [keyword, setKeyword] = useState(asked)
  useEffect(() => setKeyword(asked), [asked])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = keyword.trim()
    void navigate(text === '' ? { to: '/help_center' } : { to: '/help_center2', search: { keyword: text } })
  }
  return (
    <header className="relative overflow-hidden rounded-panel bg-pine px-5 py-7 text-white md:px-10 md:py-10">
      <div aria-hidden className="drawing-grid absolute inset-0 [mask-image:linear-gradient(90deg,transparent_30%,#000)]" />
      <div className="relative">
        <h1 className="text-xl md:text-2xl">{title}</h1>
        <search className="mt-4 block max-w-150">
          <form
            onSubmit={submit}
            className="flex h-11 overflow-hidden rounded-control bg-white focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-white"
          >
            <input
              type="search"
              value={keyword}
              onChange={(event) => setKeyword(event.target.value)}
              maxLength={HELP_KEYWORD_MAX}
              aria-label="搜索帮助"
              placeholder="输入问题，如“申请额度”"
              className="min-w-0 flex-1 px-3.5 text-ellipsis text-ink focus-visible:outline-none md:px-4"
            />
            <button type="submit" className="flex shrink-0 items-center gap-1.5 bg-cta px-4 font-medium hover:brightness-95 md:px-6">
              <Search className="size-4" aria-hidden />
              搜索
            </button>
          </form>
        </search>
      </div>
    </header>
  )
}
