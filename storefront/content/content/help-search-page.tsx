import { useQuery } from '@tanstack/react-query'
import type { ArticleSearchResult } from '#contract/content/content/help-api.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { helpSearchQuery } from './content-api.ts'
import { HelpCentreHeadWithSearch } from './help-head.tsx'
import { ContactSupportLink } from './help-page.tsx'
import { splitAtSearchMatches } from './highlight-matches.ts'

/** /help_center2?keyword=: the search results of the help centre, the most likely first. */
export function Page() {
  const { keyword = '' } = useSearch()
  return (
    <div className="content flex flex-col gap-4 pt-3 md:gap-6 md:pt-6">
      <HelpCentreHeadWithSearch title="搜索帮助" />
      <div className="panel">{keyword.trim() === '' ? <NoQuery /> : <Found keyword={keyword.trim()} />}</div>
      <ContactSupportLink />
    </div>
  )
}

function Found({ keyword }: { keyword: string }) {
  const found = useQuery(helpSearchQuery(keyword))
  return (
    <QueryContent from={found} skeleton={<Waiting />}>
      {({ dataList, words }) =>
        dataList.length === 0 ? (
          <EmptyState title={`没有找到与“${keyword}”有关的文章`} hint="换一种说法试试，或者联系客服" action={<AllArticles />} />
        ) : (
          <>
            <p className="border-b border-line-soft px-4 py-3 text-sm text-mute md:px-6" role="status">
              找到 <span className="num">{dataList.length}</span> 篇与“{keyword}”有关的文章
            </p>
            <ol aria-busy={found.isPlaceholderData} className="divide-y divide-line-soft aria-busy:opacity-60">
              {dataList.map((article) => (
                <Row key={article.id} article={article} words={words} />
              ))}
            </ol>
          </>
        )
      }
    </QueryContent>
  )
}

function Row({ article: { id, title, category, excerpt }, words }: { article: ArticleSearchResult; words: readonly string[] }) {
  return (
    <li>
      <Link to="/article_detail" search={{ id }} className="block px-4 py-4 hover:bg-paper md:px-6">
        <h2 className="text-md text-jade">
          <Marked text={title} words={words} />
        </h2>
        <p className="mt-1 text-sm text-mute">
          <Marked text={excerpt} words={words} />
        </p>
        <p className="mt-1 text-xs text-mute">{category}</p>
      </Link>
    </li>
  )
}

/** A text with the search words highlighted. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return splitAtSearchMatches(text, words).map(({ text: run, marked }, at) =>
    marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the segment
      <mark key={at} className="bg-copper-tint text-inherit">
        {run}
      </mark>
    ) : (
      run
    ),
  )
}

const AllArticles = () => (
  <ButtonLink to="/help_center" look="line">
    查看全部文章
  </ButtonLink>
)

const NoQuery = () => <EmptyState title="请输入要找的问题" action={<AllArticles />} />

function Waiting() {
  return (
    <div className="flex flex-col gap-3 p-4 md:p-6">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-28 md:h-20" />
      ))}
    </div>
  )
}
