import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CreditCard, Headset } from 'lucide-react'
import type { HelpCategory } from '#contract/content/content/help-api.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { helpCentreQuery } from './content-api.ts'
import { HelpCentreHeadWithSearch } from './help-head.tsx'

/** The article that the specification names. */
const QUOTA = 'apply-credit-quota'

/** /help_center: the articles by category. The one about applying for credit comes first. */
export function Page() {
  const centre = useQuery(helpCentreQuery)
  return (
    <div className="content flex flex-col gap-4 pt-3 md:gap-6 md:pt-6">
      <HelpCentreHeadWithSearch title="帮助中心" />
      <QueryContent from={centre} skeleton={<Waiting />}>
        {(categories) => (categories.length === 0 ? <Nothing /> : <Categories categories={categories} />)}
      </QueryContent>
      <ContactSupportLink />
    </div>
  )
}

function Categories({ categories }: { categories: readonly HelpCategory[] }) {
  const quota = categories.flatMap(({ articles }) => articles).find(({ id }) => id === QUOTA)
  return (
    <>
      {quota && (
        <Link
          to="/article_detail"
          search={{ id: quota.id }}
          className="group panel flex items-center gap-4 border-l-3 border-l-steel px-4 py-4 hover:border-jade md:px-6"
        >
          <CreditCard className="size-8 shrink-0 text-steel" strokeWidth={1.5} aria-hidden />
          <span className="min-w-0 flex-1">
            <b className="block text-lg font-semibold">{quota.title}</b>
            <span className="block text-mute">{quota.summary}</span>
          </span>
          <ArrowRight className="size-5 shrink-0 text-jade" aria-hidden />
        </Link>
      )}
      <div className="grid items-start gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-3">
        {categories.map((category) => (
          <Category key={category.id} category={category} />
        ))}
      </div>
    </>
  )
}

function Category({ category: { id, name, note, articles } }: { category: HelpCategory }) {
  return (
    <section aria-labelledby={`help-${id}`} className="panel px-4 py-4 md:px-6 md:py-5">
      <h2 id={`help-${id}`} className="text-lg">
        {name}
      </h2>
      <p className="text-sm text-mute">{note}</p>
      <ul className="mt-2.5 divide-y divide-line-soft">
        {articles.map((article) => (
          <li key={article.id}>
            <Link to="/article_detail" search={{ id: article.id }} className="block py-2 hover:text-jade">
              {article.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link to the support, below the articles. */
export function ContactSupportLink() {
  return (
    <aside className="panel flex flex-wrap items-center justify-between gap-3 px-4 py-4 md:px-6">
      <p className="flex items-center gap-2.5">
        <Headset className="size-5 shrink-0 text-jade" strokeWidth={1.6} aria-hidden />
        <span className="text-balance">没有找到答案？把问题告诉我们，工作时间内回复。</span>
      </p>
      <ButtonLink to="/service_contact" look="line">
        联系客服
      </ButtonLink>
    </aside>
  )
}

const Nothing = () => (
  <div className="panel">
    <EmptyState title="帮助文章正在整理" hint="有问题请直接联系客服" />
  </div>
)

function Waiting() {
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Skeleton className="h-21" />
      <div className="grid gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
          <Skeleton key={card} className="h-64" />
        ))}
      </div>
    </div>
  )
}
