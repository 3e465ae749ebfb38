import { MapPin, Plus } from 'lucide-react'
import { useState } from 'react'
import { ADDRESSES_PER_ENTERPRISE_MAX, type Address } from '#contract/sites/address/api.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { ADDRESS_QUERY_KEY } from '#storefront/platform/components/delivery/delivery-queries.ts'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { addressApi, useAddresses } from './address-api.ts'
import { AddressCard } from './address-card.tsx'
import { exportAddresses } from './address-file.ts'
import { addressLimitMessage, groupAddressesByProject } from './address-view.ts'
import { ImportAddressesButton } from './import-dialog.tsx'

/** /address: the delivery addresses, the default one first. */
export function Page() {
  const addresses = useAddresses()
  return (
    <UserCenterLayout title="地址管理" actions={<AddAddress count={addresses.data?.length} list={addresses.data ?? []} />}>
      <QueryContent from={addresses} skeleton={<Waiting />}>
        {(list) => (list.length === 0 ? <None /> : <Addresses list={list} />)}
      </QueryContent>
    </UserCenterLayout>
  )
}

/** Undefined: not loaded yet. The row is shown anyway, so that the content below does not move. */
function AddAddress({ count, list }: { count: number | undefined; list: readonly Address[] }) {
  const full = addressLimitMessage(count ?? 0)
  return (
    <div className="flex flex-wrap items-center gap-2 md:gap-3">
      {count !== 0 && (
        <p className="text-sm text-mute">
          已保存 <span className="num">{`${count ?? '–'}/${ADDRESSES_PER_ENTERPRISE_MAX}`}</span>
        </p>
      )}
      <ExportButtons ask={(format) => exportAddresses(list, format)} total={count} disabled={count === undefined} />
      <ImportAddressesButton />
      {full === null ? (
        <ButtonLink to="/address_add" size="sm">
          <Plus className="size-4" aria-hidden />
          新增地址
        </ButtonLink>
      ) : (
        <p className="text-sm text-danger">{full}</p>
      )}
    </div>
  )
}

function Addresses({ list }: { list: readonly Address[] }) {
  const books = groupAddressesByProject(list)
  const [leaving, setLeaving] = useState<Address>()
  const remove = useApiMutation(addressApi.delete, {
    invalidates: [ADDRESS_QUERY_KEY],
    onSuccess: (_, { id }) => {
      emitClientEvent('addressModified', { id })
      setLeaving(undefined)
      showNotice('地址已删除')
    },
  })
  const prefer = useApiMutation(addressApi.setDefault, {
    invalidates: [ADDRESS_QUERY_KEY],
    onSuccess: (_, { id }) => emitClientEvent('addressModified', { id }),
  })
  return (
    <>
      {books.map(({ project, addresses }) => (
        <section key={project?.id ?? ''} aria-label={project?.name ?? '通用地址'} className="mb-4 md:mb-6">
          {books.length > 1 && (
            <h2 className="mb-2 text-md">
              {project?.name ?? '通用地址'} <span className="num text-sm font-normal text-mute">{addresses.length}</span>
            </h2>
          )}
          <ul className="grid gap-3 md:gap-4 lg:grid-cols-2">
            {addresses.map((address) => (
              <li key={address.id} className="panel">
                <AddressCard
                  address={address}
                  busy={prefer.isPending}
                  onPrefer={() => prefer.mutate({ id: address.id })}
                  onDelete={() => setLeaving(address)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title="提示"
        text={`确定删除 ${leaving?.name ?? ''} 的收货地址吗？已提交的订单不受影响。`}
        confirm="删除"
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
      />
    </>
  )
}

function None() {
  return (
    <div className="panel">
      <EmptyState
        title="还没有收货地址"
        hint="添加后，下单时自动带出默认地址"
        action={
          <ButtonLink to="/address_add">
            <MapPin className="size-4" aria-hidden />
            新增地址
          </ButtonLink>
        }
      />
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
      <Skeleton className="h-38" />
      <Skeleton className="h-38" />
    </div>
  )
}
