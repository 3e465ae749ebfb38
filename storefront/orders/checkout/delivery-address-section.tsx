import { MapPin, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Address } from '#contract/sites/address/api.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { RadioCircle, RadioGroup } from '#storefront/platform/components/radio-group.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useRouterState } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useAddresses } from '#storefront/sites/address/address-api.ts'
import { type AddressGroup, addressLimitMessage, formatAddress, groupAddressesByProject } from '#storefront/sites/address/address-view.ts'

interface Props {
  address: Address | null
  /** The project of the order. The addresses of its site come first. */
  projectId: string | undefined
  onChoose: (id: string) => void
}

/** 收货信息: the delivery address, and the choice of another. */
export function DeliveryAddressSection({ address, projectId, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const choose = (id: string) => {
    setOpen(false)
    onChoose(id)
  }
  return (
    <section aria-labelledby="delivery" className="panel p-4 md:p-5">
      <div className="flex items-center justify-between gap-4">
        <h2 id="delivery" className="text-md md:text-lg">
          收货信息
        </h2>
        {address && (
          <Button look="plain" className="text-sm" onClick={() => setOpen(true)}>
            更换地址
          </Button>
        )}
      </div>
      {address ? <Chosen address={address} /> : <NoAddress />}
      {address && projectId !== undefined && address.project?.id !== projectId && (
        <SiteHint projectId={projectId} onPress={() => setOpen(true)} />
      )}
      <Modal open={open} onClose={() => setOpen(false)} title="选择收货地址" wide>
        <Choice current={address?.id} projectId={projectId} onChoose={choose} />
      </Modal>
    </section>
  )
}

function Chosen({ address }: { address: Address }) {
  return (
    <div className="mt-3 flex gap-3">
      <MapPin className="mt-0.5 size-5 shrink-0 text-jade" strokeWidth={1.7} aria-hidden />
      <Place address={address} />
    </div>
  )
}

/** A note that the project's site has addresses of its own, if another address is selected. */
function SiteHint({ projectId, onPress }: { projectId: string; onPress: () => void }) {
  const { project, addresses } = groupAddressesByProject(useAddresses().data ?? [], projectId)[0] ?? { project: null, addresses: [] }
  if (project?.id !== projectId) return null
  return (
    <p className="mt-2 pl-8 text-sm text-mute">
      {project.name}有 <span className="num">{addresses.length}</span> 个收货地址，
      <button type="button" onClick={onPress} className="finger text-jade hover:underline">
        改送项目
      </button>
    </p>
  )
}

function Place({ address }: { address: Address }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="text-md">{address.name}</b>
        <span className="num text-md">{address.mobile}</span>
        {address.isDefault && <span className="rounded-[3px] bg-jade px-1.5 text-xs text-white">默认</span>}
      </p>
      <p className="mt-0.5 break-words text-mute">{formatAddress(address)}</p>
    </div>
  )
}

function NoAddress() {
  const { reason: denied } = usePermission('addressSet')
  return (
    <div className="mt-3 rounded-control border border-dashed border-placeholder px-4 py-5 text-center">
      <p>还没有收货地址，添加后才能提交订单</p>
      <div className="mt-3 flex justify-center">
        {denied ? <p className="text-sm text-danger">{denied}</p> : <AddLink look="primary" />}
      </div>
    </div>
  )
}

/** Opens the address form, which returns here with the new address selected. */
function AddLink({ look }: { look: 'primary' | 'line' }) {
  const back = useRouterState(({ location }) => location.href)
  return (
    <ButtonLink to="/address_add_account" search={{ back }} look={look}>
      <Plus className="size-4" aria-hidden />
      新增收货地址
    </ButtonLink>
  )
}

interface Choosing {
  current: string | undefined
  projectId: string | undefined
  onChoose: (id: string) => void
}

function Choice({ projectId, ...choosing }: Choosing) {
  const addresses = useAddresses()
  return (
    <QueryContent from={addresses} skeleton={<Skeleton className="h-60" />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title="还没有收货地址" action={<AddLink look="primary" />} />
        ) : (
          <Cards books={groupAddressesByProject(list, projectId)} count={list.length} {...choosing} />
        )
      }
    </QueryContent>
  )
}

const CARD =
  'flex cursor-pointer items-start gap-3 rounded-control border border-line px-3.5 py-3 hover:border-jade has-checked:border-jade has-checked:bg-jade-tint'
interface Shown extends Omit<Choosing, 'projectId'> {
  books: readonly AddressGroup[]
  count: number
}

function Cards({ books, count, current, onChoose }: Shown) {
  const [chosen, setChosen] = useState(current ?? books[0]?.addresses[0]?.id ?? '')
  const { reason: denied } = usePermission('addressSet')
  const closed = denied ?? addressLimitMessage(count)
  return (
    <>
      <RadioGroup
        aria-label="收货地址"
        value={chosen}
        onChange={setChosen}
        className="flex max-h-[52dvh] flex-col gap-2.5 overflow-y-auto p-0.5"
      >
        {books.map(({ project, addresses }) => (
          <div key={project?.id ?? ''} className="flex flex-col gap-2.5">
            {books.length > 1 && <p className="text-sm text-mute">{project?.name ?? '通用地址'}</p>}
            {addresses.map((address) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
              <label key={address.id} className={CARD}>
                <RadioCircle value={address.id} lowered />
                <Place address={address} />
              </label>
            ))}
          </div>
        ))}
      </RadioGroup>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        {closed === null ? <AddLink look="line" /> : <p className="text-sm text-mute">{closed}</p>}
        <Button className="ml-auto" onClick={() => onChoose(chosen)}>
          使用此地址
        </Button>
      </div>
    </>
  )
}
