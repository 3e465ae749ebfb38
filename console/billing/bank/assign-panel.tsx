import { Button } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { bankAllocationProposalReasons } from '#contract/billing/bank/shapes.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { bankApi, invalidatedByBankLineAssignment } from './bank-api.ts'
import { type AllocationDraft, addAllocationDraft, allocationKey, computeRestAfterAllocations, sumAllocationDrafts } from './bank-view.ts'
import { AllocateToEnterpriseButtons } from './company-allocations.tsx'
import { ExpectedTransferCard, ExpectedTransferSearch } from './expected-transfers.tsx'
import type { BankLineDetail } from './line-drawers.tsx'

/** Assigns a line: to proposals, to results of a search, or to an enterprise. The rest is always shown. */
export function AssignBankLinePanel({ line, decided }: { line: BankLineDetail; decided: () => unknown }) {
  const [drafts, setDrafts] = useState<readonly AllocationDraft[]>([])
  const { reason: why } = usePermission(consoleBankEndpoints.assign)
  const left = computeRestAfterAllocations(line.rest, drafts)
  const add = (draft: AllocationDraft) => setDrafts(addAllocationDraft(drafts, draft))
  const remove = (draft: AllocationDraft) => setDrafts(drafts.filter((one) => one !== draft))
  return (
    <Panel title="认领" className="assign">
      {why !== undefined && <p className="why-grey">{why}</p>}
      {why === undefined && (
        <Basket line={line} drafts={drafts} left={left} decided={decided} remove={remove} clear={() => setDrafts([])} />
      )}
      <h3>可能的款项</h3>
      {line.proposals.length === 0 && <p className="mute">没有转账附言、金额或付款人相符的款项，可在下面查找</p>}
      <ul className="awaited">
        {line.proposals.map(({ reason, transfer, warnings }) => (
          <ExpectedTransferCard
            key={`${transfer.paymentId} ${transfer.tradeId}`}
            transfer={transfer}
            reason={bankAllocationProposalReasons[reason].label}
            warnings={warnings}
            drafts={drafts}
            left={left}
            {...(why === undefined ? { add } : {})}
          />
        ))}
      </ul>
      {why === undefined && (
        <>
          <h3>查找等待到账的款项</h3>
          <ExpectedTransferSearch drafts={drafts} left={left} add={add} />
          <h3>没有对应款项</h3>
          <AllocateToEnterpriseButtons left={left} add={add} />
        </>
      )}
    </Panel>
  )
}

interface BasketProps {
  line: BankLineDetail
  drafts: readonly AllocationDraft[]
  left: Fen
  /** Called when nothing of the line is left, to go on to the next one. */
  decided: () => unknown
  remove: (draft: AllocationDraft) => void
  clear: () => void
}

function Basket({ line, drafts, left, decided, remove, clear }: BasketProps) {
  const confirm = useConfirm()
  const assign = useApiMutation(bankApi.assign, {
    invalidates: invalidatedByBankLineAssignment,
    successMessage: '已入账',
    onSuccess: clear,
    afterSuccess: () => (left === 0 ? decided() : undefined),
  })
  const { id: lineId, rest } = line
  const openConfirm = () =>
    confirm({
      title: `确认认领 ${formatMoney(sumAllocationDrafts(drafts))}？`,
      content: <Summary rest={rest} drafts={drafts} />,
      okText: '确认入账',
      run: () => assign.mutateAsync({ lineId, rest, parts: drafts.map(({ part }) => part) }),
    })
  return (
    <section className="basket" aria-label="本次认领">
      {drafts.length === 0 ? (
        <p className="mute">从下面加入款项；一条流水可以分给几笔。</p>
      ) : (
        <ul>
          {drafts.map((draft) => (
            <li key={allocationKey(draft.part)}>
              <span className="two-lines">
                <span>{draft.title}</span>
                <small>{draft.company}</small>
              </span>
              <b className="num">{formatMoney(draft.part.amount)}</b>
              <Button
                type="text"
                size="small"
                icon={<X size={14} aria-hidden />}
                aria-label={`移除 ${draft.title}`}
                onClick={() => remove(draft)}
              />
            </li>
          ))}
        </ul>
      )}
      <footer>
        <span aria-live="polite" className={left < 0 ? 'basket-over' : ''}>
          本次 <b className="num">{formatMoney(sumAllocationDrafts(drafts))}</b>，余额 <span className="num">{formatMoney(rest)}</span> →{' '}
          <b className="num">{formatMoney(left)}</b>
          {left < 0 && '，超过余额'}
        </span>
        <Button
          type="primary"
          aria-keyshortcuts="A"
          disabled={drafts.length === 0 || left < 0}
          loading={assign.isPending}
          onClick={openConfirm}
        >
          确认认领
        </Button>
      </footer>
    </section>
  )
}

/** The question before a line is assigned: each amount, the sum, and the rest. */
function Summary({ rest, drafts }: { rest: Fen; drafts: readonly AllocationDraft[] }) {
  const left = computeRestAfterAllocations(rest, drafts)
  return (
    <>
      <dl className="assign-sums">
        {drafts.map(({ part, company, title }) => (
          <div key={allocationKey(part)}>
            <dt>
              {title}
              <small>{company}</small>
            </dt>
            <dd className="num">{formatMoney(part.amount)}</dd>
          </div>
        ))}
        <div>
          <dt>合计</dt>
          <dd className="num">
            <b>{formatMoney(sumAllocationDrafts(drafts))}</b>
          </dd>
        </div>
        <div>
          <dt>{left === 0 ? '该流水全部用完' : '继续待认领'}</dt>
          <dd className="num">{formatMoney(left)}</dd>
        </div>
      </dl>
      <p className="mute">入账后不能撤销。</p>
    </>
  )
}
