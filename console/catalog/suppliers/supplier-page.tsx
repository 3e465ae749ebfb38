import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { AmountField, DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import {
  type Column,
  countColumn,
  customColumn,
  EMPTY_CELL,
  instantColumn,
  moneyColumn,
  skuColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelText } from '#console/platform/components/list/use-list.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { PanelSearch } from '#console/platform/components/panel-search.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consoleSupplierEndpoints,
  type Supplier,
  type SupplierPrice,
  supplierPriceFields,
  supplierStates,
  TypedSkuCode,
} from '#contract/catalog/suppliers/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { CreateOrEditSupplierDrawer } from './supplier-drawer.tsx'
import { invalidatedBySupplier, supplierApi, supplierQuery } from './suppliers-api.ts'

const TITLE = '供应商详情'

function One({ supplierId }: { supplierId: string }) {
  const found = useQuery(supplierQuery(supplierId))
  return (
    <QueryPage title={TITLE} from={found}>
      {(supplier) => (
        <>
          <Head supplier={supplier} />
          <Facts supplier={supplier} />
          <Prices supplier={supplier} />
        </>
      )}
    </QueryPage>
  )
}

function Head({ supplier }: { supplier: Supplier }) {
  const editing = useDrawer<typeof supplier>()
  const pricing = useDrawer<null>()
  const { allowed } = usePermission(consoleSupplierEndpoints.save)
  const { name, active } = supplier
  return (
    <>
      <PageHead
        title={
          <>
            {name}
            <span className="tags">
              <Tag tone={active ? 'good' : 'over'}>{supplierStates[active ? 'active' : 'stopped'].label}</Tag>
            </span>
          </>
        }
        actions={
          allowed && (
            <>
              <Button onClick={() => editing.show(supplier)}>修改</Button>
              <Button type="primary" {...toDisabledProps(active ? undefined : '供应商已停用')} onClick={() => pricing.show(null)}>
                登记报价
              </Button>
            </>
          )
        }
      />
      {editing.subject && (
        <CreateOrEditSupplierDrawer key={editing.subject.rowVersion} known={editing.subject} open={editing.open} close={editing.close} />
      )}
      <PriceDrawer supplier={supplier} open={pricing.open} close={pricing.close} />
    </>
  )
}

const Facts = ({ supplier: { creditCode, contactName, contactPhone, paymentTerms, leadDays } }: { supplier: Supplier }) => (
  <Panel title="概况">
    <FactList
      facts={[
        [
          '信用代码',
          <span key="code" className="num">
            {creditCode || EMPTY_CELL}
          </span>,
        ],
        ['联系人', contactName || EMPTY_CELL],
        [
          '联系电话',
          <span key="phone" className="num">
            {contactPhone || EMPTY_CELL}
          </span>,
        ],
        ['付款条件', paymentTerms || EMPTY_CELL],
        ['到货天数', `${leadDays} 天`],
      ]}
    />
  </Panel>
)

interface PriceValues {
  skuCode: string
  price: string
  minimum: number
  leadDays: number
  validFrom: string
}

interface PriceProps {
  supplier: Supplier
  open: boolean
  close: () => void
}

function PriceDrawer({ supplier: { supplierId, leadDays }, open, close }: PriceProps) {
  const today = toShanghaiDay(useNow())
  const add = useApiMutation(supplierApi.addPrice, { invalidates: invalidatedBySupplier, successMessage: '已登记报价', close })
  return (
    <FormDrawer<PriceValues>
      title="登记报价"
      open={open}
      close={close}
      busy={add.isPending}
      initial={{ minimum: 1, leadDays, validFrom: today }}
      submit={(typed) => add.mutate({ ...typed, supplierId, price: parseAmountOrThrow(typed.price) })}
      submitText="登记"
    >
      <Form.Item name="skuCode" label="商品编码" required rules={[toFormRule(TypedSkuCode)]}>
        <Input className="num" autoComplete="off" maxLength={60} />
      </Form.Item>
      <AmountField name="price" label="含税单价" rule={supplierPriceFields.price} />
      <Form.Item name="minimum" label="起订量" required rules={[toFormRule(supplierPriceFields.minimum)]}>
        <NumberInput />
      </Form.Item>
      <Form.Item name="leadDays" label="到货天数" required rules={[toFormRule(supplierPriceFields.leadDays)]}>
        <NumberInput suffix="天" />
      </Form.Item>
      <DayField name="validFrom" label="生效日" help="自这一天起代替之前的报价，之前的报价保留" />
    </FormDrawer>
  )
}

const terms: Column<SupplierPrice>[] = [
  moneyColumn({ title: '含税单价', value: ({ price }) => price }),
  customColumn({ title: '单位', width: 64, value: ({ unit }) => unit }),
  countColumn({ title: '起订量', value: ({ minimum }) => minimum }),
  countColumn({ title: '到货天数', value: ({ leadDays }) => leadDays }),
  customColumn({
    title: '生效日',
    width: 144,
    value: ({ validFrom, inForce }) => (
      <>
        <span className="num">{validFrom}</span> {!inForce && <Tag tone="wait">未生效</Tag>}
      </>
    ),
  }),
  customColumn({ title: '登记人', width: 96, value: ({ by }) => by }),
  instantColumn({ title: '登记时间', value: ({ at }) => at }),
]

function Prices({ supplier: { supplierId } }: { supplier: Supplier }) {
  const [shown, show] = useState<SupplierPrice>()
  const [keyword, search] = usePanelText('prices', 'keyword')
  const narrowed = { supplierId, ...(keyword !== '' && { keyword }) }
  const act: Column<SupplierPrice> = customColumn({
    title: '操作',
    width: 80,
    value: (row) => (
      <Button size="small" aria-label={`${row.skuCode} 的历史报价`} onClick={() => show(row)}>
        历史
      </Button>
    ),
  })
  return (
    <>
      <PagedListPanel
        name="prices"
        title="报价"
        above={
          <div className="panel-filters">
            <PanelSearch label="搜索报价" placeholder="商品名称或编码" text={keyword} search={search} />
          </div>
        }
        queryKey={['supplier', 'prices', supplierId, keyword]}
        load={(paging) => supplierApi.prices({ ...paging, ...narrowed })}
        keep={(input) => exportApi.supplierPrices({ ...input, ...narrowed })}
        columns={[skuColumn, ...terms, act]}
        rowKey={({ id }) => id}
        width={1080}
        empty={keyword === '' ? '还没有报价' : '没有这样的报价'}
      />
      <SideDrawer title="历史报价" open={shown !== undefined} close={() => show(undefined)} size={760}>
        {shown && (
          <PagedListPanel
            name="history"
            title={`${shown.goodsName} ${shown.skuCode}`}
            queryKey={['supplier', 'history', supplierId, shown.skuId]}
            load={(paging) => supplierApi.priceHistory({ ...paging, supplierId, skuId: shown.skuId })}
            columns={terms}
            rowKey={({ id }) => id}
            width={700}
            empty="还没有报价"
          />
        )}
      </SideDrawer>
    </>
  )
}

/** One supplier, and what it asks for SKUs. */
export const Page = createRecordPage(
  { title: TITLE, by: ['supplierId'], what: '供应商', choose: <Link to="/suppliers">到供应商列表选择</Link> },
  One,
)
