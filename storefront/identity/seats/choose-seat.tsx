import { useState } from 'react'
import type { EnterpriseSeat } from '../../../contract/identity/shapes.ts'
import { Button } from '../../parts/button.tsx'
import { Loaded, Skeleton } from '../../parts/states.tsx'
import { SeatList } from './seat-list.tsx'
import { partSeats, useSeats, useSwitch } from './seats.ts'

/** A person's seats, to go on as another of them. */
export function ChooseSeat({ close }: { close: () => void }) {
  const seats = useSeats()
  return (
    <Loaded from={seats} skeleton={<Skeleton className="h-40" />}>
      {(list) => <Choice seats={list} close={close} />}
    </Loaded>
  )
}

function Choice({ seats, close }: { seats: readonly EnterpriseSeat[]; close: () => void }) {
  const { own } = partSeats(seats)
  const current = own.find((seat) => seat.current)
  const [chosen, setChosen] = useState(current?.enterpriseId ?? '')
  const change = useSwitch(seats, close)
  const alone = own.length < 2
  return (
    <>
      <SeatList label="企业" seats={seats} value={chosen} onChange={setChosen} />
      {seats.length < 2 && <p className="mt-3 text-sm text-mute">您目前只属于一家企业。其他企业的主账号可在“账号管理”中添加您的手机号。</p>}
      <div className="mt-6 flex justify-end gap-3">
        <Button look="line" onClick={close}>
          取消
        </Button>
        <Button disabled={alone || chosen === current?.enterpriseId} busy={change.isPending} onClick={() => change.mutate(chosen)}>
          切换
        </Button>
      </div>
    </>
  )
}
