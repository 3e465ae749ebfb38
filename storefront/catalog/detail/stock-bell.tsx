import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Button } from '../../parts/button.tsx'
import { showNotice } from '../../parts/notify.ts'
import { useCall } from '../../session/use-call.ts'
import { stockWaitApi, WAITS_KEY, waitsQuery } from '../favourite/stock-waits.ts'
import { useAccess, useLogin, whyNot } from '../use-buying.ts'

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'className'> {
  skuId: string
  /** Of the good, where several stand on a page. */
  name?: string
}

/** 到货通知, where a sold-out SKU's buttons would be: asks to be told once, and takes it back. Guests log in first. */
export function StockBell({ skuId, name, ...look }: Props) {
  const access = useAccess('lookGoods')
  const login = useLogin()
  const waits = useQuery({ ...waitsQuery, enabled: access === 'may' })
  const waiting = waits.data?.some(({ sku }) => sku.skuId === skuId) ?? false
  const toggle = useCall(() => (waiting ? stockWaitApi.delete({ skuIds: [skuId] }) : stockWaitApi.add({ skuId })), {
    refresh: [WAITS_KEY],
    done: () => showNotice(waiting ? '已取消到货通知' : '到货后会在“我的消息”里通知您'),
  })
  const word = waiting ? '取消到货通知' : '到货通知'
  return (
    <Button
      {...look}
      look={waiting ? 'line' : 'primary'}
      aria-label={name === undefined ? undefined : `${word} ${name}`}
      aria-pressed={waiting}
      busy={toggle.isPending}
      disabled={access === 'mayNot'}
      title={access === 'mayNot' ? whyNot('lookGoods') : undefined}
      onClick={() => (access === 'guest' ? login() : toggle.mutate(undefined))}
    >
      {word}
    </Button>
  )
}
