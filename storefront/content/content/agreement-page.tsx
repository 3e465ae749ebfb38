import { useQuery } from '@tanstack/react-query'
import { agreementTitles } from '#contract/content/content/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, QueryPage, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { Markdown } from '#ui/markdown/markdown.tsx'
import { type AgreementId, agreementIds, parseAgreementId, removeAgreementTitleAndVersion } from './agreement-view.ts'
import { mallContentApi } from './content-api.ts'

/** /article_detail_new?categoryId=: the text of an agreement, with links to the others. */
export function Page() {
  const { categoryId, version } = useSearch()
  const id = parseAgreementId(categoryId)
  return (
    <div className="content grid items-start gap-4 pt-3 md:grid-cols-[208px_minmax(0,1fr)] md:pt-6 lg:gap-6">
      <Others current={id} />
      <article className="panel min-w-0 px-4 py-5 md:px-10 md:py-8">
        {id === undefined ? <NoSuch /> : <Agreement key={`${id} ${version}`} id={id} asked={version} />}
      </article>
    </div>
  )
}

function Others({ current }: { current: AgreementId | undefined }) {
  return (
    <nav aria-label="全部协议" className="panel overflow-x-auto p-1 md:py-2 md:pr-0 md:pl-0">
      <ul className="flex md:block">
        {agreementIds.map((id) => (
          <li key={id}>
            <Link
              to="/article_detail_new"
              search={{ categoryId: String(id) }}
              aria-current={id === current ? 'page' : undefined}
              className={`flex h-10 items-center rounded-control px-3.5 whitespace-nowrap md:rounded-none md:border-l-2 md:px-5 ${id === current ? 'border-copper bg-jade-tint font-semibold text-pine' : 'border-transparent hover:text-jade'}`}
            >
              {agreementTitles[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const HOUR_MS = 3_600_000

function Agreement({ id, asked }: { id: AgreementId; asked: string | undefined }) {
  const agreement = useQuery({
    queryKey: ['agreement', id, asked],
    queryFn: () => mallContentApi.agreement({ categoryId: id, ...(asked === undefined ? {} : { version: asked }) }),
    staleTime: HOUR_MS,
  })
  const missing = agreement.error instanceof Refusal && agreement.error.reason === 'ARTICLE_NOT_FOUND'
  if (missing) return <NotYet title={agreementTitles[id]} />
  return (
    <QueryPage title={agreementTitles[id]} from={agreement} skeleton={<Waiting />}>
      {({ title, version, text, versions }) => (
        <>
          <h1 className="text-xl md:text-2xl">{title}</h1>
          <p className="mt-2 mb-6 border-b border-line-soft pb-4 text-sm text-mute">
            版本 <span className="num">{version}</span>
            {version !== versions[0]?.version && '（历史版本）'}
          </p>
          <h2 className="sr-only">正文</h2>
          <div className="max-w-[46em] [&_h3]:mt-4 [&_h3]:text-lg">
            <Markdown source={removeAgreementTitleAndVersion(text)} />
          </div>
          {versions.length > 1 && <Versions id={id} shown={version} versions={versions.map((one) => one.version)} />}
        </>
      )}
    </QueryPage>
  )
}

/** Earlier versions of the agreement. A person who accepted one can read its exact text. */
function Versions({ id, shown, versions }: { id: AgreementId; shown: string; versions: readonly string[] }) {
  return (
    <nav aria-label="历次版本" className="mt-8 flex flex-wrap gap-x-4 gap-y-1 border-t border-line-soft pt-4 text-sm text-mute">
      历次版本
      {versions.map((version) => (
        <Link
          key={version}
          to="/article_detail_new"
          search={{ categoryId: String(id), version }}
          aria-current={version === shown ? 'page' : undefined}
          className="num finger text-jade hover:underline aria-[current]:text-ink"
        >
          {version}
        </Link>
      ))}
    </nav>
  )
}

function NotYet({ title }: { title: string }) {
  return (
    <>
      <h1 className="text-xl md:text-2xl">{title}</h1>
      <EmptyState
        title={`${title}正在更新，暂未发布`}
        hint="需要了解协议内容，请联系客服"
        action={
          <ButtonLink to="/service_contact" look="line">
            联系客服
          </ButtonLink>
        }
      />
    </>
  )
}

function NoSuch() {
  return (
    <>
      <h1 className="text-xl md:text-2xl">协议</h1>
      <EmptyState
        title="没有这份协议"
        hint="请从列表中选择要查看的协议"
        action={
          <ButtonLink to="/help_center" look="line">
            打开帮助中心
          </ButtonLink>
        }
      />
    </>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8 w-1/2" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}
