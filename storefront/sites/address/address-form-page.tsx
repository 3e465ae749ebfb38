import type { Address } from '#contract/sites/address/api.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useLocation, useRouter, useSearch } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { addressApi, useAddress } from './address-api.ts'
import { CreateOrEditAddressForm } from './address-form.tsx'
import { returnUrlWithAddress } from './address-view.ts'

/** /address_add, with ?id= to edit; /address_add_account during an order, which returns to the order. */
export function Page() {
  const { id } = useSearch()
  const ordering = useLocation().pathname === '/address_add_account'
  if (id !== undefined && !ordering) return <Edit id={id} />
  return (
    <UserCenterLayout title="新增收货地址">
      <Add ordering={ordering} />
    </UserCenterLayout>
  )
}

function useLeave() {
  const router = useRouter()
  return () => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/address' }))
}

function Add({ ordering }: { ordering: boolean }) {
  const router = useRouter()
  const { back } = useSearch()
  const leave = useLeave()
  const added = ({ id }: Address) => {
    emitClientEvent('addressModified', { id })
    if (!ordering) {
      showNotice('地址已保存')
      return router.navigate({ to: '/address', replace: true })
    }
    emitClientEvent('addressSelected', { id })
    return router.history.replace(returnUrlWithAddress(back, id, location.origin))
  }
  return <CreateOrEditAddressForm submit={ordering ? '保存并使用' : '保存'} save={addressApi.add} done={added} onCancel={leave} />
}

function Edit({ id }: { id: string }) {
  const router = useRouter()
  const address = useAddress(id)
  const leave = useLeave()
  const modified = () => {
    emitClientEvent('addressModified', { id })
    showNotice('地址已保存')
    return router.navigate({ to: '/address', replace: true })
  }
  return (
    <UserCenterLayout title="编辑收货地址">
      <QueryContent from={address} skeleton={<Skeleton className="h-120" />}>
        {(known) => (
          <CreateOrEditAddressForm
            known={known}
            submit="保存"
            save={(given) => addressApi.modify({ id, ...given })}
            done={modified}
            onCancel={leave}
          />
        )}
      </QueryContent>
    </UserCenterLayout>
  )
}
