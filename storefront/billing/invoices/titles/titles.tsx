import { Plus } from 'lucide-react'
import { useState } from 'react'
import { INVOICE_TITLES_PER_ENTERPRISE_MAX, type InvoiceTitle } from '#contract/billing/invoices/shapes.ts'
import { INVOICE_TITLE_QUERY_KEY, invoiceTitleApi, useInvoiceTitles } from '#storefront/billing/invoices/invoice-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { InvoiceTitleKindTag } from './title-choice.tsx'
import { CreateOrEditInvoiceTitleDialog } from './title-form.tsx'

/** 发票抬头: the titles of the enterprise. The main account can change them. */
export function InvoiceTitles() {
  const titles = useInvoiceTitles()
  const main = usePermission('main').allowed
  const [editing, setEditing] = useState<InvoiceTitle | 'new'>()
  return (
    <QueryContent from={titles} skeleton={<Waiting />}>
      {(list) => (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-mute">
              已保存 <span className="num">{`${list.length}/${INVOICE_TITLES_PER_ENTERPRISE_MAX}`}</span>
              {!main && '，由企业主账号维护'}
            </p>
            {main && (
              <Button
                size="sm"
                blocked={
                  list.length >= INVOICE_TITLES_PER_ENTERPRISE_MAX
                    ? `最多保存 ${INVOICE_TITLES_PER_ENTERPRISE_MAX} 个，请先删除不用的`
                    : undefined
                }
                onClick={() => setEditing('new')}
              >
                <Plus className="size-4" aria-hidden />
                新增抬头
              </Button>
            )}
          </div>
          {list.length === 0 ? (
            <div className="panel">
              <EmptyState
                title="还没有发票抬头"
                hint={main ? '新增后，申请开票时直接选用' : '请联系企业主账号新增'}
                action={main && <Button onClick={() => setEditing('new')}>新增抬头</Button>}
              />
            </div>
          ) : (
            <Cards list={list} main={main} onEdit={setEditing} />
          )}
          <CreateOrEditInvoiceTitleDialog
            open={editing !== undefined}
            known={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        </>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="grid gap-3 pt-11 md:gap-4 lg:grid-cols-2">
    <Skeleton className="h-56" />
    <Skeleton className="h-56" />
  </div>
)

function Cards({ list, main, onEdit }: { list: readonly InvoiceTitle[]; main: boolean; onEdit: (title: InvoiceTitle) => void }) {
  const [leaving, setLeaving] = useState<InvoiceTitle>()
  const remove = useApiMutation(({ id }: InvoiceTitle) => invoiceTitleApi.delete({ id }), {
    invalidates: [INVOICE_TITLE_QUERY_KEY],
    onSuccess: () => {
      setLeaving(undefined)
      showNotice('发票抬头已删除')
    },
  })
  const prefer = useApiMutation((title: InvoiceTitle) => invoiceTitleApi.modify({ ...title, isDefault: true }), {
    invalidates: [INVOICE_TITLE_QUERY_KEY],
  })
  return (
    <>
      <ul className="grid gap-3 md:gap-4 lg:grid-cols-2">
        {list.map((title) => (
          <li key={title.id} className="panel flex flex-col p-4">
            <About title={title} />
            {main && (
              <p className="mt-3 flex gap-5 border-t border-line-soft pt-2 text-sm">
                {!title.isDefault && (
                  <Act label="设为默认" of={title} disabled={prefer.isPending} onPress={() => prefer.mutate(title)} className="mr-auto" />
                )}
                <Act label="编辑" of={title} onPress={() => onEdit(title)} className={title.isDefault ? 'ml-auto' : ''} />
                <Act label="删除" of={title} onPress={() => setLeaving(title)} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title="提示"
        text={`确定删除发票抬头「${leaving?.name ?? ''}」吗？已提交的申请不受影响。`}
        confirm="删除"
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
      />
    </>
  )
}

interface ActProps {
  label: string
  of: InvoiceTitle
  onPress: () => void
  disabled?: boolean
  className?: string
}

const Act = ({ label, of, onPress, disabled = false, className = '' }: ActProps) => (
  <button
    type="button"
    aria-label={`${label}：${of.name}`}
    disabled={disabled}
    onClick={onPress}
    className={`rounded-control py-1 text-jade hover:underline disabled:text-mute disabled:no-underline ${className}`}
  >
    {label}
  </button>
)

const About = ({ title: { kind, name, taxNo, address, phone, bank, accountNo, isDefault } }: { title: InvoiceTitle }) => (
  <div className="flex-1">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <b className="text-md break-words">{name}</b>
      <InvoiceTitleKindTag kind={kind} />
      {isDefault && <span className="rounded-[3px] bg-jade px-1.5 text-xs text-white">默认</span>}
    </p>
    <dl className="mt-2 grid gap-1 text-sm">
      <DescriptionItem name="税号">
        <span className="num break-all">{taxNo}</span>
      </DescriptionItem>
      {kind === 'SPECIAL' && (
        <>
          <DescriptionItem name="地址电话">
            {address} <span className="num inline-block">{phone}</span>
          </DescriptionItem>
          <DescriptionItem name="开户行">
            {bank} <span className="num inline-block break-all">{accountNo}</span>
          </DescriptionItem>
        </>
      )}
    </dl>
  </div>
)
