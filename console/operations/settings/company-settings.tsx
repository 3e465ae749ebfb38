import { useRouter } from '@tanstack/react-router'
import { Form, Input } from 'antd'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type Settings, settingGroups } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { replaceMallProfile } from '#ui/mall.ts'
import { CompanyPictureField } from './company-picture-field.tsx'
import { invalidatedBySetting, settingApi } from './settings-api.ts'
import { SettingsGroupForm, type StoredSettings } from './settings-group.tsx'
import { useSetSensitiveSetting } from './use-sensitive-setting.ts'

const { site, party } = settingFields
const siteTexts = [
  ...(['name', 'shortName', 'tagline', 'phone', 'email', 'hours', 'address'] as const),
  ...(['copyright', 'filingNo', 'filingUrl'] as const),
] as const
/** The initial values of a profile that is not written yet. */
const blank = { tagline: '', introduction: '', filingUrl: 'https://beian.miit.gov.cn/', logoId: null, darkLogoId: null }

/** The public profile of the mall: its names, its logos, and how it is reached. */
export function MallProfileSettingsForm(stored: StoredSettings<Settings['site'] | null>) {
  const router = useRouter()
  const save = useApiMutation(settingApi.setSite, {
    invalidates: invalidatedBySetting,
    successMessage: '已保存，商城的页面重新打开后更新',
    onSuccess: (_, saved) => {
      replaceMallProfile(saved)
      return router.invalidate()
    },
  })
  const { shape } = settingGroups.site
  const optional = new Set<string>(['tagline'])
  return (
    <SettingsGroupForm<Settings['site']>
      group="site"
      note="商城名称、标志和联系方式显示在页头、页脚、页面标题、打印件、短信和安装后的应用上。"
      stored={stored}
      initial={stored.values ?? blank}
      call={save}
      save={(values) => save.mutate(values)}
    >
      <div className="field-pair">
        {siteTexts.map((name) => (
          <Form.Item key={name} name={name} label={site[name].label} required={!optional.has(name)} rules={[toFormRule(shape[name])]}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="introduction" label={site.introduction.label} rules={[toFormRule(shape.introduction)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="logoId" label={site.logoId.label}>
        <CompanyPictureField use="logo" label="标志" />
      </Form.Item>
      <Form.Item name="darkLogoId" label={site.darkLogoId.label} extra="不上传则用上面的标志">
        <CompanyPictureField use="logo" label="深色底标志" dark />
      </Form.Item>
    </SettingsGroupForm>
  )
}

const partyTexts = ['companyName', 'creditCode', 'address', 'phone', 'bankName', 'accountNo'] as const

/** The company that signs contracts and issues invoices. */
export function ContractPartySettingsForm(stored: StoredSettings<Settings['party'] | null>) {
  const save = useSetSensitiveSetting(settingApi.setParty)
  const { shape } = settingGroups.party
  return (
    <SettingsGroupForm<Settings['party']>
      group="party"
      sensitive
      note="印在合同、对账单、送货单和发票上的卖方。已开具的合同不变。"
      stored={stored}
      initial={stored.values ?? { stampId: null }}
      call={save}
      save={(values) => save.mutate(values)}
    >
      <div className="field-pair">
        {partyTexts.map((name) => (
          <Form.Item key={name} name={name} label={party[name].label} required rules={[toFormRule(shape[name])]}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="stampId" label={party.stampId.label} extra="印在合同的卖方盖章处">
        <CompanyPictureField use="stamp" label="印章" />
      </Form.Item>
    </SettingsGroupForm>
  )
}
