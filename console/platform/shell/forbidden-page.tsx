import { Link, useSearch } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'

/** A screen that the person's roles do not allow: which roles, and who has them. */
export function ForbiddenPage() {
  const { screen, roles } = useSearch({ strict: false })
  return (
    <div className="panel">
      <div className="state">
        <ShieldX size={36} strokeWidth={1.3} aria-hidden />
        <h1>没有权限</h1>
        <p>
          {screen && roles ? `“${screen}”由${roles}查看。如需开通，请联系管理员调整角色。` : '您的角色不能打开这个页面，请联系管理员。'}
        </p>
        <Link to="/">返回待办</Link>
      </div>
    </div>
  )
}
