import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { sumProposedGoods } from '#contract/orders/order-proposals/goods-to-propose.ts'
import {
  type ConsoleOrderProposal,
  ORDER_PROPOSAL_TEXT_LENGTH_MAX,
  type OrderProposalCompany,
} from '#contract/orders/order-proposals/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { GoodsEntry } from './goods-entry.tsx'
import { findDraftFault, isLineUnfit, readDraftQuantity, toGoodsToPropose } from './proposal-draft.ts'
import { EditedProposalLines } from './proposal-lines.tsx'
import { invalidatedByProposal, proposalApi, proposalCompanyQuery, proposalQuery } from './proposals-api.ts'
import { useProposalDraft } from './use-proposal-draft.ts'
import './proposals.css'

const TITLE = '代客下单'

function NewProposal({ enterpriseId }: { enterpriseId: string }) {
  const { copyOf = '' }: { copyOf?: string } = useSearch({ strict: false })
  const company = useQuery(proposalCompanyQuery(enterpriseId))
  const copied = useQuery({ ...proposalQuery({ enterpriseId, id: copyOf }), enabled: copyOf !== '' })
  return (
    <QueryPage title={TITLE} from={company}>
      {(known) =>
        copyOf === '' ? (
          <Editor enterpriseId={enterpriseId} company={known} copied={undefined} />
        ) : (
          <QueryPage title={TITLE} from={copied}>
            {(proposal) => <Editor enterpriseId={enterpriseId} company={known} copied={proposal} />}
          </QueryPage>
        )
      }
    </QueryPage>
  )
}

interface Props {
  enterpriseId: string
  company: OrderProposalCompany
}

function Editor({ enterpriseId, company, copied }: Props & { copied: ConsoleOrderProposal | undefined }) {
  const { enterpriseName, buyers, addresses, stopped, validDays } = company
  const editor = useProposalDraft(enterpriseId, copied)
  const [userId, setUserId] = useState((buyers.find(({ name }) => name === copied?.buyerName) ?? buyers[0])?.userId)
  const [addressId, setAddressId] = useState(addresses[0]?.addressId)
  const [remark, setRemark] = useState(copied?.remark ?? '')
  const ids = { buyer: useId(), address: useId(), remark: useId() }
  return (
    <>
      <PageHead
        title={
          <>
            {TITLE}：{enterpriseName}
          </>
        }
        note={`买家收到站内信和短信，本人确认并付款后才下单；发出后 ${validDays} 天内有效，价格以买家下单时为准。`}
        actions={
          <Link to="/enterprise" search={{ enterpriseId }} className="button-link">
            企业详情
          </Link>
        }
      />
      {stopped !== null && <p className="panel proposal-stopped">{stopped}</p>}
      <Panel title="商品" flush>
        <GoodsEntry editor={editor} />
        {editor.draft.lines.length > 0 && <EditedProposalLines editor={editor} />}
      </Panel>
      <Panel title="发给谁">
        <div className="proposal-fields">
          <label htmlFor={ids.buyer}>请谁确认</label>
          <Select
            id={ids.buyer}
            value={userId}
            placeholder="没有可下单的成员"
            getPopupContainer={getParentOverlayContainer}
            options={buyers.map((one) => ({ value: one.userId, label: `${one.name}${one.isMain ? '（主账号）' : ''}` }))}
            onChange={setUserId}
          />
          <label htmlFor={ids.address}>收货地址</label>
          <Select
            id={ids.address}
            value={addressId}
            placeholder="由买家选择"
            allowClear
            getPopupContainer={getParentOverlayContainer}
            options={addresses.map((one) => ({ value: one.addressId, label: one.text }))}
            onChange={setAddressId}
          />
          <label htmlFor={ids.remark}>备注</label>
          <Input.TextArea
            id={ids.remark}
            rows={2}
            maxLength={ORDER_PROPOSAL_TEXT_LENGTH_MAX}
            placeholder="买家会看到，选填"
            value={remark}
            onChange={({ target }) => setRemark(target.value)}
          />
        </div>
        <Send enterpriseId={enterpriseId} company={company} editor={editor} given={{ userId, addressId, remark: remark.trim() }} />
      </Panel>
    </>
  )
}

interface SendProps extends Props {
  editor: ReturnType<typeof useProposalDraft>
  given: { userId: string | undefined; addressId: string | undefined; remark: string }
}

const ENTRY_LEFT = '“添加商品”里还有没加进来的内容，请按回车添加或清空'

/** Both totals at the prices of now, what may still be held on credit, and the button that sends. */
function Send({ enterpriseId, company: { usableCredit }, editor, given: { userId, addressId, remark } }: SendProps) {
  const navigate = useNavigate()
  const { draft, entry, busy, markSent } = editor
  const [asked, setAsked] = useState(false)
  const send = useApiMutation(proposalApi.send, {
    invalidates: invalidatedByProposal,
    successMessage: '已发给买家，等待确认',
    onSuccess: markSent,
    afterSuccess: ({ id }) => void navigate({ to: '/proposal', search: { enterpriseId, id } }),
  })
  const { sale, credit } = sumProposedGoods(draft.lines.filter((line) => !isLineUnfit(line)).map(toGoodsToPropose))
  const fault =
    (entry.trim() !== '' || busy ? ENTRY_LEFT : findDraftFault(draft)) ?? (userId === undefined ? '企业没有可下单的成员' : undefined)
  const press = () => {
    setAsked(true)
    if (fault !== undefined || userId === undefined) return
    const lines = draft.lines.map((line) => ({ skuId: line.sku.skuId, goodsNum: readDraftQuantity(line) }))
    send.mutate({ enterpriseId, userId, remark, lines, ...(addressId === undefined ? {} : { addressId }) })
  }
  const usable = usableCredit === null ? '未开通' : formatMoney(usableCredit)
  return (
    <div className="proposal-send">
      <FactList
        facts={[
          ['商品', `${draft.lines.length} 种`],
          [
            '现金合计',
            <span key="sale" className="num">
              {formatMoney(sale)}
            </span>,
          ],
          [
            '赊销合计',
            credit === null ? (
              '含仅限现金价商品'
            ) : (
              <span key="credit" className="num">
                {formatMoney(credit)}
              </span>
            ),
          ],
          [
            '可用额度',
            <span key="usable" className={credit !== null && usableCredit !== null && credit > usableCredit ? 'num proposal-bad' : 'num'}>
              {usable}
            </span>,
          ],
        ]}
      />
      <div>
        {asked && fault !== undefined && (
          <p role="alert" className="proposal-bad">
            {fault}
          </p>
        )}
        <Button type="primary" loading={send.isPending} onClick={press}>
          发给买家
        </Button>
      </div>
    </div>
  )
}

/** 代客下单: lines for a company, typed while it is on the telephone, and sent to the person who confirms. */
export const Page = createRecordPage(
  { title: TITLE, by: ['enterpriseId'], what: '企业', choose: <Link to="/enterprises">到企业列表选择</Link> },
  NewProposal,
)
