import { Button } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import { consoleBank } from '../../contract/bank/console-api.ts'
import { proposalReasons } from '../../contract/bank/shapes.ts'
import type { Fen } from '../../contract/money.ts'
import { money } from '../../ui/format.ts'
import { useConfirm } from '../kit/form/use-confirm.tsx'
import { Panel } from '../kit/panel.tsx'
import { useCall } from '../kit/use-call.ts'
import { useWhyNot } from '../session/use-staff.ts'
import { Awaited, AwaitedSearch } from './awaited.tsx'
import { bankApi, bankMoves } from './bank-api.ts'
import { type Draft, drafted, keyOf, leftAfter, withDraft } from './bank-view.ts'
import { CompanyUses } from './company-uses.tsx'
import type { LineDetail } from './line-drawers.tsx'

/** What a line is used for: put together from proposals, from a search, or for a company; what would be left is said all the while. */
export function AssignPanel({ line }: { line: LineDetail }) {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const why = useWhyNot(consoleBank.assign)
  const left = leftAfter(line.rest, drafts)
  const add = (draft: Draft) => setDrafts(withDraft(drafts, draft))
  const remove = (draft: Draft) => setDrafts(drafts.filter((one) => one !== draft))
  return (
    <Panel title="认领" className="assign">
      {why !== undefined && <p className="why-grey">{why}</p>}
      {why === undefined && <Basket line={line} drafts={drafts} left={left} remove={remove} clear={() => setDrafts([])} />}
      <h3>可能的款项</h3>
      {line.proposals.length === 0 && <p className="mute">没有附言码、金额或付款人相符的款项，可在下面查找</p>}
      <ul className="awaited">
        {line.proposals.map(({ reason, transfer, warnings }) => (
          <Awaited
            key={`${transfer.paymentId} ${transfer.tradeId}`}
            transfer={transfer}
            reason={proposalReasons[reason].label}
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
          <AwaitedSearch drafts={drafts} left={left} add={add} />
          <h3>没有对应款项</h3>
          <CompanyUses left={left} add={add} />
        </>
      )}
    </Panel>
  )
}

interface BasketProps {
  line: LineDetail
  drafts: readonly Draft[]
  left: Fen
  remove: (draft: Draft) => void
  clear: () => void
}

function Basket({ line, drafts, left, remove, clear }: BasketProps) {
  const confirm = useConfirm()
  const assign = useCall(bankApi.assign, { refresh: bankMoves, said: '已入账', done: clear })
  const { id: lineId, rest } = line
  const ask = () =>
    confirm({
      title: `确认认领 ${money(drafted(drafts))}？`,
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
            <li key={keyOf(draft.part)}>
              <span className="two-lines">
                <span>{draft.title}</span>
                <small>{draft.company}</small>
              </span>
              <b className="num">{money(draft.part.amount)}</b>
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
          本次 <b className="num">{money(drafted(drafts))}</b>，余额 <span className="num">{money(rest)}</span> →{' '}
          <b className="num">{money(left)}</b>
          {left < 0 && '，超过余额'}
        </span>
        <Button type="primary" disabled={drafts.length === 0 || left < 0} loading={assign.isPending} onClick={ask}>
          确认认领
        </Button>
      </footer>
    </section>
  )
}

/** What is asked before a line is used: every figure, their sum, and what stays. */
function Summary({ rest, drafts }: { rest: Fen; drafts: readonly Draft[] }) {
  const left = leftAfter(rest, drafts)
  return (
    <>
      <dl className="assign-sums">
        {drafts.map(({ part, company, title }) => (
          <div key={keyOf(part)}>
            <dt>
              {title}
              <small>{company}</small>
            </dt>
            <dd className="num">{money(part.amount)}</dd>
          </div>
        ))}
        <div>
          <dt>合计</dt>
          <dd className="num">
            <b>{money(drafted(drafts))}</b>
          </dd>
        </div>
        <div>
          <dt>{left === 0 ? '该流水全部用完' : '继续待认领'}</dt>
          <dd className="num">{money(left)}</dd>
        </div>
      </dl>
      <p className="mute">入账后不能撤销。</p>
    </>
  )
}
