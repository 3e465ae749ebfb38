import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { OrderNo } from '#contract/platform/core/fields.ts'

/** Finds an order by its number from any screen, for example while a buyer reads it out on the phone. Spaces are ignored. */
export function FindOrderField() {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const may = usePermission(consoleOrderEndpoints.list).allowed
  const orderNo = typed.replace(/\s/g, '')
  const wrong = orderNo !== '' && !OrderNo.safeParse(orderNo).success
  const find = () => {
    if (wrong || orderNo === '') return
    setTyped('')
    void navigate({ to: '/orders', search: { orderNo } })
  }
  if (!may) return null
  return (
    <search className="find-order">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
      >
        <Search size={15} aria-hidden />
        <input
          className="num"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          inputMode="numeric"
          placeholder="输入订单号，回车查找"
          aria-label="按订单号查找"
          aria-invalid={wrong}
          title={wrong ? '订单号是 18 位数字' : undefined}
        />
      </form>
    </search>
  )
}
