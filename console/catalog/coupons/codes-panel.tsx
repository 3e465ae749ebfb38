import { Button, Form } from 'antd'
import { Plus } from 'lucide-react'
import { CopyButton } from '#console/platform/components/copy-button.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { createWholeNumberRule } from '#console/platform/components/forms/rule.ts'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn } from '#console/platform/components/list/columns.tsx'
import { ExportMenu } from '#console/platform/components/list/export-menu.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { COUPON_CODES_CREATED_AT_ONCE_MAX } from '#contract/catalog/coupons/console-api.ts'
import { type CouponCodeRow, type CouponTemplate, couponCodeStates } from '#contract/catalog/coupons/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { CouponOwnerLink } from './claims-panel.tsx'
import { couponApi, invalidatedByCoupon } from './coupons-api.ts'

const codeChoices = keysOf(couponCodeStates).map((value) => ({ value, label: couponCodeStates[value].label }))

const columns: Column<CouponCodeRow>[] = [
  customColumn({
    title: '兑换码',
    width: 220,
    value: ({ code }) => (
      <>
        <span className="num">{code.match(/.{1,4}/g)?.join('-')}</span>
        <CopyButton text={code} label={`复制 ${code}`} />
      </>
    ),
  }),
  customColumn({
    title: '兑换企业',
    value: ({ enterpriseId, enterpriseName }) =>
      enterpriseId === null ? EMPTY_CELL : <CouponOwnerLink enterpriseId={enterpriseId} name={enterpriseName} />,
  }),
  instantColumn({ title: '生成时间', value: ({ madeAt }) => madeAt }),
]

/** The codes of a template: they are created in batches, up to the total, and can be exported. */
export function CouponCodesPanel({ template: { templateId, codes, total, state } }: { template: CouponTemplate }) {
  const [codeState, setCodeState] = usePanelChoice('codes', 'codeState', { values: keysOf(couponCodeStates) })
  const making = useDrawer<true>()
  return (
    <>
      <PagedListPanel
        name="codes"
        title={`兑换码 ${formatCount(codes)} / ${formatCount(total)}`}
        extra={
          <>
            {codes > 0 && <ExportMenu fields={{}} ask={({ format }) => couponApi.codes({ templateId, format })} />}
            <Button
              type="primary"
              icon={<Plus size={15} aria-hidden />}
              disabled={codes >= total || state === 'stopped'}
              onClick={() => making.show(true)}
            >
              生成兑换码
            </Button>
          </>
        }
        above={<ChoiceTabs label="兑换码状态" choices={codeChoices} none="全部" value={codeState} change={setCodeState} />}
        queryKey={['coupon', 'codes', templateId, codeState ?? '']}
        load={(paging, options) => couponApi.codeList({ templateId, ...paging, ...(codeState ? { codeState } : {}) }, options)}
        columns={columns}
        rowKey={({ code }) => code}
        width={560}
        empty={codes === 0 ? '还没有兑换码' : '没有这样的兑换码'}
      />
      <MakeDrawer templateId={templateId} left={total - codes} open={making.open} close={making.close} />
    </>
  )
}

interface Making {
  templateId: string
  left: number
  open: boolean
  close: () => void
}

function MakeDrawer({ templateId, left, open, close }: Making) {
  const make = useApiMutation(couponApi.makeCodes, { invalidates: invalidatedByCoupon, successMessage: '兑换码已生成', close })
  const most = Math.min(left, COUPON_CODES_CREATED_AT_ONCE_MAX)
  return (
    <FormDrawer<{ codes: number }>
      title="生成兑换码"
      open={open}
      close={close}
      busy={make.isPending}
      initial={{ codes: Math.min(most, 100) }}
      submit={({ codes }) => make.mutate({ templateId, codes })}
      submitText="生成"
    >
      <Form.Item
        name="codes"
        label="数量"
        required
        rules={[{ required: true, message: '请填写数量' }, createWholeNumberRule(1, most)]}
        extra={`还可生成 ${formatCount(left)} 个，一次最多 ${formatCount(most)} 个`}
      >
        <NumberInput className="num" suffix="个" />
      </Form.Item>
      <p className="drawer-note">每个兑换码 12 位，只能兑换一次；请只交给要给的企业，导出会写入审计记录。</p>
    </FormDrawer>
  )
}
