import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnterpriseLicence, EnterpriseLicenceKindStatus } from '#contract/catalog/licences/api.ts'
import { licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'
import { LICENCE_REMINDER_DAYS, licenceStatuses } from '#contract/catalog/licences/shapes.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { enterpriseLicencesQuery, invalidatedByLicence, licenceApi } from './licence-api.ts'
import { SubmitLicenceForm } from './licence-form.tsx'
import { licenceStatusClasses } from './licence-status-looks.ts'

/** /licence: the licences that restricted goods demand of their buyer: the status of each kind, the submitted licences, and the form. */
export function Page() {
  const licences = useQuery(enterpriseLicencesQuery)
  const [chosen, setChosen] = useState<string>()
  return (
    <UserCenterLayout title="许可证">
      <QueryContent from={licences} skeleton={<Skeleton className="h-72" />}>
        {({ kinds, licences: handedIn }) =>
          kinds.length === 0 ? (
            <div className="panel">
              <EmptyState title="没有需要提交的许可证" hint="商城目前没有要求买家持有许可证的商品。" />
            </div>
          ) : (
            <div className="flex flex-col gap-3 md:gap-4">
              <Kinds kinds={kinds} choose={setChosen} />
              {chosen !== undefined && <SubmitLicenceForm key={chosen} kinds={kinds} kindId={chosen} done={() => setChosen(undefined)} />}
              {handedIn.length > 0 && <HandedIn rows={handedIn} />}
            </div>
          )
        }
      </QueryContent>
    </UserCenterLayout>
  )
}

function Kinds({ kinds, choose }: { kinds: readonly EnterpriseLicenceKindStatus[]; choose: (kindId: string) => void }) {
  return (
    <section aria-labelledby="licence-kinds" className="panel px-4 py-5 md:px-6">
      <h2 id="licence-kinds" className="text-lg">
        需要的许可证
      </h2>
      <p className="mt-1 text-mute">购买受管制的商品（如危险化学品）前提交；审核通过后可以下单。</p>
      <ul className="mt-2 divide-y divide-line-soft">
        {kinds.map((kind) => (
          <Kind key={kind.kindId} kind={kind} choose={choose} />
        ))}
      </ul>
    </section>
  )
}

/** The label of a kind's button, by the status of the licence. */
const acts: Record<EnterpriseLicenceKindStatus['standing'], string> = {
  valid: '提交新证',
  missing: '提交许可证',
  pending: '提交许可证',
  rejected: '重新提交',
  expired: '提交新证',
}

function Kind({
  kind: { kindId, name, note, standing, validUntil, waiting },
  choose,
}: {
  kind: EnterpriseLicenceKindStatus
  choose: (kindId: string) => void
}) {
  const today = useToday()
  const ending = standing === 'valid' && validUntil !== null && validUntil <= addDays(today, LICENCE_REMINDER_DAYS)
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
      <div className="min-w-60 flex-1">
        <p className="font-medium">{name}</p>
        {note !== '' && <p className="text-sm text-mute">{note}</p>}
        <p className="mt-1 text-sm">
          <span className={`font-medium ${licenceStatusClasses[standing]}`}>{licenceStatuses[standing].label}</span>
          {validUntil !== null && (
            <span className="text-mute">
              {' '}
              · 有效期至 <span className="num">{validUntil}</span>
            </span>
          )}
          {ending && !waiting && <span className="text-copper"> · 即将到期，请提交新证</span>}
          {standing === 'rejected' && !waiting && <span className="text-mute"> · 原因见提交记录</span>}
          {waiting && standing !== 'pending' && <span className="text-mute"> · 新证审核中</span>}
        </p>
      </div>
      {!waiting && (
        <Button look="line" size="sm" aria-label={`${acts[standing]}：${name}`} onClick={() => choose(kindId)}>
          {acts[standing]}
        </Button>
      )}
    </li>
  )
}

const stateTones: Partial<Record<EnterpriseLicence['state'], string>> = {
  pending: 'text-copper',
  approved: 'text-success',
  rejected: 'text-danger',
  expired: 'text-danger',
}

const HandedIn = ({ rows }: { rows: readonly EnterpriseLicence[] }) => (
  <section aria-labelledby="handed-in" className="panel px-4 py-5 md:px-6">
    <h2 id="handed-in" className="text-lg">
      提交记录
    </h2>
    <ol className="divide-y divide-line-soft">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ol>
  </section>
)

function Row({ row }: { row: EnterpriseLicence }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useApiMutation(licenceApi.withdraw, { invalidates: invalidatedByLicence, onSuccess: () => setAsking(false) })
  const { id, kindName, state, licenceNo, validUntil, submittedAt, expectedDay, reasons, opinion } = row
  const why = [...reasons, opinion].filter(Boolean).join('；')
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            {kindName} <span className="num text-sm text-mute">{licenceNo}</span>
          </span>
          <span className={`text-sm font-medium ${stateTones[state] ?? 'text-mute'}`}>{licenceLifecycle.states[state].label}</span>
        </p>
        <p className="text-sm text-mute">
          提交于 <time className="num">{formatShanghaiTimeToMinute(submittedAt)}</time> · 有效期至 <span className="num">{validUntil}</span>
          {state === 'pending' && (
            <>
              {' '}
              · 预计 <span className="num">{expectedDay}</span> 前完成审核
            </>
          )}
        </p>
        {why !== '' && <p className="mt-1 text-sm text-danger">{why}</p>}
      </div>
      {state === 'pending' && (
        <Button look="line" size="sm" aria-label={`撤回：${kindName}`} onClick={() => setAsking(true)}>
          撤回
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="撤回这张许可证？"
        busy={withdraw.isPending}
        confirm="撤回"
        text="撤回后不再审核，可以重新提交。"
        onConfirm={() => withdraw.mutate({ id })}
      />
    </li>
  )
}
