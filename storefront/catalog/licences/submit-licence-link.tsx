import { Link } from '#storefront/platform/routing/link.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

/** The link to submit a licence. A member without permission sees who can submit it. */
export function SubmitLicenceLink() {
  const { allowed } = usePermission('applyLimit')
  if (!allowed) return <span className="text-mute">请主账号在个人中心“许可证”提交</span>
  return (
    <Link to="/licence" className="finger whitespace-nowrap text-jade underline underline-offset-2">
      去提交许可证
    </Link>
  )
}
