import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ArticleBrief } from '#contract/content/content/help-api.ts'
import { ArticleUrlName } from '#contract/content/content/help-api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, QueryPage, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { Markdown } from '#ui/markdown/markdown.tsx'
import { articleQuery } from './content-api.ts'
import { ContactSupportLink } from './help-page.tsx'

/** /article_detail?id=: an article of the help centre, with others of its category. */
export function Page() {
  const { id = '' } = useSearch()
  return (
    <div className="content flex flex-col gap-4 pt-3 md:gap-6 md:pt-6">
      {ArticleUrlName.safeParse(id).success ? <Article key={id} id={id} /> : <NoSuch />}
      <ContactSupportLink />
    </div>
  )
}

function Article({ id }: { id: string }) {
  const article = useQuery(articleQuery(id))
  if (article.error instanceof Refusal && article.error.reason === 'ARTICLE_NOT_FOUND') return <NoSuch />
  return (
    <QueryPage title="帮助文章" from={article} skeleton={<Waiting />}>
      {({ title, summary, text, category, publishedAt, related }) => (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px] lg:gap-6">
          <article className="panel min-w-0 px-4 py-5 md:px-10 md:py-8">
            <Trail category={category.name} />
            <h1 className="mt-2 text-xl md:text-2xl">{title}</h1>
            <p className="mt-2 text-mute">{summary}</p>
            <p className="mt-2 mb-6 border-b border-line-soft pb-4 text-sm text-mute">
              更新于 <time className="num">{formatShanghaiTimeToMinute(publishedAt)}</time>
            </p>
            <h2 className="sr-only">正文</h2>
            <Markdown source={text} />
          </article>
          {related.length > 0 && <Related name={category.name} articles={related} />}
        </div>
      )}
    </QueryPage>
  )
}

function Trail({ category }: { category: string }) {
  return (
    <nav aria-label="位置" className="flex items-center gap-1 text-sm text-mute">
      <Link to="/help_center" className="finger hover:text-jade">
        帮助中心
      </Link>
      <ChevronRight className="size-3.5" aria-hidden />
      <span>{category}</span>
    </nav>
  )
}

function Related({ name, articles }: { name: string; articles: readonly ArticleBrief[] }) {
  return (
    <aside aria-label={`${name}的其他文章`} className="panel px-4 py-4 md:px-5">
      <h2 className="text-md">{name}</h2>
      <ul className="mt-1 divide-y divide-line-soft">
        {articles.map(({ id, title }) => (
          <li key={id}>
            <Link to="/article_detail" search={{ id }} className="block py-2 hover:text-jade">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  )
}

function NoSuch() {
  return (
    <div className="panel">
      <h1 className="sr-only">文章</h1>
      <EmptyState
        title="没有这篇文章"
        hint="它可能已经撤下，请到帮助中心查找"
        action={
          <ButtonLink to="/help_center" look="line">
            打开帮助中心
          </ButtonLink>
        }
      />
    </div>
  )
}

function Waiting() {
  return (
    <div className="panel flex min-h-dvh flex-col gap-4 px-4 py-5 md:px-10 md:py-8">
      <Skeleton className="h-8 w-1/2" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}
