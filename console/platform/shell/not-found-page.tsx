import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'

/** Unknown address in the console. */
export function NotFoundPage() {
  return (
    <main className="lost">
      <div className="state">
        <MapPinOff size={36} strokeWidth={1.3} aria-hidden />
        <h1>页面不存在</h1>
        <p>地址可能输错了，或页面已经移走。</p>
        <Link to="/">返回待办</Link>
      </div>
    </main>
  )
}
