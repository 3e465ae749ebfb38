import { useSearch } from '@tanstack/react-router'
import { type PermissionCode, permissions } from '../../../contract/permissions.ts'
import { ButtonLink } from '../../parts/button.tsx'

const isCode = (code: string | undefined): code is PermissionCode => code !== undefined && code in permissions

/** Which permission is missing, and who can give it. */
export function Page() {
  const { code } = useSearch({ strict: false })
  return (
    <section className="content py-20 text-center">
      <p className="num text-[72px] leading-none text-placeholder">403</p>
      <h1 className="mt-4 text-xl">没有权限</h1>
      <p className="mt-2 text-mute">
        {isCode(code) ? `您的子账号没有「${permissions[code].label}」权限。` : '您的账号没有打开此页面的权限。'}
        请联系企业主账号，在“账号管理”中开通。
      </p>
      <div className="mt-6 flex justify-center gap-3">
        <ButtonLink to="/">回到首页</ButtonLink>
        <ButtonLink to="/user_center" look="line">
          个人中心
        </ButtonLink>
      </div>
    </section>
  )
}
