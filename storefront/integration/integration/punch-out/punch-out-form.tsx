import { useQuery } from '@tanstack/react-query'
import {
  type PunchOutProtocol,
  type PunchOutSetup,
  punchOutPermissionCodes,
  punchOutProtocols,
  punchOutSetupFields,
} from '#contract/integration/integration/punch-out/shapes.ts'
import { addressesQuery } from '#storefront/platform/components/delivery/delivery-queries.ts'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toLabelOptions, toNameOptions } from '#storefront/platform/components/select/select-options.ts'
import { useFormWithPaymentPassword } from '#storefront/platform/components/use-form-with-pay-password.ts'
import { checkPermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { invalidatedByPunchOutSetup, punchOutSetupApi, punchOutSubAccountsQuery } from './punch-out-api.ts'

interface Draft {
  protocol: PunchOutProtocol
  fromDomain: string
  fromIdentity: string
  senderDomain: string
  senderIdentity: string
  subAccountId: string
  /** One a line. */
  hosts: string
  price: 'sale' | 'credit'
  addressId: string
  projectId: string
  costCentre: string
  vendorNumber: string
  materialGroup: string
  /** One a line: 件 EA. */
  units: string
}

const draftOf = (known: PunchOutSetup | null): Draft => ({
  protocol: known?.protocol ?? 'OCI',
  fromDomain: known?.fromDomain ?? 'DUNS',
  fromIdentity: known?.fromIdentity ?? '',
  senderDomain: known?.senderDomain ?? 'NetworkId',
  senderIdentity: known?.senderIdentity ?? '',
  subAccountId: known?.subAccountId ?? '',
  hosts: known?.returnHosts.join('\n') ?? '',
  price: known?.onCredit ? 'credit' : 'sale',
  addressId: known?.addressId ?? '',
  projectId: known?.projectId ?? '',
  costCentre: known?.costCentre ?? '',
  vendorNumber: known?.vendorNumber ?? '',
  materialGroup: known?.materialGroup ?? '',
  units: known?.unitCodes.map(({ unit, code }) => `${unit} ${code}`).join('\n') ?? '',
})

/** '件 EA' on each line. A line without a code stays, so that its fault is shown. */
const parseUnitCodes = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [unit = '', ...code] = line.trim().split(/[\s=＝:：,，]+/)
    return unit === '' ? [] : [{ unit, code: code.join(' ') }]
  })

const toInput = ({ hosts, price, addressId, projectId, units, ...draft }: Draft) => ({
  ...draft,
  returnHosts: hosts.split(/\s+/).filter((host) => host !== ''),
  onCredit: price === 'credit',
  addressId: addressId === '' ? null : addressId,
  projectId: projectId === '' ? null : projectId,
  unitCodes: parseUnitCodes(units),
})

const prices = { sale: '现金价，订单待支付', credit: '赊销价，订单以赊销支付' } as const

interface Props {
  known: PunchOutSetup | null
  close: () => void
  /** Gets the login of a new set-up. */
  done: (login: { userName: string; secret: string }) => void
}

/** Switches punch-out on or changes it. It needs the payment password. */
export function PunchOutSetupForm({ known, close, done }: Props) {
  const { draft, set, fault, next, password } = useFormWithPaymentPassword({
    name: 'punch-out',
    begin: () => draftOf(known),
    toInput,
    rules: punchOutSetupFields,
    invalidates: invalidatedByPunchOutSetup,
    send: (given) => punchOutSetupApi.save(given, { shownOnce: true }),
    onSuccess: ({ userName, secret }) => {
      if (secret !== null) return done({ userName, secret })
      showNotice('采购系统对接已保存')
      close()
    },
  })
  const error = (field: string) => (fault?.field === field ? fault.message : undefined)
  if (password) return <PaymentPasswordInput verb={known ? '保存' : '开通'} {...password} />
  return (
    <form onSubmit={next}>
      <SelectField
        label="协议"
        value={draft.protocol}
        options={toLabelOptions(punchOutProtocols)}
        hint={punchOutProtocols[draft.protocol].hint}
        onChange={(protocol) => set({ protocol })}
      />
      {draft.protocol === 'CXML' && <Identities draft={draft} set={set} error={error} />}
      <Access draft={draft} set={set} error={error} />
      <Orders draft={draft} set={set} error={error} />
      {fault !== undefined && fault.field === undefined && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {fault.message}
        </p>
      )}
      <FormButtons submit="下一步" busy={false} disabled={draft.subAccountId === '' || draft.hosts.trim() === ''} onCancel={close} />
    </form>
  )
}

interface PartProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
  error: (field: string) => string | undefined
}

function Identities({ draft, set, error }: PartProps) {
  const field = (name: 'fromDomain' | 'fromIdentity' | 'senderDomain' | 'senderIdentity', label: string) => (
    <TextField
      label={label}
      required
      maxLength={100}
      value={draft[name]}
      error={error(name)}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  return (
    <div className="grid gap-x-4 md:grid-cols-2">
      {field('fromDomain', 'From 的 domain')}
      {field('fromIdentity', 'From 的 Identity')}
      {field('senderDomain', 'Sender 的 domain')}
      {field('senderIdentity', 'Sender 的 Identity')}
    </div>
  )
}

function Access({ draft, set, error }: PartProps) {
  const seats = useQuery(punchOutSubAccountsQuery).data ?? []
  const usable = seats.filter(
    (seat) =>
      seat.status === 1 &&
      seat.acceptedAt !== null &&
      seat.parentName === null &&
      punchOutPermissionCodes.every((code) => checkPermission(seat, code).allowed),
  )
  return (
    <>
      <SelectField
        label="以哪个子账号进入"
        required
        value={draft.subAccountId}
        options={toNameOptions(usable, '请选择')}
        error={error('subAccountId')}
        hint="须为使用中的子账号，可浏览商品、加入和编辑购物车；建议专设一个"
        onChange={(subAccountId) => set({ subAccountId })}
      />
      <TextAreaField
        label="允许返回的域名"
        required
        value={draft.hosts}
        error={error('returnHosts')}
        placeholder="erp.example.com"
        hint="购物车只会返回这些域名的 https 地址；返回后还会跳转到的域名也请填写；每行一个，端口不是 443 的写明端口"
        onChange={({ target }) => set({ hosts: target.value })}
      />
      <SelectField label="价格和支付" value={draft.price} options={toLabelOptions(prices)} onChange={(price) => set({ price })} />
    </>
  )
}

function Orders({ draft, set, error }: PartProps) {
  const addresses = useQuery(addressesQuery).data ?? []
  const projects = (useQuery(projectsQuery).data ?? []).filter(({ open }) => open)
  return (
    <div className="grid gap-x-4 md:grid-cols-2">
      <SelectField
        label="订单收货地址"
        value={draft.addressId}
        options={toNameOptions(
          addresses.map(({ id, city, district, detail, name }) => ({ id, name: `${city}${district}${detail}（${name}）` })),
          '不接收采购系统的订单',
        )}
        error={error('addressId')}
        onChange={(addressId) => set({ addressId })}
      />
      <SelectField
        label="默认项目"
        value={draft.projectId}
        options={toNameOptions(projects, '不归集到项目')}
        error={error('projectId')}
        onChange={(projectId) => set({ projectId })}
      />
      <TextField
        label="默认成本中心"
        maxLength={40}
        value={draft.costCentre}
        error={error('costCentre')}
        onChange={({ target }) => set({ costCentre: target.value })}
      />
      <TextField
        label="我们在贵公司系统中的供应商编号"
        maxLength={10}
        value={draft.vendorNumber}
        error={error('vendorNumber')}
        onChange={({ target }) => set({ vendorNumber: target.value })}
      />
      <TextField
        label="默认物料组"
        maxLength={10}
        value={draft.materialGroup}
        error={error('materialGroup')}
        onChange={({ target }) => set({ materialGroup: target.value })}
      />
      <TextAreaField
        label="单位代码"
        value={draft.units}
        error={error('unitCodes')}
        placeholder="件 EA"
        hint="每行一个商城单位和贵公司系统中的代码；没有填写的按通用代码，无通用代码的按件（OCI 为 PCE，cXML 为 EA）"
        onChange={({ target }) => set({ units: target.value })}
      />
    </div>
  )
}
