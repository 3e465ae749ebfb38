import { ListPlus, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { ParsedQuickOrderTable } from '#contract/orders/quick-order/rows.ts'
import { QUOTATION_LINES_MAX, QUOTATION_TEXT_LENGTH_MAX, QUOTATION_TITLE_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { toDraftOwnerKey } from '#storefront/orders/quick-order/draft.ts'
import { AddQuickOrderRowsForm } from '#storefront/orders/quick-order/import-rows.tsx'
import { QuotationDraftLines } from '#storefront/orders/quotations/draft/draft-lines.tsx'
import { changeDraftLine, chooseDraftCandidate, removeDraftLine } from '#storefront/orders/quotations/draft/quotation-draft.ts'
import { downloadQuotationTemplate } from '#storefront/orders/quotations/draft/template.ts'
import { type NewQuotationFormState, useNewQuotationForm } from '#storefront/orders/quotations/draft/use-new-quotation.ts'
import { QuotationDraftDrawings } from '#storefront/orders/quotations/drawings/draft-drawings.tsx'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { DayField } from '#storefront/platform/components/day/day-field.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { CORRECT_QUANTITY_FIRST } from '#storefront/platform/components/stepper.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useRouterState } from '#storefront/platform/routing/routing.tsx'
import { useLoggedIn, useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { useAddresses } from '#storefront/sites/address/address-api.ts'
import { formatAddress } from '#storefront/sites/address/address-view.ts'
import { SkuPicker } from '#storefront/sites/projects/sku-picker.tsx'

/** /new_quotation 询价: the goods of the address, of a list, or in words; what is typed survives a reload. */
export function Page() {
  const loggedIn = useLoggedIn()
  const user = useUserQuery()
  return (
    <UserCenterLayout
      title="询价"
      actions={
        <ButtonLink to="/quotation" look="plain" size="sm">
          我的询价
        </ButtonLink>
      }
    >
      {loggedIn ? (
        <QueryContent from={user} skeleton={<Skeleton className="h-64" />}>
          {(known) => <Form key={toDraftOwnerKey(known)} owner={toDraftOwnerKey(known)} />}
        </QueryContent>
      ) : (
        <ForGuest />
      )}
    </UserCenterLayout>
  )
}

/** The address keeps what is asked about until after the login. */
function ForGuest() {
  const back = useRouterState(({ location }) => location.href)
  return (
    <div className="panel">
      <EmptyState
        title="登录后即可询价"
        hint="写明商品和数量，客服会按贵公司的用量报价，可直接按报价下单。"
        action={
          <ButtonLink to="/login" search={{ redirectUrl: back }}>
            登录
          </ButtonLink>
        }
      />
    </div>
  )
}

function Form({ owner }: { owner: string }) {
  const form = useNewQuotationForm(owner)
  const { draft, skus, errors, isEmpty, isQuantityTooLarge, busy } = form
  return (
    <form
      noValidate
      className="flex flex-col gap-3 lg:gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <section aria-label="询价商品">
        {draft.lines.length === 0 ? (
          <div className="panel">
            <EmptyState title="还没有要询价的商品" hint="在下面查找商品、手工填写、粘贴或上传清单；也可以在购物车、商品详情里点“询价”。" />
          </div>
        ) : (
          <QuotationDraftLines
            lines={draft.lines}
            skus={skus}
            mayLook={form.mayLook}
            errors={errors}
            onChange={(key, change) => form.set({ lines: changeDraftLine(draft, key, change).lines })}
            onChoose={(key, skuId) => form.set(chooseDraftCandidate(draft, key, skuId))}
            onRemove={(key) => form.set(removeDraftLine(draft, key))}
            onTooLarge={form.reportTooLarge}
          />
        )}
        {isEmpty && (
          <p role="alert" className="mt-2 text-sm text-danger">
            请至少添加一种商品
          </p>
        )}
      </section>
      <AddLines form={form} />
      <QuotationDraftDrawings draft={draft} skus={skus} error={form.refused.drawings} onChange={form.set} />
      <Terms form={form} />
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-2">
        <p className="text-sm text-mute">
          共 <b className="num text-ink">{draft.lines.length}</b> 种；报价一般在 1 个工作日内给出
        </p>
        <Button type="submit" look="call" size="lg" busy={busy} className="w-full md:w-auto">
          提交询价
        </Button>
        {isQuantityTooLarge && (
          <p role="alert" className="w-full text-right text-sm text-danger">
            {CORRECT_QUANTITY_FIRST}
          </p>
        )}
      </div>
    </form>
  )
}

/** The ways to add a line: a search, words, a pasted or uploaded list. */
function AddLines({ form: { draft, mayLook, add, addRows, matching } }: { form: NewQuotationFormState }) {
  const [text, setText, sent] = usePersistedState('pasted list', () => '')
  // Whoever begins with nothing sees the way by a list at once.
  const [open, setOpen] = useState(draft.lines.length === 0 || text !== '')
  const take = (table: ParsedQuickOrderTable, from: 'text' | 'file'): number => {
    const room = Math.max(0, QUOTATION_LINES_MAX - draft.lines.length)
    const rows = table.rows.slice(0, room)
    if (rows.length > 0) addRows({ ...table, rows })
    if (from === 'text') sent()
    return table.beyond + table.rows.length - rows.length
  }
  return (
    <section aria-label="添加商品" aria-busy={matching} className="flex flex-col gap-3">
      <div className="panel flex flex-wrap items-start gap-x-4 gap-y-3 p-4 md:px-5">
        {mayLook && (
          <div className="min-w-full flex-1 md:min-w-80">
            <SkuPicker label="查找要询价的商品" onPick={({ skuId, minimum }) => add([{ skuId, quantity: minimum }])} />
          </div>
        )}
        <Button look="line" onClick={() => add([{ quantity: 1 }])}>
          <PencilLine className="size-4" strokeWidth={1.6} aria-hidden />
          手工填写
        </Button>
        {mayLook && (
          <Button look="line" aria-expanded={open} onClick={() => setOpen(!open)}>
            <ListPlus className="size-4" strokeWidth={1.6} aria-hidden />
            粘贴或上传清单
          </Button>
        )}
      </div>
      {open && mayLook && (
        <AddQuickOrderRowsForm
          text={text}
          hint="编码、型号、品名、本企业物料编码都可以；文件里的规格、单位、期望单价、备注一并读入；匹配不到的按文字询价"
          onTemplate={downloadQuotationTemplate}
          onText={setText}
          onRows={take}
        />
      )}
    </section>
  )
}

/** What the whole request says: its name, where and when the goods are needed, a remark. */
function Terms({ form: { draft, set, refused, today } }: { form: NewQuotationFormState }) {
  const { title, addressId, wantedDay, remark } = draft
  const addresses = useAddresses().data ?? []
  return (
    <section aria-labelledby="terms" className="panel p-4 md:p-5">
      <h2 id="terms" className="mb-3 text-md md:text-lg">
        交货要求
      </h2>
      <div className="grid gap-x-4 md:grid-cols-2">
        <SelectField
          label="收货地址"
          value={addresses.some(({ id }) => id === addressId) ? addressId : ''}
          error={refused.addressId}
          options={[
            { value: '', label: '暂不指定' },
            ...addresses.map((address) => ({ value: address.id, label: formatAddress(address) })),
          ]}
          onChange={(id) => set({ addressId: id })}
        />
        <DayField label="期望到货日" min={today} value={wantedDay} error={refused.wantedDay} onChange={(day) => set({ wantedDay: day })} />
      </div>
      <TextField
        label="询价名称"
        maxLength={QUOTATION_TITLE_LENGTH_MAX}
        placeholder="选填，如：三号井 12 月大修"
        value={title}
        error={refused.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextAreaField
        label="说明"
        rows={3}
        maxLength={QUOTATION_TEXT_LENGTH_MAX}
        placeholder="选填：用途、工况、用量计划、付款方式、替代品是否接受等"
        value={remark}
        error={refused.remark}
        onChange={({ target }) => set({ remark: target.value })}
      />
    </section>
  )
}
