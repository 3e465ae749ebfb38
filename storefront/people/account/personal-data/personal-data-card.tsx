import { SettingRow } from '#storefront/people/account/setting-row.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'

/** 个人数据: what a person can do with his personal data. */
export const PersonalDataCard = () => (
  <Card title="个人数据">
    <dl>
      <SettingRow word="我的数据" value="商城保存的与您有关的全部数据，下载为一个文件">
        <ButtonLink to="/setting_personal_data" look="line" size="sm" aria-label="下载我的数据">
          下载
        </ButtonLink>
      </SettingRow>
      <SettingRow word="注销账号" value="删除姓名和手机号，之后不能登录">
        <ButtonLink to="/setting_close_account" look="danger" size="sm">
          注销账号
        </ButtonLink>
      </SettingRow>
    </dl>
  </Card>
)
